import { DETAILS } from '../../../schemas/evidence.ts';
import type { ReportedRequirement } from '../../report.ts';

/** Requirements that share a reason. */
export interface Reason {
  /** What they share. */
  readonly reason: string;
  /** What differs from one to the next, of the first; empty where nothing does. */
  readonly details: string;
  readonly rows: readonly ReportedRequirement[];
}

/** One kind of thing that a reader can do. */
export interface WayOut {
  readonly title: string;
  readonly reasons: readonly Reason[];
}

/** What there is to do, and the reasons that ask for it. The first that matches counts; the last matches all. */
const KINDS: readonly (readonly [title: string, reasons: RegExp])[] = [
  ['Run what this run left out', /^(left out of this run|not in shard|the run ended before any test)/],
  ['Mend first what fails', /^it ended early: |\(see [a-z-]+/],
  ['Nothing to do: a later release may check it', /^this release has no check/],
  ['Set or change a setting', /\b(TARGET|CONFORMANCE)_[A-Z_]+/],
  ['Give the target data that shows it', /(?:)/],
];

/**
 * Requirements by the reason that they share, the most frequent first.
 *
 * @param rows - that are neither passed nor failed
 */
export function byReason(rows: readonly ReportedRequirement[]): Reason[] {
  const reasons = new Map<string, { details: string; rows: ReportedRequirement[] }>();
  for (const row of rows) {
    const [reason = '', ...details] = row.reason.split(DETAILS);
    const known = reasons.get(reason);
    if (known) known.rows.push(row);
    else reasons.set(reason, { details: details.join(DETAILS), rows: [row] });
  }
  return [...reasons]
    .map(([reason, { details, rows: own }]) => ({ reason, details, rows: own }))
    .sort((a, b) => b.rows.length - a.rows.length);
}

/**
 * What would get requirements tested, by what there is to do.
 *
 * @param rows - those that were not tested
 * @returns the kinds that some of them ask for
 */
export function waysOut(rows: readonly ReportedRequirement[]): WayOut[] {
  const titleOf = ({ reason }: Reason): string =>
    KINDS.find(([, pattern]) => pattern.test(reason))?.[0] ?? '';
  const reasons = byReason(rows);
  return KINDS.map(([title]) => ({ title, reasons: reasons.filter((one) => titleOf(one) === title) })).filter(
    (way) => way.reasons.length > 0,
  );
}
