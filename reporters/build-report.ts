import { createHash } from 'node:crypto';
import type { Baseline } from '../schemas/baseline.ts';
import type {
  ContractViolation,
  Failure,
  RunNotes,
  Sighting,
  TestEvidence,
  WorkspaceView,
} from '../schemas/evidence.ts';
import { describeOverlay } from '../schemas/overlay.ts';
import { shapes } from '../schemas/requirements/shapes.ts';
import { catalogue, isExcluded } from '../schemas/requirements.ts';
import { conditionsOf } from './conditions.ts';
import { objections, whyUnsteady } from './exit.ts';
import { listed } from './known-failures.ts';
import { groupBy, sentences } from './lists.ts';
import { identityOf, lostOutcomes, type TestOutcome } from './outcome.ts';
import type { Report, ReportedRequirement, ReportedTest, RunFacts } from './report.ts';
import type { Shards } from './shards.ts';
import { count, type JudgedRequirement, judge, judgeProfiles, overall } from './verdicts.ts';

interface RunInput {
  id: string;
  outcomes: readonly TestOutcome[];
  /** How many conformance tests there are, whether they were selected or not. */
  tests: number;
  startedAt: Date;
  durationMs: number;
  /** Nothing cut the run short, as far as the runner can tell. */
  ended: boolean;
  errors: readonly string[];
  shards: Shards;
  suite: { name: string; version: string };
  contractVersion: string;
  baseline: Baseline;
  required: readonly string[];
  /** The value of CONFORMANCE_REQUIRE_CONDITIONS. */
  conditions?: string | undefined;
  versions: { node: string; playwright: string };
  notes?: readonly RunNotes[];
}

export function buildReport(input: RunInput): Report {
  const { outcomes, shards } = input;
  const judged = judge(outcomes, shards.alone);
  // A run that ended before any test was collected left none out.
  const filtered =
    outcomes.length > 0 && !shards.alone && new Set(outcomes.map(identityOf)).size < input.tests;
  const ended = input.ended && outcomes.length > 0 && !outcomes.some(({ status }) => status === 'not-run');
  const evidence = outcomes.flatMap((outcome) => outcome.evidence ?? []);
  const flaws = [...ofSeveral(evidence), ...lostOutcomes(outcomes)];
  const complete = ended && !shards.alone && shards.problems.length === 0;
  const run: RunFacts = {
    id: input.id,
    startedAt: input.startedAt.toISOString(),
    durationMs: Math.round(input.durationMs),
    seed: seedOfAll(evidence),
    requests: evidence.reduce((sum, { requests }) => sum + requests, 0),
    shards: shards.count,
    shard: shards.alone,
    filtered,
    ended,
    complete,
    errors: [...input.errors, ...shards.problems, ...flaws],
    unstable: unstableAnswers(evidence),
    versions: input.versions,
  };
  const conditions = evidence.flatMap((one) => (one.conditions ? [one.conditions] : []));
  // Undefined where no test looked.
  const seen = conditions.length === 0 ? undefined : new Set(conditions.flat());
  const report: Report = {
    schemaVersion: 1,
    suite: { ...input.suite, contractVersion: input.contractVersion, catalogueDigest: catalogueDigest() },
    target: evidence[0]?.target ?? { baseUrl: '', embedded: false, capabilities: {}, settings: [] },
    run,
    summary: count(judged),
    verdict: overall(judged, {
      complete: complete && flaws.length === 0,
      filtered,
      steady: whyUnsteady(run) === undefined,
      offers: evidence[0]?.target.offers,
      shard: shards.alone,
    }),
    overlay: evidence[0]?.overlay ?? null,
    gate: {
      required: [...input.required],
      ...(input.conditions ? { conditions: input.conditions } : {}),
      objections: [],
    },
    profiles: judgeProfiles(judged, shards.alone),
    requirements: judged.map((requirement) =>
      reportedRequirement(requirement, outcomes, input.baseline, input.startedAt, seen),
    ),
    workspace: seenWorkspaces(evidence),
    combinations: seenCombinations(evidence),
    shapes: seenShapes(evidence),
    observations: unique([...evidence, ...(input.notes ?? [])].flatMap(({ observations }) => observations)),
    leftovers: stillLeft(evidence, input.notes ?? []),
  };
  report.gate.objections.push(...objections(report, input.required, input.conditions));
  return report;
}

/** What did not come back, over all tests, the most frequent first. */
function unstableAnswers(evidence: readonly TestEvidence[]): { what: string; times: number }[] {
  const all = evidence.flatMap(({ unstable }) => Object.entries(unstable));
  return [...groupBy(all, ([what]) => what)]
    .map(([what, own]) => ({ what, times: own.reduce((sum, [, times]) => sum + times, 0) }))
    .sort((a, b) => b.times - a.times || a.what.localeCompare(b.what));
}

