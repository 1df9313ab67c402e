import type { Level } from '../schemas/requirements.ts';
import type { ReportedRequirement, StoredReport } from './report.ts';
import type { Verdict } from './verdicts.ts';

/** What became of one requirement between two runs. */
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

/** How two runs differ. Every list is in the order of the catalogue. */
export interface Comparison {
  /** Fails now, and did not fail before. */
  newlyFailing: Change[];
  /** Failed before, and passes now. */
  mended: Change[];
  /** Was not judged before, and passes now. */
  newlyTested: Change[];
  /** Was judged before, and is not judged now. */
  noLongerTested: Change[];
  /** In the later catalogue alone. */
  added: Change[];
  /** In the earlier catalogue alone. */
  removed: Change[];
  /** Ids whose level has changed, as `id: MUST → SHOULD`. */
  levels: string[];
  /** MUSTs that are worse than before: newly failing, or passed before and no longer judged. */
  regressions: string[];
  targets: [before: string, after: string];
  verdicts: [before: StoredReport['verdict'], after: StoredReport['verdict']];
  requests: [before: number, after: number];
  seconds: [before: number, after: number];
  /** What keeps the later run from saying more: it was filtered, cut short, or one shard alone. */
  caveats: string[];
}

const isJudged = (verdict: Verdict | null): boolean => verdict === 'pass' || verdict === 'fail';

/** What the target declines is neither owed nor lost. */
const isLost = ({ before, after }: Change): boolean =>
  before === 'pass' && (after === 'not-tested' || after === 'inconclusive');

/** Compares two runs by their reports. Pure. */
export function compareReports(before: StoredReport, after: StoredReport): Comparison {
  const earlier = new Map(before.requirements.map((row) => [row.id, row]));
  const later = new Map(after.requirements.map((row) => [row.id, row]));
  const present = after.requirements.map((row) => changeOf(earlier.get(row.id), row));
  const removed = before.requirements
    .filter(({ id }) => !later.has(id))
    .map((row) => changeOf(row, undefined));
  const newlyFailing = present.filter((one) => one.after === 'fail' && one.before !== 'fail');
  const noLongerTested = present.filter((one) => isJudged(one.before) && !isJudged(one.after));
  return {
    newlyFailing,
    mended: present.filter((one) => one.before === 'fail' && one.after === 'pass'),
    newlyTested: present.filter(
      (one) => one.before !== null && !isJudged(one.before) && one.after === 'pass',
    ),
    noLongerTested,
    added: present.filter((one) => one.before === null),
    removed,
    levels: after.requirements.flatMap(({ id, level }) => {
      const known = earlier.get(id)?.level;
      return known && known !== level ? [`${id}: ${known} → ${level}`] : [];
    }),
    regressions: [...newlyFailing, ...noLongerTested.filter(isLost)]
      .filter(({ level }) => level === 'MUST')
      .map(({ id }) => id),
    targets: [targetOf(before), targetOf(after)],
    verdicts: [before.verdict, after.verdict],
    requests: [before.run.requests, after.run.requests],
    seconds: [before.run.durationMs / 1000, after.run.durationMs / 1000],
    caveats: caveats(after),
  };
}

/** The embedded target has another port in every run. */
const targetOf = ({ target }: StoredReport): string =>
  target.embedded ? 'the embedded target' : target.baseUrl || 'none';

function changeOf(before: ReportedRequirement | undefined, after: ReportedRequirement | undefined): Change {
  const row = (after ?? before) as ReportedRequirement;
  const failure = after?.tests.flatMap(({ failures }) => failures)[0];
  return {
    id: row.id,
    level: row.level,
    statement: row.statement,
    before: before?.verdict ?? null,
    after: after?.verdict ?? null,
    why:
      after?.verdict === 'fail'
        ? `expected ${failure?.expected ?? '?'}, received ${failure?.received ?? '?'}`
        : (after?.reason ?? ''),
  };
}

function caveats({ run }: StoredReport): string[] {
  return [
    ...(run.shard
      ? [`the later report is that of shard ${run.shard.current} of ${run.shard.total} alone`]
      : []),
    ...(run.filtered
      ? ['the later run was filtered: what its filters left out counts as no longer tested']
      : []),
    ...(run.complete || run.shard ? [] : ['the later run is not complete']),
  ];
}

/** What became of requirements between two runs, in the order in which a reader asks. */
export const CHANGES: readonly (readonly [
  word: string,
  changes: (comparison: Comparison) => readonly Change[],
])[] = [
  ['newly failing', ({ newlyFailing }) => newlyFailing],
  ['no longer tested', ({ noLongerTested }) => noLongerTested],
  ['mended', ({ mended }) => mended],
  ['newly tested', ({ newlyTested }) => newlyTested],
  ['new in the catalogue', ({ added }) => added],
  ['gone from the catalogue', ({ removed }) => removed],
];

/** A word of {@link CHANGES} at the beginning of a line. */
export const headingOf = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Two values, or one where they are the same. */
export const arrow = ([before, after]: readonly [string | number, string | number]): string =>
  before === after ? `${after}` : `${before} → ${after}`;

/** Two lengths of time. */
export const secondsOf = ({ seconds: [before, after] }: Comparison): string =>
  arrow([before.toFixed(1), after.toFixed(1)]);
