import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { MetSwitches } from '../../../../fixtures/reference/switches.ts';
import { readJsonFile, resultFile, writeJsonFile } from '../json-files.ts';

/** The faults and variants of the reference that the tests of each requirement depend on, by the requirement's id. */
export type Dependencies = ReadonlyMap<string, ReadonlySet<string>>;

/** What is written of one requirement. */
interface Stored {
  readonly atStart: readonly string[];
  readonly byRequests: readonly string[];
}

// A file for each requirement: several workers write at the same time.
const FOLDER = resultFile('dependencies');
const SUFFIX = '.json';

/** Forgets what was written before. */
export function forgetDependencies(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
}

/** Writes what a server met while it was judged by the tests of one requirement. */
export const writeDependencies = (requirement: string, { atStart, byRequests }: MetSwitches): void =>
  writeJsonFile(join(FOLDER, requirement + SUFFIX), { atStart: [...atStart], byRequests: [...byRequests] });

/**
 * What was written.
 *
 * @throws Error when nothing was written yet
 */
export function readDependencies(): Dependencies {
  return dependenciesOf(new Map(filesOf(FOLDER).map((file) => [file.slice(0, -SUFFIX.length), read(file)])));
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

const read = (file: string): Stored => readJsonFile(join(FOLDER, file));

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (cause) {
    throw new Error(
      'It is not known yet which test depends on which variant: run "npm run mutation -- --project=dependencies".',
      { cause },
    );
  }
}
