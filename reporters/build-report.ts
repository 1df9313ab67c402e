import { createHash } from 'node:crypto';
import { type Baseline, isExpired } from '../schemas/baseline.ts';
import type { Sighting, TestEvidence, WorkspaceView } from '../schemas/evidence.ts';
import { shapes } from '../schemas/requirements/shapes.ts';
import { catalogue, isExcluded } from '../schemas/requirements.ts';
import { objections } from './exit.ts';
import type { TestOutcome } from './outcome.ts';
import { judgeProfiles } from './profiles.ts';
import type { Report, ReportedRequirement, SeenShape, SeenWorkspace } from './report.ts';
import type { Shards } from './shards.ts';
import { count, type JudgedRequirement, judge, overall, type Verdict } from './verdicts.ts';

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
  /** The profiles of CONFORMANCE_REQUIRE. */
  required: readonly string[];
  /** Of Node.js and of the runner. */
  versions: { node: string; playwright: string };
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
  const report: Report = {
    schemaVersion: 1,
    suite: { ...input.suite, contractVersion: input.contractVersion, catalogueDigest: catalogueDigest() },
    target: evidence[0]?.target ?? { baseUrl: '', embedded: false, capabilities: {}, settings: [] },
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
      versions: input.versions,
    },
    summary: { MUST: count(judged, 'MUST'), SHOULD: count(judged, 'SHOULD') },
    verdict: overall(judged, { complete, filtered, shard: shards.alone }),
    gate: { required: [...input.required], objections: [] },
    profiles: judgeProfiles(judged, shards.alone),
    requirements: judged.map((requirement) => reported(requirement, input.baseline, input.startedAt)),
    workspace: seenWorkspaces(evidence),
    shapes: seenShapes(evidence),
    observations: [...new Set(evidence.flatMap(({ observations }) => observations))].sort(),
    leftovers: [...new Set(evidence.flatMap(({ leftovers }) => leftovers))].sort(),
  };
  report.gate.objections.push(...objections(report, input.required));
  return report;
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

/** How often each field was met, over all tests. */
function seenShapes(evidence: readonly TestEvidence[]): SeenShape[] {
  return shapes.map(({ id }) => {
    const seen = evidence.flatMap(({ sightings }) => sightings[id] ?? []);
    const sum = (part: keyof Sighting): number => seen.reduce((total, one) => total + one[part], 0);
    return { id, present: sum('present'), filled: sum('filled') };
  });
}

function reported(judged: JudgedRequirement, baseline: Baseline, now: Date): ReportedRequirement {
  const { row, verdict, reason, outcomes, violations } = judged;
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
    ...listed(row.id, verdict, baseline, now),
    tests,
  };
}

/** What the baseline says of a requirement. */
export function listed(
  id: string,
  verdict: Verdict,
  baseline: Baseline,
  now: Date,
): Pick<ReportedRequirement, 'baseline' | 'baselineReason'> {
  const known = baseline.get(id);
  if (!known || (verdict !== 'fail' && verdict !== 'pass')) return { baseline: null, baselineReason: '' };
  const baselineReason = known.until ? `${known.reason} (until ${known.until})` : known.reason;
  if (verdict === 'pass') return { baseline: 'stale', baselineReason };
  return { baseline: isExpired(known, now) ? 'expired' : 'known', baselineReason };
}

/** Identifies the catalogue that verdicts refer to. */
export function catalogueDigest(): string {
  return createHash('sha256').update(JSON.stringify(catalogue)).digest('hex').slice(0, 16);
}
