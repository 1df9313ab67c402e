import type { Baseline } from '../schemas/baseline.ts';
import type { ContractViolation, Failure } from '../schemas/evidence.ts';
import { isExcluded } from '../schemas/requirements.ts';
import type { JudgedRequirement } from './judged-requirement.ts';
import { listed } from './known-failures.ts';
import type { TestOutcome } from './outcome.ts';
import type { ReportedRequirement, ReportedTest } from './report.ts';

/**
 * A requirement as the report tells it. Pure.
 *
 * @param outcomes - of all tests of the run: what breaks a requirement may be met by another one's
 * @param now - when the baseline is judged
 */
export function reportedRequirement(
  { row, verdict, reason, cause, outcomes: own, violations }: JudgedRequirement,
  outcomes: readonly TestOutcome[],
  baseline: Baseline,
  now: Date,
): ReportedRequirement {
  const level = isExcluded(row) ? 'MUST' : row.level;
  const tests = own.map(reportedTest);
  const met = distinct(
    violations.map(failureIn),
    tests.flatMap(({ failures }) => failures),
  );
  if (met.length > 0 && tests.length === 0) tests.push(...whereMet(row.id, outcomes));
  tests[0]?.failures.push(...met);
  const failures = tests.flatMap((test) => test.failures);
  return {
    id: row.id,
    level,
    profile: isExcluded(row) ? 'none' : row.profile,
    statement: row.statement,
    source: row.source,
    verdict,
    reason,
    ...(cause ? { cause } : {}),
    ...listed({ id: row.id, level, verdict }, failures, baseline, now),
    tests,
  };
}

const reportedTest = (outcome: TestOutcome): ReportedTest => ({
  title: outcome.title,
  file: outcome.file,
  line: outcome.line,
  status: outcome.status,
  durationMs: outcome.durationMs,
  requests: outcome.evidence?.requests ?? 0,
  roundTrips: outcome.evidence?.roundTrips ?? 0,
  controls: outcome.evidence?.controls ?? 0,
  refusals: outcome.evidence?.refusals ?? 0,
  examples: outcome.evidence?.examples ?? 0,
  failures: outcome.failure ? [outcome.failure] : [],
});

/** The first test that met what breaks a requirement, where a filter left out the requirement's own tests. */
const whereMet = (id: string, outcomes: readonly TestOutcome[]): ReportedTest[] =>
  outcomes
    .filter(({ evidence }) => evidence?.violations.some(({ requirement }) => requirement === id))
    .slice(0, 1)
    .map((outcome) => ({ ...reportedTest(outcome), status: 'failed', failures: [] }));

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
