import type { Counts } from './verdicts.ts';

/** A part of a whole. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

/** Of what was verified, how much holds. */
export const heldOf = ({ pass, fail }: Counts): Share => ({ part: pass, of: pass + fail });

/** Of the catalogue, how much was verified. What a target declines was not. */
export const verifiedOf = (counts: Counts): Share => ({
  part: counts.pass + counts.fail,
  of: Object.values(counts).reduce((sum, one) => sum + one, 0),
});

/** Tells whether nothing is missing. Of nothing, everything is. */
export const isWhole = ({ part, of }: Share): boolean => of > 0 && part === of;

/** A share in per cent, never rounded up: only all of it is 100 %. */
export const percent = ({ part, of }: Share): string =>
  of === 0 ? '–' : `${Math.floor((part / of) * 1000) / 10} %`;
