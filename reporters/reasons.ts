import { DETAILS } from '../schemas/evidence.ts';
import type { ReportedRequirement } from './report.ts';

/** Requirements that were not judged for the same reason: the reason is what a reader can act on. */
export interface SharedReason {
  /** In the words of the first requirement, with its details. */
  reason: string;
  ids: string[];
}

/**
 * Puts together what has the same reason.
 *
 * @param rows - of one verdict that is neither pass nor fail
 * @returns each reason once, in the order in which it is first met
 */
export function byReason(rows: readonly ReportedRequirement[]): SharedReason[] {
  const reasons = new Map<string, SharedReason>();
  for (const { reason, id } of rows) {
    const [key = reason] = reason.split(DETAILS);
    const known = reasons.get(key);
    if (known) known.ids.push(id);
    else reasons.set(key, { reason, ids: [id] });
  }
  return [...reasons.values()];
}
