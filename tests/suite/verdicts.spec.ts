import { expect, test } from '@playwright/test';
import { objections } from '../../reporters/exit.ts';
import type { TestOutcome } from '../../reporters/outcome.ts';
import { buildReport, type Report } from '../../reporters/report.ts';
import { mergedShards, oneShard } from '../../reporters/shards.ts';
import { headline, summarise } from '../../reporters/summary.ts';
import type { Baseline } from '../../schemas/baseline.ts';
import { DETAILS, shardMetadata } from '../../schemas/evidence.ts';
import { testable } from '../../schemas/requirements.ts';

const FAILURE = { expected: 'a', received: 'b', fix: 'c', input: '', curl: '', replay: 'd' };

const outcome = (requirement: string, status: TestOutcome['status']): TestOutcome => ({
  requirement,
  title: requirement,
  file: 'tests/x.spec.ts',
  line: 1,
  durationMs: 1,
  status,
  reason: status === 'passed' || status === 'failed' ? '' : `because ${status}`,
  ...(status === 'failed' ? { failure: FAILURE } : {}),
});

const checked = testable.filter((row) => !row.unchecked);
const allPassed = checked.map(({ id }) => outcome(id, 'passed'));
const MUST = 'workspace-folders-first';
const CORE = 'embed-session-id';
const SHOULD = 'workspace-unknown-deployment';

/** The whole run passes, but for the statuses given. */
function report(
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
    ...overrides,
  });
}

const verdictOf = ({ requirements }: Report, id: string): string | undefined =>
  requirements.find((row) => row.id === id)?.verdict;

test('a whole run without failures is conformant and exits 0', () => {
  const whole = report({});
  expect(whole.verdict).toBe('conformant');
  expect(objections(whole, [])).toEqual([]);
  expect(whole.run).toMatchObject({ complete: true, filtered: false });
});

const CASES: [string, Record<string, TestOutcome['status']>, string, string, number][] = [
  // what happened, to which requirement, verdict of the first one, verdict of the run, objections
  ['a failed MUST', { [MUST]: 'failed' }, 'fail', 'not conformant', 1],
  ['a failed SHOULD', { [SHOULD]: 'failed' }, 'fail', 'conformant', 0],
  ['an inconclusive MUST', { [MUST]: 'inconclusive' }, 'inconclusive', 'undetermined', 1],
  ['a MUST that failed once and held once', { [MUST]: 'flaky' }, 'inconclusive', 'undetermined', 1],
  ['a MUST that was not tested', { [MUST]: 'not-tested' }, 'not-tested', 'conformant', 0],
  ['a core MUST that was not tested', { [CORE]: 'not-tested' }, 'not-tested', 'undetermined', 0],
  ['a MUST that does not apply', { [MUST]: 'not-applicable' }, 'not-applicable', 'conformant', 0],
  ['an inconclusive SHOULD', { [SHOULD]: 'inconclusive' }, 'inconclusive', 'conformant', 0],
  ['an error of the suite', { [MUST]: 'error' }, 'inconclusive', 'undetermined', 1],
  ['a test that never ran', { [MUST]: 'not-run' }, 'not-tested', 'undetermined', 1],
];

for (const [what, changes, verdict, overall, against] of CASES) {
  test(`${what}: ${verdict}, ${overall}`, () => {
    const judged = report(changes);
    expect(verdictOf(judged, Object.keys(changes)[0] as string)).toBe(verdict);
    expect(judged.verdict).toBe(overall);
    expect(objections(judged, [])).toHaveLength(against);
  });
}

test('an inconclusive MUST closes the gate, and the line says what to do', () => {
  const [line] = objections(report({ [MUST]: 'inconclusive' }), []);
  expect(line).toMatch(/^1 MUST inconclusive: .*run again$/);
});

