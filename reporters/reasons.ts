import { DETAILS } from '../schemas/evidence.ts';
import type { ReportedRequirement } from './report.ts';

/** Requirements that were not judged for the same reason: the reason is what a reader can act on. */
export interface SharedReason {
  readonly reason: string;
  /** What differs from one to the next, of the first; empty where nothing does. */
  readonly details: string;
  readonly rows: readonly ReportedRequirement[];
}

/** Puts together what has the same reason, in the order in which each is first met. */
export function byReason(rows: readonly ReportedRequirement[]): SharedReason[] {
  const reasons = new Map<string, { reason: string; details: string; rows: ReportedRequirement[] }>();
  for (const row of rows) {
    const [reason = '', ...details] = row.reason.split(DETAILS);
    const known = reasons.get(reason);
    if (known) known.rows.push(row);
    else reasons.set(reason, { reason, details: details.join(DETAILS), rows: [row] });
  }
  return [...reasons.values()];
}

/** A reason as one text, with the details of the first. */
export const wholeReason = ({ reason, details }: SharedReason): string =>
  details ? `${reason}${DETAILS}${details}` : reason;
