import { visibleLines } from '../../../schemas/visible-text.ts';
import type { Report } from '../../report.ts';

/** How many characters of a failure the page shows. */
export interface Limits {
  /** Of what was expected, what was received and the fix, each. */
  readonly text: number;
  /** Of the smallest input. */
  readonly input: number;
  /** Of the command, which is of use only where it is whole. */
  readonly curl: number;
}

export interface Clipped {
  readonly text: string;
  readonly isCut: boolean;
}

const GENEROUS: Limits = { text: 2_000, input: 6_000, curl: 20_000 };

/** What all failures together may take, so that the page stays below some 5 MB. */
const TOGETHER: Limits = { text: 200_000, input: 600_000, curl: 1_200_000 };

/** What is left of a command that is too long: enough to see which request it was. */
const BEGINNING = 600;

/** A text of unknown origin, as far as it fits. */
export function clip(text: string, longest: number): Clipped {
  const shown = visibleLines(text, longest);
  return { text: shown, isCut: text.length > longest || shown.length > longest };
}

/** A command: whole, or its beginning where it is too long. */
export function clipCommand(command: string, longest: number): Clipped {
  const whole = clip(command, longest);
  return whole.isCut ? { ...clip(command, Math.min(longest, BEGINNING)), isCut: true } : whole;
}

/** How much room each failure of a report has: the more there are, the less. */
export function limitsOf({ requirements }: Report): Limits {
  const failures = requirements.flatMap(({ tests }) => tests.flatMap((test) => test.failures)).length;
  const share = (part: keyof Limits): number =>
    Math.min(GENEROUS[part], Math.floor(TOGETHER[part] / Math.max(1, failures)));
  return { text: share('text'), input: share('input'), curl: share('curl') };
}
