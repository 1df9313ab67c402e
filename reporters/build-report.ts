import { createHash } from 'node:crypto';
import type { Baseline } from '../schemas/baseline.ts';
import type { ContractViolation, Failure, TestEvidence, WorkspaceView } from '../schemas/evidence.ts';
import { catalogue, isExcluded } from '../schemas/requirements.ts';
import { listed } from './known-failures.ts';
import type { TestOutcome } from './outcome.ts';
import type { Report, ReportedRequirement, SeenWorkspace } from './report.ts';
import type { Shards } from './shards.ts';
import { count, type JudgedRequirement, judge, overall } from './verdicts.ts';

/** What the runner knows of a run. */
export interface RunInput {
  outcomes: readonly TestOutcome[];
  startedAt: Date;
  durationMs: number;
  /** Nothing cut the run short, as far as the runner can tell. */
  ended: boolean;
  /** What went wrong outside the tests. */
  errors: readonly string[];
  shards: Shards;
  suite: { name: string; version: string };
  contractVersion: string;
  baseline: Baseline;
}

/** Builds the report of a run. Pure. */
export function buildReport(input: RunInput): Report {
  const { outcomes, shards } = input;
  const judged = judge(outcomes, shards.alone);
  const filtered =
    !shards.alone &&
    judged.some(({ row, outcomes: own }) => !isExcluded(row) && !row.unchecked && own.length === 0);
  const ended = input.ended && outcomes.length > 0 && !outcomes.some(({ status }) => status === 'not-run');
  const complete = ended && !shards.alone && shards.problems.length === 0;
  const evidence = outcomes.flatMap((outcome) => outcome.evidence ?? []);
  return {
    schemaVersion: 1,
    suite: { ...input.suite, contractVersion: input.contractVersion, catalogueDigest: catalogueDigest() },
    target: evidence[0]?.target ?? { baseUrl: '', embedded: false, capabilities: {} },
    run: {
      startedAt: input.startedAt.toISOString(),
      durationMs: Math.round(input.durationMs),
      seed: evidence[0]?.seed ?? null,
      requests: evidence.reduce((sum, { requests }) => sum + requests, 0),
      shards: shards.count,
      shard: shards.alone,
      filtered,
      ended,
      complete,
      errors: [...input.errors, ...shards.problems, ...ofSeveralTargets(evidence)],
    },
    summary: { MUST: count(judged, 'MUST'), SHOULD: count(judged, 'SHOULD') },
    verdict: overall(judged, { complete, filtered, shard: shards.alone }),
    requirements: judged.map((requirement) => reported(requirement, input.baseline, input.startedAt)),
    workspace: seenWorkspaces(evidence),
    observations: [...new Set(evidence.flatMap(({ observations }) => observations))].sort(),
    leftovers: [...new Set(evidence.flatMap(({ leftovers }) => leftovers))].sort(),
  };
}

/** Shards that judged different targets are no run. Embedded ones differ in their port alone. */
function ofSeveralTargets(evidence: readonly TestEvidence[]): string[] {
  const targets = [
    ...new Set(evidence.map(({ target }) => (target.embedded ? 'the embedded target' : target.baseUrl))),
  ];
  return targets.length > 1 ? [`the shards judged different targets: ${targets.join(', ')}`] : [];
}

/** The fullest view of each caller: shards look for themselves, and a worker that was replaced looks again. */
function seenWorkspaces(evidence: readonly TestEvidence[]): SeenWorkspace[] {
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

function reported(judged: JudgedRequirement, baseline: Baseline, now: Date): ReportedRequirement {
  const { row, verdict, reason, outcomes, violations } = judged;
  const level = isExcluded(row) ? 'MUST' : row.level;
  const tests = outcomes.map((outcome) => ({
    title: outcome.title,
    file: outcome.file,
    line: outcome.line,
    status: outcome.status,
    durationMs: outcome.durationMs,
    controls: outcome.evidence?.controls ?? 0,
    examples: outcome.evidence?.examples ?? 0,
    failures: outcome.failure ? [outcome.failure] : [],
  }));
  // A violation may have been met by another requirement's test only: it is told where it belongs.
  const failures = tests.flatMap((test) => test.failures);
  const met = distinct(violations.map(failureIn), failures);
  tests[0]?.failures.push(...met);
  return {
    id: row.id,
    level,
    profile: isExcluded(row) ? 'none' : row.profile,
    statement: row.statement,
    source: row.source,
    verdict,
    reason,
    ...listed({ id: row.id, level, verdict }, [...failures, ...met], baseline, now),
    tests,
  };
}

const failureIn = ({ expected, received, fix, input, curl, replay }: ContractViolation): Failure => ({
  expected,
  received,
  fix,
  input,
  curl,
  replay,
});

/** The failures that are new beside the ones that are told: the same answer is met by many tests. */
function distinct(failures: readonly Failure[], told: readonly Failure[]): Failure[] {
  const key = ({ expected, received }: Failure): string => JSON.stringify([expected, received]);
  const seen = new Set(told.map(key));
  return failures.filter((failure) => !seen.has(key(failure)) && seen.add(key(failure)));
}

/** Identifies the catalogue that verdicts refer to. */
export function catalogueDigest(): string {
  return createHash('sha256').update(JSON.stringify(catalogue)).digest('hex').slice(0, 16);
}
