import { visible } from '../schemas/visible-text.ts';
import type { RunFacts } from './report.ts';

/**
 * Of a target or a network that is less stable than this, too much was asked again for a verdict: at most this share of the
 * requests, and always at most so many, may get another answer when the same is asked again.
 */
const [MAX_SHARE, MAX_TIMES] = [0.15, 25];

/** How many answers did not come back when the same was asked again. */
const unstableTimes = ({ unstable = [] }: RunFacts): number =>
  unstable.reduce((sum, { times }) => sum + times, 0);

/** How many answers did not come back, as a sentence; empty where all did. */
export function unstableSentence(run: RunFacts): string {
  const times = unstableTimes(run);
  const share = `${((times / run.requests) * 100).toFixed(1)} % of ${run.requests} requests`;
  return times === 0
    ? ''
    : `${times} ${times === 1 ? 'answer' : 'answers'} did not come back when the same was asked again (${share})`;
}

/** Why a run was too unstable to be judged; undefined where it was not. */
export function whyUnsteady(run: RunFacts): string | undefined {
  const times = unstableTimes(run);
  if (times <= Math.max(MAX_TIMES, run.requests * MAX_SHARE)) return undefined;
  return `${unstableSentence(run)}, and more than ${MAX_SHARE * 100} % is too much for a verdict: see what is between, and run again`;
}

/** Each of them, such as `12 times generateSession answered 500`. */
export const unstableLines = ({ unstable = [] }: RunFacts): string[] =>
  unstable.map(({ what, times }) => `${times} ${times === 1 ? 'time' : 'times'} ${visible(what)}`);
