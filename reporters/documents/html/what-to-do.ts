import type { Cause } from '../../../schemas/evidence.ts';
import { byReason, type SharedReason } from '../../reasons.ts';
import type { ReportedRequirement } from '../../report.ts';

/** One kind of thing that a reader can do. */
interface WayOut {
  readonly title: string;
  readonly reasons: readonly SharedReason[];
}

/** What there is to do, and the causes that ask for it. */
const KINDS: readonly (readonly [title: string, causes: readonly Cause['code'][]])[] = [
  ['Run what this run left out', ['left-out']],
  ['Mend first what fails', ['broken', 'control-refused']],
  ['Nothing to do: a later release may check it', ['unchecked']],
  ['Supply what is missing: a setting, or data of the target that shows the rule', ['missing']],
];

/** Reasons of many requirements before those of few. */
export const mostFrequentFirst = (reasons: readonly SharedReason[]): SharedReason[] =>
  [...reasons].sort((a, b) => b.rows.length - a.rows.length);

/** What would get requirements tested, by what there is to do. */
export function waysOut(rows: readonly ReportedRequirement[]): WayOut[] {
  const ways = KINDS.map(([title, codes]) => {
    const own = rows.filter(({ cause }) => codes.includes(cause?.code ?? 'missing'));
    return { title, reasons: mostFrequentFirst(byReason(own)) };
  });
  return ways.filter(({ reasons }) => reasons.length > 0);
}
