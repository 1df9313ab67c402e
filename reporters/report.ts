import { createHash } from 'node:crypto';
import type { Failure, TargetDescription, TestEvidence, WorkspaceView } from '../schemas/evidence.ts';
import { catalogue, isExcluded, type Level, type Profile } from '../schemas/requirements.ts';
import type { Baseline } from './baseline.ts';
import type { TestOutcome } from './outcome.ts';
import {
  type Counts,
  count,
  type JudgedRequirement,
  judge,
  type OverallVerdict,
  overall,
  type Verdict,
} from './verdicts.ts';

/** `report.json`, described by `schemas/report.schema.json`. Field names are public: add, never rename. */
export interface Report {
  schemaVersion: 1;
  suite: { name: string; version: string; contractVersion: string; catalogueDigest: string };
  target: TargetDescription;
  run: RunFacts;
  summary: Record<Level, Counts>;
  verdict: OverallVerdict;
  requirements: ReportedRequirement[];
  /** What each caller was shown of the workspace; empty when no test looked. */
  workspace: SeenWorkspace[];
  observations: string[];
  leftovers: string[];
}

export interface SeenWorkspace extends WorkspaceView {
  /** The setting of the caller's token. */
  caller: string;
  /** `read` as a part of `listings`: 1 when everything was seen. */
  share: number;
}

export interface RunFacts {
  /** RFC 3339 date-time. */
  startedAt: string;
  durationMs: number;
  seed: number | null;
  requests: number;
  shards: number;
  filtered: boolean;
  complete: boolean;
}

export interface ReportedRequirement {
  id: string;
  level: Level;
  profile: Profile | 'none';
  statement: string;
  source: string;
  verdict: Verdict;
  reason: string;
  /** `known`: a failure that the baseline lists; `stale`: listed, but it passes now; null: not listed. */
  baseline: 'known' | 'stale' | null;
  tests: ReportedTest[];
}

export interface ReportedTest {
  title: string;
  file: string;
  line: number;
  status: TestOutcome['status'];
  durationMs: number;
  /** Positive controls that held. */
  controls: number;
  /** Generated examples that reached an assertion. */
  examples: number;
  failures: Failure[];
}

/** What the runner knows of a run. */
export interface RunInput {
  outcomes: readonly TestOutcome[];
  startedAt: Date;
  durationMs: number;
  /** Nothing cut the run short, as far as the runner can tell. */
  ended: boolean;
  suite: { name: string; version: string };
  contractVersion: string;
  baseline: Baseline;
}

/** Builds the report of a run. Pure. */
export function buildReport(input: RunInput): Report {
  const { outcomes } = input;
  const judged = judge(outcomes);
  const filtered = judged.some(
    ({ row, outcomes: own }) => !isExcluded(row) && !row.unchecked && own.length === 0,
  );
  const complete = input.ended && outcomes.length > 0 && !outcomes.some(({ status }) => status === 'not-run');
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
      shards: Math.max(1, new Set(evidence.map(({ shard }) => shard)).size),
      filtered,
      complete,
    },
    summary: { MUST: count(judged, 'MUST'), SHOULD: count(judged, 'SHOULD') },
    verdict: overall(judged, { complete, filtered }),
    requirements: judged.map((requirement) => reported(requirement, input.baseline)),
    workspace: seenWorkspaces(evidence),
    observations: [...new Set(evidence.flatMap(({ observations }) => observations))].sort(),
    leftovers: [...new Set(evidence.flatMap(({ leftovers }) => leftovers))].sort(),
  };
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

function reported(judged: JudgedRequirement, baseline: Baseline): ReportedRequirement {
  const { row, verdict, reason, outcomes, violations } = judged;
  const listed = baseline.has(row.id);
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
  const [test] = tests;
  const [violation] = violations;
  if (violation && test && test.failures.length === 0) {
    const { expected, received, fix, input, curl, replay } = violation;
    test.failures.push({ expected, received, fix, input, curl, replay });
  }
  return {
    id: row.id,
    level: isExcluded(row) ? 'MUST' : row.level,
    profile: isExcluded(row) ? 'none' : row.profile,
    statement: row.statement,
    source: row.source,
    verdict,
    reason,
    baseline: !listed ? null : verdict === 'fail' ? 'known' : verdict === 'pass' ? 'stale' : null,
    tests,
  };
}

/** Identifies the catalogue that verdicts refer to. */
function catalogueDigest(): string {
  return createHash('sha256').update(JSON.stringify(catalogue)).digest('hex').slice(0, 16);
}