/** Shards that drew one each, as CONFORMANCE_SEED=random has them do, have none in common: each failure says how to replay it. */
function seedOfAll([first, ...others]: readonly TestEvidence[]): number | null {
  return first && others.every(({ seed }) => seed === first.seed) ? first.seed : null;
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

/** What tests could not remove counts as far as it was not removed, or told again, after the last test. */
function stillLeft(evidence: readonly TestEvidence[], notes: readonly RunNotes[]): string[] {
  const last = notes.flatMap(({ leftovers }) => leftovers);
  const settled = [
    ...notes.flatMap(({ removed }) => removed),
    ...last.map((one) => one.split(': ', 1)[0] as string),
  ];
  const earlier = evidence.flatMap(({ leftovers }) => leftovers);
  return unique([
    ...earlier.filter((one) => !settled.some((record) => one.startsWith(`${record}:`))),
    ...last,
  ]);
}

/** What was judged at different targets, with different settings or by different contracts, is no run. Embedded targets differ in their port alone. */
function ofSeveral(evidence: readonly TestEvidence[]): string[] {
  const unlike = (textOf: (one: TestEvidence) => string): string[] => [...new Set(evidence.map(textOf))];
  const targets = unlike(({ target }) => (target.embedded ? 'the embedded target' : target.baseUrl));
  const offers = unlike(({ target }) => target.offers?.join(',') ?? 'unset');
  const named = evidence.map(({ target }) =>
    target.settings.filter((name) => /^TARGET_(?!OFFERS)/.test(name)),
  );
  const inSome = [...new Set(named.flat())].filter((name) => !named.every((names) => names.includes(name)));
  const overlays = unlike(({ overlay }) => (overlay ? describeOverlay(overlay) : 'without an overlay'));
  return sentences(
    targets.length > 1 && `the shards judged different targets: ${targets.join(', ')}`,
    offers.length > 1 &&
      `parts of the run were judged with different values of TARGET_OFFERS: ${offers.join('; ')}`,
    inSome.length > 0 &&
      `parts of the run were judged without a setting that others had: ${inSome.join(', ')}. Is a secret missing in some jobs?`,
    overlays.length > 1 && `parts of the run were judged with different overlays: ${overlays.join('; ')}`,
  );
}

/** The fullest view of each caller: shards look for themselves, and a worker that was replaced looks again. */
function seenWorkspaces(evidence: readonly TestEvidence[]): Report['workspace'] {
  const fullest = new Map<string, WorkspaceView>();
  for (const [caller, view] of evidence.flatMap(({ views }) => Object.entries(views))) {
    if ((fullest.get(caller)?.items ?? -1) < view.items) fullest.set(caller, view);
  }
  return [...fullest]
    .map(([caller, view]) => ({
      caller,
      ...view,
      share: Math.round((view.read / view.listings) * 1000) / 1000,
    }))
    .sort((a, b) => a.caller.localeCompare(b.caller));
}

/** Tests share what they combine: the one that got furthest tells of all. */
function seenCombinations(evidence: readonly TestEvidence[]): Report['combinations'] {
  const [most] = evidence
    .flatMap(({ combinations }) => combinations ?? [])
    .filter(({ possible }) => possible > 0)
    .sort((a, b) => b.judged / b.possible - a.judged / a.possible);
  return most ? { ...most, share: Math.floor((most.judged / most.possible) * 1000) / 1000 } : null;
}

const seenShapes = (evidence: readonly TestEvidence[]): Report['shapes'] =>
  shapes.map(({ id }) => {
    const seen = evidence.flatMap(({ sightings }) => sightings[id] ?? []);
    const sum = (part: keyof Sighting): number => seen.reduce((total, one) => total + one[part], 0);
    return { id, present: sum('present'), filled: sum('filled') };
  });

export function catalogueDigest(): string {
  return createHash('sha256').update(JSON.stringify(catalogue)).digest('hex').slice(0, 16);
}

/** What a report says of rows that nothing sent over HTTP can judge. */
export const NEVER_JUDGED = { level: 'MUST', profile: 'none' } as const;

/** A requirement as the report tells it. What breaks one may be met by the test of another: `outcomes` are those of all. */
function reportedRequirement(
  judged: JudgedRequirement,
  outcomes: readonly TestOutcome[],
  baseline: Baseline,
  now: Date,
  seen?: ReadonlySet<string>,
): ReportedRequirement {
  const { row, verdict, reason, cause, outcomes: own, violations } = judged;
  const conditions = conditionsOf(judged, seen);
  const { level, profile } = isExcluded(row) ? NEVER_JUDGED : row;
  const tests = own.map(reportedTest);
  const met = distinct(
    violations.map(failureIn),
    tests.flatMap(({ failures }) => failures),
  );
  if (met.length > 0 && tests.length === 0) tests.push(...whereMet(row.id, outcomes));
  (tests.find(({ status }) => status !== 'not-tested') ?? tests[0])?.failures.push(...met);
  const failures = tests.flatMap((test) => test.failures);
  return {
    id: row.id,
    level,
    profile,
    statement: row.statement,
    source: row.source,
    verdict,
    reason,
    ...(cause ? { cause } : {}),
    ...(conditions ? { conditions } : {}),
    ...listed({ id: row.id, level, verdict }, failures, baseline, now),
    tests,
  };
}

function reportedTest({
  title,
  file,
  line,
  status,
  durationMs,
  failure,
  evidence,
}: TestOutcome): ReportedTest {
  const { requests = 0, roundTrips = 0, controls = 0, refusals = 0, examples = 0 } = evidence ?? {};
  const sent = { requests, roundTrips, controls, refusals, examples };
  return { title, file, line, status, durationMs, ...sent, failures: failure ? [failure] : [] };
}

/** The first test that met what breaks a requirement, where a filter left out the requirement's own tests. */
const whereMet = (id: string, outcomes: readonly TestOutcome[]): ReportedTest[] =>
  outcomes
    .filter(({ evidence }) => evidence?.violations.some(({ requirement }) => requirement === id))
    .slice(0, 1)
    .map((outcome) => ({ ...reportedTest(outcome), status: 'failed', failures: [] }));

const failureIn = ({ requirement: _, ...failure }: ContractViolation): Failure => failure;

/** The failures that are new beside the ones that are told: the same answer is met by many tests. */
function distinct(failures: readonly Failure[], told: readonly Failure[]): Failure[] {
  const key = ({ expected, received }: Failure): string => JSON.stringify([expected, received]);
  const seen = new Set(told.map(key));
  return failures.filter((failure) => !seen.has(key(failure)) && seen.add(key(failure)));
}
