import { createRequire } from 'node:module';
import { listVariants } from '../../../../fixtures/reference/faults/index.ts';

// Bundled as CommonJS without names that an import could find.
const { make, sorters, criteria } = createRequire(import.meta.url)(
  'covertable',
) as typeof import('covertable');

/** What a server does that takes none of the variants of a choice. */
const USUAL = '';

/** The names of the variants of servers that are to be judged, by their titles. */
export type Servers = ReadonlyMap<string, readonly string[]>;

/** Each variant alone; the tag is for runs without those that take long. */
export const alone = (): Servers =>
  new Map(listVariants().map(({ name, slow }) => [`alone ${name}${slow ? ' @slow' : ''}`, [name]]));

/**
 * Sets of honest variants in which every two that can go together do, but for those that take long to judge: the rows of a covering array of strength two, in
 * which each choice is left out sometimes, too.
 */
export function together(): Servers {
  const choices: Record<string, string[]> = {};
  for (const { name, choice, slow } of listVariants()) {
    if (slow) continue;
    choices[choice] ??= [USUAL];
    choices[choice].push(name);
  }
  const rows = make(choices, { length: 2, sorter: sorters.hash, criterion: criteria.simple });
  return new Map(
    rows.map((row, index) => [`together ${index + 1}`, Object.values(row).filter((name) => name !== USUAL)]),
  );
}
