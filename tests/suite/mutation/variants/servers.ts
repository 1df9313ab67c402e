import { createRequire } from 'node:module';
import { listVariants } from '../../../../fixtures/reference/faults/index.ts';

// Bundled as CommonJS without names that an import could find.
const { make, sorters, criteria } = createRequire(import.meta.url)(
  'covertable',
) as typeof import('covertable');

/** What a server does that takes none of the variants of a choice. */
const USUAL = '';

/** The variants of the servers to judge, by the servers' titles. */
export type Servers = ReadonlyMap<string, readonly string[]>;

/** A server for each variant: they name the one that is accused, where a combined server is. */
export const singleVariants = (): Servers =>
  new Map(listVariants().map(({ name }) => [`single ${name}`, [name]]));

/**
 * Servers with several variants each, in which every two variants meet that can go together: the rows of a covering array of
 * strength two. Each choice is left out sometimes, too. Variants that take long to judge are left out.
 */
export function combinedVariants(): Servers {
  const choices: Record<string, string[]> = {};
  for (const { name, choice, slow } of listVariants()) {
    if (slow) continue;
    choices[choice] ??= [USUAL];
    choices[choice].push(name);
  }
  const rows = make(choices, { length: 2, sorter: sorters.hash, criterion: criteria.simple });
  return new Map(
    rows.map((row, index) => [`combined ${index + 1}`, Object.values(row).filter((name) => name !== USUAL)]),
  );
}

/** All of them. */
export const allServers = (): Servers => new Map([...singleVariants(), ...combinedVariants()]);
