import type { Change, Comparison } from '../../comparison.ts';

/** What changed since the earlier run, in the order in which a reader asks. */
export const CHANGES: readonly (readonly [
  word: string,
  changes: (comparison: Comparison) => readonly Change[],
])[] = [
  ['newly failing', ({ newlyFailing }) => newlyFailing],
  ['no longer tested', ({ noLongerTested }) => noLongerTested],
  ['mended', ({ mended }) => mended],
  ['newly tested', ({ newlyTested }) => newlyTested],
  ['new in the catalogue', ({ added }) => added],
  ['gone from the catalogue', ({ removed }) => removed],
];

/** The word for what became of each requirement since the earlier run; those that are as they were have none. */
export type Marks = ReadonlyMap<string, string>;

/** Marks what changed; where two words fit, the first one of {@link CHANGES} does. */
export function marksOf(comparison: Comparison | undefined): Marks {
  const marks = new Map<string, string>();
  if (!comparison) return marks;
  for (const [word, changesOf] of CHANGES)
    for (const { id } of changesOf(comparison)) if (!marks.has(id)) marks.set(id, word);
  return marks;
}
