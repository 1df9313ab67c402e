import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MetSwitches } from '../../../fixtures/reference/switches.ts';

/** The faults and variants of the reference that the tests of each requirement depend on, by the requirement's id. */
export type Dependencies = ReadonlyMap<string, ReadonlySet<string>>;

/** What is written of one requirement. */
interface Stored {
  readonly atStart: readonly string[];
  readonly byRequests: readonly string[];
}

/** The path of a file in the folder of results. */
export const resultFile = (name: string): string =>
  fileURLToPath(new URL(`../../../test-results/${name}`, import.meta.url));

// A file for each requirement: several workers write at the same time.
const FOLDER = resultFile('dependencies');

/** Forgets what was written before. */
export function forgetDependencies(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
}

/** Writes what a server met while it was judged by the tests of one requirement. */
export const writeDependencies = (requirement: string, { atStart, byRequests }: MetSwitches): void =>
  writeFileSync(
    join(FOLDER, requirement),
    JSON.stringify({ atStart: [...atStart], byRequests: [...byRequests] }),
  );

/**
 * What was written.
 *
 * @throws Error when nothing was written yet
 */
export function readDependencies(): Dependencies {
  let names: string[];
  try {
    names = readdirSync(FOLDER).sort();
  } catch (cause) {
    const command = 'npm run mutation -- --project=dependencies';
    throw new Error(`It is not known yet which test depends on which variant: run "${command}".`, { cause });
  }
  return dependenciesOf(
    new Map(names.map((name) => [name, JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Stored])),
  );
}

/**
 * The tests of a requirement depend on what their requests met. What only the start of a server met may show in any answer:
 * all tests depend on it.
 */
export function dependenciesOf(stored: ReadonlyMap<string, Stored>): Dependencies {
  const all = [...stored.values()];
  const byRequests = new Set(all.flatMap((one) => one.byRequests));
  const onlyAtStart = all.flatMap(({ atStart }) => atStart).filter((name) => !byRequests.has(name));
  return new Map(
    [...stored].map(([requirement, one]) => [requirement, new Set([...one.byRequests, ...onlyAtStart])]),
  );
}
