import type { Change, Comparison } from './comparison.ts';

/** What became of requirements between two runs, in the order in which a reader asks. */
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

/** A word of {@link CHANGES} at the beginning of a line. */
export const headingOf = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Two values, or one where they are the same. */
export const arrow = ([before, after]: readonly [string | number, string | number]): string =>
  before === after ? `${after}` : `${before} → ${after}`;

/** Two lengths of time. */
export const secondsOf = ({ seconds: [before, after] }: Comparison): string =>
  arrow([before.toFixed(1), after.toFixed(1)]);
