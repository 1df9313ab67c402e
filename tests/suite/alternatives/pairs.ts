import { createRequire } from 'node:module';
import { listAlternatives } from '../../../fixtures/reference/faults.ts';

// Bundled as CommonJS without names that an import could find.
const { make, sorters, criteria } = createRequire(import.meta.url)(
  'covertable',
) as typeof import('covertable');

/** What a server does that takes none of the variants of a choice. */
const USUAL = '';
/** As many servers as every commit can wait for. */
const SAMPLE = 12;

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

/** Those of the sets that show the most pairs, so many that every variant is in one of them. */
function sample(rows: readonly string[][]): string[][] {
  const met = new Set<string>();
  const left = new Set(rows);
  const picked: string[][] = [];
  while (picked.length < SAMPLE && left.size > 0) {
    const [best] = [...left]
      .map((row) => ({ row, fresh: pairsOf(row).filter((pair) => !met.has(pair)) }))
      .sort((one, other) => other.fresh.length - one.fresh.length);
    if (!best) break;
    for (const pair of best.fresh) met.add(pair);
    left.delete(best.row);
    picked.push(best.row);
  }
  return picked;
}

const pairsOf = (row: readonly string[]): string[] =>
  row.flatMap((one, index) => row.slice(index + 1).map((other) => `${one} ${other}`));

const titled = (word: string, rows: readonly string[][]): ReadonlyMap<string, readonly string[]> =>
  new Map(rows.map((names, index) => [`${word} ${index + 1}`, names]));

/** The names of the variants of servers that are to be judged, by their titles. */
export type Servers = ReadonlyMap<string, readonly string[]>;

/** Each variant alone. */
export const alone = (): Servers => new Map(listAlternatives().map(({ name }) => [`alone ${name}`, [name]]));

/** Every two variants that can go together. */
export const together = (): Servers => titled('together', pairwise());

/** A few servers, in which every variant is. */
export const sampled = (): Servers => titled('sample', sample(pairwise()));
