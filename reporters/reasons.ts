import { type Cause, DETAILS } from '../schemas/evidence.ts';
import { rules } from '../schemas/rules-page.ts';
import { groupBy } from './lists.ts';
import type { ReportedRequirement } from './report.ts';

/** Requirements that were not judged for the same reason: the reason is what a reader can act on. */
export interface SharedReason {
  readonly reason: string;
  /** What differs from one to the next, of the first; empty where nothing does. */
  readonly details: string;
  readonly rows: readonly ReportedRequirement[];
}

/** What blames the same requirements has the same reason, in whatever words; of anything else, the words decide. */
const keyOf = ({ reason, cause }: ReportedRequirement): string =>
  cause && cause.blames.length > 0
    ? JSON.stringify([cause.code, cause.blames.toSorted()])
    : (reason.split(DETAILS, 1)[0] ?? '');

/** Puts together what has the same reason, in the order in which each is first met. */
export const byReason = (rows: readonly ReportedRequirement[]): SharedReason[] =>
  [...groupBy(rows, keyOf).values()].map((own) => {
    const [reason = '', ...details] = own[0]?.reason.split(DETAILS) ?? [];
    return { reason, details: details.join(DETAILS), rows: own };
  });

export const wholeReason = ({ reason, details }: SharedReason): string =>
  details ? `${reason}${DETAILS}${details}` : reason;

const KINDS: readonly (readonly [title: string, causes: readonly Cause['code'][]])[] = [
  ['Run the tests that this run left out', ['left-out']],
  ['Fix the failures first', ['broken', 'control-refused']],
  ['Supply what is missing: a setting, or data of the target that shows the rule', ['missing', 'unset']],
];

export const mostFrequentFirst = (reasons: readonly SharedReason[]): SharedReason[] =>
  [...reasons].sort((a, b) => b.rows.length - a.rows.length);

export const waysOut = (
  rows: readonly ReportedRequirement[],
): { title: string; reasons: readonly SharedReason[] }[] =>
  KINDS.map(([title, codes]) => {
    const own = rows.filter(({ cause }) => codes.includes(cause?.code ?? 'missing'));
    return { title, reasons: mostFrequentFirst(byReason(own)) };
  }).filter(({ reasons }) => reasons.length > 0);

const places = new Map(
  rules.map(({ source, section: heading }, index) => [source, { heading, index }] as const),
);

const ELSEWHERE = { heading: 'Elsewhere', index: places.size };

/** The heading of the interface under which a requirement stands. */
export const sectionOf = ({ source }: { readonly source: string }): string =>
  (places.get(source) ?? ELSEWHERE).heading;

export function sectionsOf(rows: readonly ReportedRequirement[]): Map<string, ReportedRequirement[]> {
  const placeOf = ({ source }: ReportedRequirement): number => (places.get(source) ?? ELSEWHERE).index;
  return groupBy(
    rows.toSorted((a, b) => placeOf(a) - placeOf(b)),
    sectionOf,
  );
}
