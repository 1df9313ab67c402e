import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFaults } from '../../../../fixtures/reference/faults.ts';
import type { Book } from '../../../../fixtures/reference/server/rule.ts';

const REFERENCE = join(import.meta.dirname, '..', '..', '..', '..', 'fixtures', 'reference');

/** Every file that contributes faults says so in these words. Others, such as `main.ts`, do something when imported. */
const CONTRIBUTES = /^export const \w*books\b/im;

/** Of faults that replace one and the same behaviour, only one can be on: the name of the first of them, by fault. */
export type Behaviours = ReadonlyMap<string, string>;

/**
 * Finds out which faults replace one and the same behaviour.
 *
 * @throws Error when a fault is in no book
 */
export async function readBehaviours(): Promise<Behaviours> {
  const behaviours = new Map<string, string>();
  const files = readdirSync(REFERENCE, { recursive: true, encoding: 'utf8' })
    .map((name) => join(REFERENCE, name))
    .filter((path) => path.endsWith('.ts') && CONTRIBUTES.test(readFileSync(path, 'utf8')));
  for (const file of files) {
    const exported = Object.entries((await import(file)) as Record<string, unknown>);
    const books = exported.flatMap(([name, value]) =>
      /books$/i.test(name) ? (value as readonly Book[]) : [],
    );
    for (const { faults, oneBehaviour } of books) {
      const names = Object.keys(faults);
      for (const name of names) behaviours.set(name, (oneBehaviour && names[0]) || name);
    }
  }
  const unknown = listFaults().filter(({ name }) => !behaviours.has(name));
  if (unknown.length > 0)
    throw new Error(`No book of fixtures/reference holds ${unknown.map(({ name }) => name).join(', ')}.`);
  return behaviours;
}
