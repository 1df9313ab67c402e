import { buildReport } from '../../../reporters/build-report.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import type { Report } from '../../../reporters/report.ts';
import { oneShard } from '../../../reporters/shards.ts';
import type { Baseline, KnownFailure } from '../../../schemas/baseline.ts';
import type { Failure } from '../../../schemas/evidence.ts';
import { testable } from '../../../schemas/requirements.ts';

/** Made-up outcomes of tests, and the report on them. */

export const FAILURE: Readonly<Failure> = Object.freeze({
  expected: 'a',
  received: 'b',
  fix: 'c',
  input: '',
  curl: '',
  replay: 'd',
});

export const outcome = (requirement: string, status: TestOutcome['status']): TestOutcome => ({
  requirement,
  title: requirement,
  file: 'tests/x.spec.ts',
  line: 1,
  durationMs: 1,
  status,
  reason: status === 'passed' || status === 'failed' ? '' : `because ${status}`,
  ...(status === 'failed' ? { failure: { ...FAILURE } } : {}),
});

export const checked = testable.filter((row) => !row.unchecked);
export const allPassed = checked.map(({ id }) => outcome(id, 'passed'));
export const MUST = 'workspace-folders-first';
export const CORE = 'embed-session-id';
export const SHOULD = 'workspace-unknown-deployment';

/** Requirements of every verdict, and an error of the suite. */
export const MIXED = {
  [MUST]: 'failed',
  [SHOULD]: 'failed',
  [CORE]: 'inconclusive',
  'workspace-item-name': 'not-tested',
  'workspace-item-type': 'not-applicable',
  'workspace-item-id': 'error',
} as const;

/** A baseline with one entry. */
export const baseline = (entry: Partial<KnownFailure> = {}, id = MUST): Baseline =>
  new Map([[id, { reason: 'ticket 7', ticket: '', only: [], place: 'known.yaml:12', ...entry }]]);

/**
 * The report of a whole run in which every test passes.
 *
 * @param changes - other statuses, by requirement
 * @param overrides - of what the report is built from
 */
export function report(
  changes: Record<string, TestOutcome['status']>,
  overrides: Partial<Parameters<typeof buildReport>[0]> = {},
): Report {
  return buildReport({
    outcomes: allPassed.map((one) =>
      changes[one.requirement] ? outcome(one.requirement, changes[one.requirement] ?? 'passed') : one,
    ),
    startedAt: new Date(0),
    durationMs: 1,
    ended: true,
    errors: [],
    shards: oneShard(null),
    suite: { name: 'x', version: '1.0.0' },
    contractVersion: '1.0.0',
    baseline: new Map(),
    required: [],
    versions: { node: '20.19.0', playwright: '1.65.1' },
    ...overrides,
  });
}

/** Frozen: a worker that runs several files loads this one once. */
export const EVIDENCE = Object.freeze({
  requirement: MUST,
  target: Object.freeze({ baseUrl: 'https://x', embedded: false, capabilities: {}, settings: [] }),
  seed: 1,
  shard: 1,
  requests: 3,
  roundTrips: 2,
  examples: 0,
  controls: 0,
  refusals: 0,
  violations: [],
  sightings: {},
  unstable: {},
  observations: [],
  leftovers: [],
  views: {},
});
