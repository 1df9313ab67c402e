import type { FailedAnswer } from '../schemas/evidence.ts';
import { groupBy } from './lists.ts';
import type { ReportedRequirement } from './report.ts';

/** Failures that look like the work of one cause. */
interface RootCause {
  /** What they have in common, as the beginning of a sentence. */
  readonly what: string;
  /** The requirements that fail, the MUST first. */
  readonly rows: readonly ReportedRequirement[];
  /** Requirements that could not be tested, because one of these fails. */
  readonly untested: number;
}

/** So many failures have to have something in common for it to be told. */
const FEWEST = 2;

/** Parameters that nearly every request has: they explain nothing. */
const EVERYWHERE = ['first', 'after', 'count', 'startIndex'];

/** The first two parts of a path: what a group of routes has in common. */
const familyOf = (route: string): string => route.replace(/^\S+ ((?:\/[^/{]+){1,2}).*$/, '$1');

/** What an answer tells of why it fails, from the most certain to the least: that a parameter is the cause, nothing says. */
const KINDS: readonly ((answer: FailedAnswer) => readonly string[])[] = [
  ({ route, status }) => {
    if ([404, 405, 501].includes(status))
      return [
        `${route} is not served (${status})`,
        `Routes below ${familyOf(route)} are not served (${status})`,
      ];
    if (status === 401 || status === 403) return [`${route} refuses the caller (${status})`];
    if (status >= 500) return [`${route} answers with an error of the server (${status})`];
    return status >= 400 ? [`${route} rejects the request (${status})`] : [];
  },
  ({ route, isShape }) => (isShape ? [`Answers of ${route} have another shape than the contract's`] : []),
  ({ route, parameters }) =>
    parameters
      .filter((name) => !EVERYWHERE.includes(name))
      .map((name) => `Requests to ${route} that send \`${name}\``),
];

const answerOf = ({ tests }: ReportedRequirement): FailedAnswer | undefined =>
  tests.flatMap(({ failures }) => failures.flatMap(({ answer }) => answer ?? []))[0];

/**
 * Groups failures by what their answers have in common: a route that is not served, a refusal, a shape, a parameter. Each failure is
 * told once, with the most certain kind that it shares with others, and of that kind with the largest group. Pure.
 *
 * @param all - every requirement of a report
 * @returns the causes, those of most MUST first; failures that share nothing are in none
 */
export function rootCausesOf(all: readonly ReportedRequirement[]): RootCause[] {
  let left = all.filter(({ verdict }) => verdict === 'fail');
  const causes: RootCause[] = [];
  for (const kind of KINDS)
    for (let largest = largestGroup(left, kind); largest; largest = largestGroup(left, kind)) {
      const [what, rows] = largest;
      const ids = new Set(rows.map(({ id }) => id));
      const isBlamed = ({ verdict, cause }: ReportedRequirement): boolean =>
        verdict === 'not-tested' && (cause?.blames.some((id) => ids.has(id)) ?? false);
      causes.push({ what, rows, untested: all.filter(isBlamed).length });
      left = left.filter(({ id }) => !ids.has(id));
    }
  return causes.sort((a, b) => mustIn(b) - mustIn(a) || b.rows.length - a.rows.length);
}

const mustIn = ({ rows }: RootCause): number => rows.filter(({ level }) => level === 'MUST').length;

function largestGroup(
  rows: readonly ReportedRequirement[],
  kind: (answer: FailedAnswer) => readonly string[],
): [string, ReportedRequirement[]] | undefined {
  const named = rows.flatMap((row) => {
    const answer = answerOf(row);
    return answer ? kind(answer).map((what) => ({ what, row })) : [];
  });
  const groups = [...groupBy(named, ({ what }) => what)].sort(([, a], [, b]) => b.length - a.length);
  for (const [first, own] of groups.filter(([, members]) => members.length >= FEWEST)) {
    const byLevel = own.map(({ row }) => row).sort((a, b) => a.level.localeCompare(b.level));
    // Where every one of these requests sends another parameter as well, that one may be the cause as much.
    const others = groups.filter(
      ([what, members]) =>
        what !== first &&
        what.includes(' that send ') &&
        members.length === own.length &&
        members.every(({ row }) => byLevel.includes(row)),
    );
    const what = [first, ...others.map(([other]) => other.replace(/^.* that send/, 'or'))].join(' ');
    // One of three parameters or more tells nothing.
    if (others.length <= 1) return [what, byLevel];
  }
  return undefined;
}

/** A cause in a sentence: `GET /v1/… is not served (404): 5 MUST fail, and 3 more could not be tested`. */
export function sentenceOf(cause: RootCause): string {
  const must = mustIn(cause);
  const should = cause.rows.length - must;
  const counts = [...(must > 0 ? [`${must} MUST`] : []), ...(should > 0 ? [`${should} SHOULD`] : [])];
  const untested = cause.untested > 0 ? `, and ${cause.untested} more could not be tested` : '';
  return `${cause.what}: ${counts.join(' and ')} fail${untested}`;
}
