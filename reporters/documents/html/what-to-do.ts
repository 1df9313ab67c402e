import { byReason, type SharedReason } from '../../reasons.ts';
import type { ReportedRequirement } from '../../report.ts';

/** One kind of thing that a reader can do. */
export interface WayOut {
  readonly title: string;
  readonly reasons: readonly SharedReason[];
}

/** What there is to do, and the reasons that ask for it. The first that matches counts; the last matches all. */
const KINDS: readonly (readonly [title: string, reasons: RegExp])[] = [
  ['Run what this run left out', /^(left out of this run|not in shard|the run ended before any test)/],
  ['Mend first what fails', /^it ended early: |\(see [a-z-]+/],
  ['Nothing to do: a later release may check it', /^this release has no check/],
  ['Set or change a setting', /\b(TARGET|CONFORMANCE)_[A-Z_]+/],
  ['Give the target data that shows it', /(?:)/],
];

/** Reasons of many requirements before those of few. */
export const mostFrequentFirst = (reasons: readonly SharedReason[]): SharedReason[] =>
  [...reasons].sort((a, b) => b.rows.length - a.rows.length);

/**
 * What would get requirements tested, by what there is to do.
 *
 * @param rows - those that were not tested
 * @returns the kinds that some of them ask for
 */
export function waysOut(rows: readonly ReportedRequirement[]): WayOut[] {
  const titleOf = ({ reason }: SharedReason): string =>
    KINDS.find(([, pattern]) => pattern.test(reason))?.[0] ?? '';
  const reasons = mostFrequentFirst(byReason(rows));
  return KINDS.map(([title]) => ({ title, reasons: reasons.filter((one) => titleOf(one) === title) })).filter(
    (way) => way.reasons.length > 0,
  );
}
