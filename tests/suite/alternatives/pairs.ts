import { createRequire } from 'node:module';
import { listAlternatives } from '../../../fixtures/reference/faults.ts';

// Bundled as CommonJS without names that an import could find.
const { make, sorters, criteria } = createRequire(import.meta.url)(
  'covertable',
) as typeof import('covertable');

/** What a server does that takes none of the variants of a choice. */
const USUAL = '';

/**
 * Sets of honest variants in which every two that can go together do: the rows of a covering array of strength two, in
 * which each choice is left out sometimes, too.
 *
 * @returns the names of the variants of each server
 */
function pairwise(): string[][] {
  const alternatives = listAlternatives();
  const choices: Record<string, string[]> = {};
  for (const { name, choice } of alternatives) {
    choices[choice] ??= [USUAL];
    choices[choice].push(name);
  }
  const rows = make(choices, {
    length: 2,
    sorter: sorters.hash,
    criterion: criteria.simple,
  });
  return rows.map((row) => Object.values(row).filter((name) => name !== USUAL));
}

/** The names of the variants of each server that is to be judged, by its title: each variant alone, then in pairs. */
export function variantTargets(): ReadonlyMap<string, readonly string[]> {
  return new Map([
    ...listAlternatives().map(({ name }): [string, string[]] => [`alone ${name}`, [name]]),
    ...pairwise().map((names, index): [string, string[]] => [`together ${index + 1}`, names]),
  ]);
}