const EVIDENCE = {
  requirement: MUST,
  target: { baseUrl: 'https://x', embedded: false, capabilities: {} },
  seed: 1,
  shard: 1,
  requests: 3,
  examples: 0,
  controls: 0,
  violations: [],
  sightings: {},
  observations: [],
  leftovers: [],
  views: {},
};

test('a contract violation met in another test fails its own requirement', () => {
  const violation = { ...FAILURE, requirement: 'workspace-item-name', operation: 'workspaceObjects' };
  const evidence = { ...EVIDENCE, violations: [violation] };
  const outcomes = allPassed.map((one) => (one.requirement === MUST ? { ...one, evidence } : one));
  const judged = report({}, { outcomes });
  expect(verdictOf(judged, MUST)).toBe('pass');
  expect(verdictOf(judged, 'workspace-item-name')).toBe('fail');
  expect(judged.requirements.find(({ id }) => id === 'workspace-item-name')?.tests[0]?.failures).toEqual([
    FAILURE,
  ]);
});

test('a story that ends at another rule fails that one, and leaves its own untested', () => {
  const story = { ...outcome(MUST, 'failed'), evidence: { ...EVIDENCE, blames: 'workspace-item-name' } };
  const judged = report({}, { outcomes: [...allPassed, story] });
  expect(verdictOf(judged, 'workspace-item-name')).toBe('fail');
  expect(verdictOf(judged, MUST)).toBe('not-tested');
  expect(judged.requirements.find(({ id }) => id === MUST)?.reason).toContain(
    'workspace-item-name is broken',
  );
});

test('a filtered run is undetermined, and what it left out is not tested', () => {
  const filtered = report({}, { outcomes: [outcome(MUST, 'passed')] });
  expect(filtered.verdict).toBe('undetermined');
  expect(filtered.run.filtered).toBe(true);
  expect(filtered.summary.MUST.pass).toBe(1);
  expect(objections(filtered, [])).toEqual([]);
});

test('a run that tested nothing or was cut short never exits 0', () => {
  for (const overrides of [{ outcomes: [] }, { ended: false }, { outcomes: [outcome(MUST, 'not-tested')] }]) {
    const judged = report({}, overrides);
    expect(judged.verdict).toBe('undetermined');
    expect(objections(judged, [])).not.toEqual([]);
  }
});

test('a required profile must be verified in full', () => {
  const judged = report({ [CORE]: 'not-tested' });
  expect(objections(judged, ['workspace'])).toEqual([]);
  expect(objections(judged, ['core'])).toEqual([`CONFORMANCE_REQUIRE is not verified: ${CORE}`]);
});

test('a known failure does not fail the run; a stale entry and an expired one do', () => {
  const baseline = new Map([[MUST, { reason: 'ticket 7' }]]);
  const known = report({ [MUST]: 'failed' }, { baseline });
  expect(known.verdict).toBe('not conformant');
  expect(objections(known, [])).toEqual([]);
  expect(known.requirements.find(({ id }) => id === MUST)).toMatchObject({
    baseline: 'known',
    baselineReason: 'ticket 7',
  });
  expect(objections(report({}, { baseline }), [])).toEqual([`the baseline lists what passes now: ${MUST}`]);

  const until = (day: string): Baseline => new Map([[MUST, { reason: 'ticket 7', until: day }]]);
  // The run of these tests begins on the first day of 1970.
  expect(objections(report({ [MUST]: 'failed' }, { baseline: until('1970-01-01') }), [])).toEqual([]);
  expect(objections(report({ [MUST]: 'failed' }, { baseline: until('1969-12-31') }), [])).toEqual([
    '1 MUST failed',
    `the baseline tolerates no longer: ${MUST}`,
  ]);
});

test('the verdict says of how much it speaks', () => {
  const must = checked.filter(({ level }) => level === 'MUST').length;
  expect(headline(report({}))).toMatch(/^CONFORMANT {2}/);
  expect(headline(report({ [MUST]: 'not-applicable' }))).toMatch(/^CONFORMANT {2}/);
  expect(headline(report({ [MUST]: 'not-tested' }))).toContain(
    `CONFORMANT, of what was tested: ${must - 1} of ${must} MUST`,
  );
});

