import type { Level } from '../schemas/requirements.ts';
import { visible } from '../schemas/visible-text.ts';
import { escaped, table } from './documents/markdown-text.ts';
import { counted, firstOf, groupBy, sentences } from './lists.ts';
import type { Report, ReportedRequirement } from './report.ts';
import type { Verdict } from './verdicts.ts';

export interface Change {
  id: string;
  level: Level;
  statement: string;
  /** null where the catalogue of that run had no such requirement. */
  before: Verdict | null;
  after: Verdict | null;
  /** Why it is what it is now: the first failure, or the reason of a verdict that is neither pass nor fail. */
  why: string;
}

const isJudged = (verdict: Verdict | null): boolean => verdict === 'pass' || verdict === 'fail';

/** What may become of a requirement, in the order in which a reader asks. */
const KINDS = {
  newlyFailing: ['newly failing', ({ before, after }) => after === 'fail' && before !== 'fail'],
  noLongerTested: [
    'no longer tested',
    ({ before, after }) => isJudged(before) && after !== null && !isJudged(after),
  ],
  mended: ['mended', ({ before, after }) => before === 'fail' && after === 'pass'],
  newlyTested: [
    'newly tested',
    ({ before, after }) => before !== null && !isJudged(before) && after === 'pass',
  ],
  added: ['new in the catalogue', ({ before }) => before === null],
  removed: ['gone from the catalogue', ({ after }) => after === null],
} as const satisfies Record<string, readonly [word: string, isOne: (change: Change) => boolean]>;
type Kind = keyof typeof KINDS;

export const CHANGES = Object.entries(KINDS).map(([kind, [word]]) => [word, kind as Kind] as const);

/** How two runs differ. Every list is in the order of the catalogue. */
export interface Comparison extends Record<Kind, Change[]> {
  /** Conditions that were met before and are not now, each with the requirements that it concerns. */
  conditionsLost: { says: string; ids: string[] }[];
  /** Ids whose level has changed, as `id: MUST → SHOULD`. */
  levels: string[];
  /** MUSTs that are worse than before: newly failing, or passed before and no longer judged. */
  regressions: string[];
  targets: [before: string, after: string];
  verdicts: [before: Report['verdict'], after: Report['verdict']];
  requests: [before: number, after: number];
  seconds: [before: number, after: number];
  /** What keeps the later run from saying more: it was filtered, cut short, or one shard alone. */
  caveats: string[];
}

export function compareReports(before: Report, after: Report): Comparison {
  const earlier = new Map(before.requirements.map((row) => [row.id, row]));
  const later = new Set(after.requirements.map(({ id }) => id));
  const changes = [
    ...after.requirements.map((row) => changeOf(earlier.get(row.id), row)),
    ...before.requirements.filter(({ id }) => !later.has(id)).map((row) => changeOf(row, undefined)),
  ];
  const lists = Object.fromEntries(
    Object.entries(KINDS).map(([kind, [, isOne]]) => [kind, changes.filter(isOne)]),
  ) as Record<Kind, Change[]>;
  // What the target declines is neither owed nor lost.
  const lost = lists.noLongerTested.filter(
    (one) => one.before === 'pass' && (one.after === 'not-tested' || one.after === 'inconclusive'),
  );
  const { run } = after;
  return {
    ...lists,
    conditionsLost: lostConditions(earlier, after),
    levels: after.requirements.flatMap(({ id, level }) => {
      const known = earlier.get(id)?.level;
      return known && known !== level ? [`${id}: ${known} → ${level}`] : [];
    }),
    regressions: [...lists.newlyFailing, ...lost].filter(({ level }) => level === 'MUST').map(({ id }) => id),
    targets: [targetOf(before), targetOf(after)],
    verdicts: [before.verdict, after.verdict],
    requests: [before.run.requests, run.requests],
    seconds: [before.run.durationMs / 1000, run.durationMs / 1000],
    caveats: sentences(
      run.shard !== null &&
        `the later report is that of shard ${run.shard?.current} of ${run.shard?.total} alone`,
      run.filtered && 'the later run was filtered: what its filters left out counts as no longer tested',
      !run.complete && run.shard === null && 'the later run is not complete',
    ),
  };
}

