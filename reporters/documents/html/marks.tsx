import type { JSX } from 'preact';
import type { ReportedRequirement } from '../../report.ts';
import type { Verdict } from '../../verdicts.ts';
import { STATES, tolerance } from '../common.ts';

/**
 * A sign and a word for each verdict: colour says nothing that they do not say. In the order in which a reader asks for the
 * verdicts.
 */
const SIGNS: Readonly<Record<Verdict, readonly [sign: string, word: string]>> = {
  fail: ['✗', 'fail'],
  inconclusive: ['?', 'inconclusive'],
  'not-tested': ['–', 'not tested'],
  pass: ['✓', 'pass'],
  'not-applicable': ['○', 'not applicable'],
  excluded: ['·', 'excluded'],
};

/** The verdicts of some requirements, each with how many have it. */
export const verdictCounts = (rows: readonly ReportedRequirement[]): (readonly [Verdict, number])[] =>
  (Object.keys(SIGNS) as Verdict[])
    .map((verdict) => [verdict, rows.filter((row) => row.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0);

export const wordOf = (verdict: Verdict): string => SIGNS[verdict][1];

/** A verdict as a reader sees it. */
export function VerdictMark({ verdict }: { verdict: Verdict }): JSX.Element {
  const [sign, word] = SIGNS[verdict];
  return (
    <span class={`mark verdict-${verdict}`}>
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  );
}

/** A requirement, and what became of it since an earlier run, if anything. */
export interface Noted {
  readonly row: ReportedRequirement;
  readonly change: string | undefined;
}

/** What the baseline says of a requirement, and what became of it since an earlier run. */
export function Notes({ row, change }: Noted): JSX.Element {
  return (
    <>
      {row.baseline && <span class={`mark baseline-${row.baseline}`}>{STATES[row.baseline]}</span>}
      {change && <span class={`mark change ${change === 'newly failing' ? 'worse' : ''}`}>{change}</span>}
    </>
  );
}

/** Why the baseline lists a requirement, and what to do about an entry that no longer holds. */
export function BaselineReason({ row }: { row: ReportedRequirement }): JSX.Element | null {
  if (row.baseline === null) return null;
  const advice = {
    known: '',
    beyond: ' It fails in another way than the entry says: see why the run does not pass.',
    expired: ' Fix the target, or change the date of the entry in the baseline.',
    stale: ' Remove the entry from the baseline.',
  }[row.baseline];
  return (
    <>
      {tolerance(row)}.{advice}
    </>
  );
}