const FIRST = { current: 1, total: 2 };

test('a shard claims no verdict, and is held to what it ran', () => {
  const shards = oneShard(FIRST);
  const own = [outcome(MUST, 'passed'), outcome(SHOULD, 'passed')];
  const passed = report({}, { outcomes: own, shards });
  expect(passed.verdict).toBe('undetermined');
  expect(passed.run).toMatchObject({ shard: FIRST, ended: true, complete: false });
  expect(headline(passed)).toMatch(/^SHARD 1 of 2, no verdict/);
  expect(objections(passed, ['core'])).toEqual([]);

  const failed = report({}, { outcomes: [outcome(MUST, 'failed')], shards });
  expect(failed.verdict).toBe('undetermined');
  expect(objections(failed, [])).toEqual(['1 MUST failed']);
  const untested = report({}, { outcomes: [...own, outcome(CORE, 'not-tested')], shards });
  expect(objections(untested, ['core'])).toEqual([`CONFORMANCE_REQUIRE is not verified: ${CORE}`]);
  const unfinished = report({}, { outcomes: [...own, outcome(CORE, 'not-run')], shards });
  expect(objections(unfinished, [])).toEqual(['the run is not complete']);
});

const NOON = new Date('2026-01-01T12:00:00Z');
const LATER = new Date('2026-01-02T12:00:00Z');
const SECOND = { current: 2, total: 2 };

const MERGES: [string, object, RegExp[]][] = [
  ['both shards', { ...shardMetadata(FIRST, NOON), ...shardMetadata(SECOND, NOON) }, []],
  ['the first alone', shardMetadata(FIRST, NOON), [/^shard 2 of 2 is missing/]],
  ['a run that was not split', shardMetadata(null, NOON), []],
  ['nothing of this suite', {}, [/^nothing says which shards/]],
  [
    'shards of two divisions',
    { ...shardMetadata(FIRST, NOON), ...shardMetadata({ current: 2, total: 3 }, NOON) },
    [/^shard 3 of 3 is missing/, /^shards of several runs were merged \(of 2 and of 3\)/],
  ],
  [
    'a shard of the day before',
    { ...shardMetadata(FIRST, NOON), ...shardMetadata(SECOND, LATER) },
    [/^the shards began 24 hours apart/],
  ],
];

for (const [what, metadata, problems] of MERGES) {
  test(`merging ${what}: ${problems.length === 0 ? 'complete' : 'not complete, and why'}`, () => {
    const merged = report({}, { shards: mergedShards(metadata) });
    expect(merged.run.errors).toHaveLength(problems.length);
    for (const [index, problem] of problems.entries()) expect(merged.run.errors[index]).toMatch(problem);
    expect(merged.run.complete).toBe(problems.length === 0);
    expect(objections(merged, []).length > 0).toBe(problems.length > 0);
    expect(merged.verdict).toBe(problems.length === 0 ? 'conformant' : 'undetermined');
  });
}

test('shards that judged different targets are no run', () => {
  const outcomes = allPassed.map((one, index) => ({
    ...one,
    evidence: { ...EVIDENCE, target: { ...EVIDENCE.target, baseUrl: `https://${index % 2}` } },
  }));
  expect(objections(report({}, { outcomes }), [])).toEqual([
    'the shards judged different targets: https://0, https://1',
  ]);
});

test('what many requests ran into is told once, with one of them', () => {
  const refused = allPassed.map((one, index) =>
    index < 3
      ? { ...one, status: 'inconclusive' as const, reason: `the target is away${DETAILS}number ${index}` }
      : one,
  );
  const judged = report({}, { outcomes: refused });
  const told = summarise(judged, objections(judged, []), 'report.json');
  expect(told.match(/the target is away/g)).toHaveLength(1);
  expect(told).toContain('number 0\n    3: ');
});
