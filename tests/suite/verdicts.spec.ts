import { expect, test } from '@playwright/test';
import { objections } from '../../reporters/exit.ts';
import type { TestOutcome } from '../../reporters/outcome.ts';
import { buildReport, type Report } from '../../reporters/report.ts';
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

test('a known failure does not fail the run, and a stale entry does', () => {
  const baseline = new Map([[MUST, 'known']]);
  const known = report({ [MUST]: 'failed' }, { baseline });
  expect(known.verdict).toBe('not conformant');
  expect(objections(known, [])).toEqual([]);
  expect(objections(report({}, { baseline }), [])).toEqual([`the baseline lists what passes now: ${MUST}`]);
});