function lostConditions(
  earlier: ReadonlyMap<string, ReportedRequirement>,
  { requirements }: Report,
): Comparison['conditionsLost'] {
  const lost = requirements.flatMap(({ id, conditions }) => {
    const before = earlier.get(id)?.conditions;
    const known = new Set(before?.unmet.map(({ says }) => says));
    return (before ? (conditions?.unmet ?? []) : []).flatMap(({ says }) =>
      known.has(says) ? [] : { says, id },
    );
  });
  return [...groupBy(lost, ({ says }) => says)].map(([says, own]) => ({
    says,
    ids: own.map(({ id }) => id),
  }));
}

/** The embedded target has another port in every run. */
const targetOf = ({ target }: Report): string =>
  target.embedded ? 'the embedded target' : target.baseUrl || 'none';

function changeOf(before: ReportedRequirement | undefined, after: ReportedRequirement | undefined): Change {
  const { id, level, statement } = (after ?? before) as ReportedRequirement;
  const failure = after?.tests.flatMap(({ failures }) => failures)[0];
  const why =
    after?.verdict === 'fail'
      ? `expected ${failure?.expected ?? '?'}, received ${failure?.received ?? '?'}`
      : (after?.reason ?? '');
  return { id, level, statement, before: before?.verdict ?? null, after: after?.verdict ?? null, why };
}

export const headingOf = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

export const arrow = ([before, after]: readonly [string | number, string | number]): string =>
  before === after ? `${after}` : `${before} → ${after}`;

export const secondsOf = ({ seconds: [before, after] }: Comparison): string =>
  arrow([before.toFixed(1), after.toFixed(1)]);

const headline = ({ regressions: { length } }: Comparison): string =>
  length === 0 ? 'No regression' : counted(length, 'regression');

const verdictsOf = ({ before, after }: Change): string =>
  arrow([before ?? 'not there', after ?? 'not there']);

const facts = (comparison: Comparison): string[] => [
  `target ${arrow([visible(comparison.targets[0]), visible(comparison.targets[1])])}`,
  `verdict ${arrow(comparison.verdicts)}`,
  `requests ${arrow(comparison.requests)}, seconds ${secondsOf(comparison)}`,
  ...comparison.levels.map((one) => `level of ${one}`),
  ...comparison.conditionsLost.map(({ says, ids }) => `no longer met: ${visible(says)} (${firstOf(ids, 3)})`),
  ...comparison.caveats,
];

export function comparisonText(comparison: Comparison): string {
  const lines = [headline(comparison), ...facts(comparison).map((fact) => `  ${fact}`)];
  for (const [word, kind] of CHANGES) {
    const changes = comparison[kind];
    if (changes.length > 0) lines.push('', `${headingOf(word)}:`);
    for (const change of changes) {
      lines.push(`  ${change.level.padEnd(6)} ${change.id}  ${verdictsOf(change)}`);
      if (change.after !== 'pass' && change.why) lines.push(`           ${visible(change.why)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** For a pull request: a table for each list, in Markdown that holds no markup but its own. `mark` is that of its heading. */
export function comparisonMarkdown(comparison: Comparison, mark = '##'): string {
  const list = facts(comparison).map((fact) => `- ${escaped(fact)}`);
  const parts = [`${mark} ${headline(comparison)}`, list.join('\n')];
  for (const [word, kind] of CHANGES) {
    const rows = comparison[kind].map((change) => [
      `\`${change.id}\``,
      change.level,
      escaped(verdictsOf(change)),
      change.after === 'pass' ? '' : escaped(change.why),
    ]);
    if (rows.length > 0)
      parts.push(`${mark}# ${headingOf(word)}`, table(['Requirement', 'Level', 'Verdict', 'Why'], rows));
  }
  return `${parts.join('\n\n')}\n`;
}
