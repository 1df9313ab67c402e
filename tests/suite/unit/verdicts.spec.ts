import { expect, test } from '@playwright/test';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { showFailed } from '../../../reporters/collect.ts';
import { objections } from '../../../reporters/exit.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import type { Report } from '../../../reporters/report.ts';
import { headline, summarise } from '../../../reporters/summary.ts';
import { ANNOTATION, DETAILS } from '../../../schemas/evidence.ts';
import { requirementIn, verdictOf } from '../support/report-queries.ts';
import {
  allPassed,
  CORE,
  checked,
  EVIDENCE,
  FAILURE,
  MUST,
  outcome,
  report,
  SHOULD,
} from './sample-report.ts';

test('a whole run without failures is conformant and exits 0', () => {
  const whole = report({});
  expect(whole.verdict).toBe('conformant');
  expect(objections(whole, [])).toEqual([]);
  expect(whole.run).toMatchObject({ complete: true, filtered: false });
});

const CASES: [
  what: string,
  changes: Record<string, TestOutcome['status']>,
  verdict: string,
  verdictOfRun: string,
  objections: number,
][] = [
  ['a failed MUST', { [MUST]: 'failed' }, 'fail', 'not conformant', 1],
  ['a failed SHOULD', { [SHOULD]: 'failed' }, 'fail', 'conformant', 0],
  ['an inconclusive MUST', { [MUST]: 'inconclusive' }, 'inconclusive', 'undetermined', 1],
  ['a MUST that failed once and passed once', { [MUST]: 'flaky' }, 'inconclusive', 'undetermined', 1],
  ['a MUST that was not tested', { [MUST]: 'not-tested' }, 'not-tested', 'conformant', 0],
  ['a core MUST that was not tested', { [CORE]: 'not-tested' }, 'not-tested', 'undetermined', 0],
  ['a MUST that does not apply', { [MUST]: 'not-applicable' }, 'not-applicable', 'conformant', 0],
  ['an inconclusive SHOULD', { [SHOULD]: 'inconclusive' }, 'inconclusive', 'conformant', 0],
  ['an error of the suite', { [MUST]: 'error' }, 'inconclusive', 'undetermined', 1],
  ['a test that never ran', { [MUST]: 'not-run' }, 'not-tested', 'undetermined', 1],
];

for (const [what, changes, verdict, verdictOfRun, objectionCount] of CASES) {
  test(`${what}: ${verdict}, the run ${verdictOfRun}`, () => {
    const judged = report(changes);
    expect(verdictOf(judged, Object.keys(changes)[0] as string)).toBe(verdict);
    expect(judged.verdict).toBe(verdictOfRun);
    expect(objections(judged, [])).toHaveLength(objectionCount);
  });
}

test('because of an inconclusive MUST the run does not exit 0, and a line says what to do', () => {
  const [line] = objections(report({ [MUST]: 'inconclusive' }), []);
  expect(line).toMatch(/^1 MUST inconclusive: .*run again$/);
});

test('a contract violation met in another test fails its own requirement', () => {
  const violation = { ...FAILURE, requirement: 'workspace-item-name', operation: 'workspaceObjects' };
  const evidence = { ...EVIDENCE, violations: [violation] };
  const outcomes = allPassed.map((one) => (one.requirement === MUST ? { ...one, evidence } : one));
  const judged = report({}, { outcomes });
  expect(verdictOf(judged, MUST)).toBe('pass');
  expect(verdictOf(judged, 'workspace-item-name')).toBe('fail');
  expect(requirementIn(judged, 'workspace-item-name')?.tests[0]?.failures).toEqual([FAILURE]);
});

test('violations that differ are told each once, beside what the test of the requirement found', () => {
  const violation = { ...FAILURE, requirement: 'workspace-item-name', operation: 'workspaceObjects' };
  const other = { ...violation, received: 'null' };
  const met = new Map([
    [MUST, [violation]],
    [CORE, [violation]],
    [SHOULD, [other]],
  ]);
  const outcomes = allPassed.map((one) => {
    const violations = met.get(one.requirement);
    return violations ? { ...one, evidence: { ...EVIDENCE, violations } } : one;
  });
  const failuresIn = (changed: TestOutcome[]): string[] =>
    requirementIn(report({}, { outcomes: changed }), 'workspace-item-name')?.tests.flatMap(({ failures }) =>
      failures.map(({ received }) => received),
    ) ?? [];
  expect(failuresIn(outcomes)).toEqual(['b', 'null']);
  const failed = outcomes.map((one) =>
    one.requirement === 'workspace-item-name' ? outcome('workspace-item-name', 'failed') : one,
  );
  expect(failuresIn(failed)).toEqual(['b', 'null']);
});

test('a story that finds another requirement broken fails that one, and leaves its own untested', () => {
  const story = { ...outcome(MUST, 'failed'), evidence: { ...EVIDENCE, blames: 'workspace-item-name' } };
  const judged = report({}, { outcomes: [...allPassed, story] });
  expect(verdictOf(judged, 'workspace-item-name')).toBe('fail');
  expect(verdictOf(judged, MUST)).toBe('not-tested');
  expect(requirementIn(judged, MUST)?.reason).toContain('workspace-item-name is broken');
});

test('a test beside others leaves to them what it could not judge, and decides where it is the only one', () => {
  const beside = { ...outcome(MUST, 'not-tested'), beside: true as const };
  expect(verdictOf(report({}, { outcomes: [...allPassed, beside] }), MUST)).toBe('pass');
  const others = allPassed.filter(({ requirement }) => requirement !== MUST);
  expect(verdictOf(report({}, { outcomes: [...others, beside] }), MUST)).toBe('not-tested');
  const failed = { ...beside, status: 'failed' as const };
  expect(verdictOf(report({}, { outcomes: [...allPassed, failed] }), MUST)).toBe('fail');
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

test('a profile of good practice alone is verified by that', () => {
  const [prompt] = checked.filter(({ profile }) => profile === 'payloads').map(({ id }) => id) as [string];
  const verdictOfPayloads = (judged: Report) =>
    judged.profiles.find(({ name }) => name === 'payloads')?.verdict;
  expect(verdictOfPayloads(report({}))).toBe('conformant');
  const untested = report({ [prompt]: 'not-tested' });
  expect(verdictOfPayloads(untested)).toBe('undetermined');
  expect(objections(untested, [])).toEqual([]);
  expect(objections(untested, ['payloads'])).toEqual([`CONFORMANCE_REQUIRE is not verified: ${prompt}`]);
  expect(objections(report({ [prompt]: 'failed' }), ['payloads'])).toEqual([]);
});

test('the verdict says how much was tested', () => {
  const must = checked.filter(({ level }) => level === 'MUST').length;
  expect(headline(report({}))).toMatch(/^CONFORMANT {2}/);
  expect(headline(report({ [MUST]: 'not-applicable' }))).toMatch(/^CONFORMANT {2}/);
  expect(headline(report({ [MUST]: 'not-tested' }))).toContain(
    `CONFORMANT, of what was tested: ${must - 1} of ${must} MUST`,
  );
});

test('a reason that many tests share is printed once, with the details of one', () => {
  const outcomes = allPassed.map((one, index) =>
    index < 3
      ? { ...one, status: 'inconclusive' as const, reason: `the target is away${DETAILS}number ${index}` }
      : one,
  );
  const judged = report({}, { outcomes });
  const summary = summarise(judged, objections(judged, []), ['report.json']);
  expect(summary.match(/the target is away/g)).toHaveLength(1);
  expect(summary).toContain('number 0\n    3: ');
});

test('a failure that the runner saw as a skipped test is a failure in its documents', () => {
  const statusesShown = (annotations: { type: string }[]) => {
    const testCase = { annotations: [], expectedStatus: 'skipped' };
    const result = { annotations, status: 'skipped' };
    showFailed(testCase as unknown as TestCase, result as unknown as TestResult);
    return [testCase.expectedStatus, result.status];
  };
  expect(statusesShown([{ type: ANNOTATION.failed }])).toEqual(['passed', 'failed']);
  expect(statusesShown([{ type: ANNOTATION.notTested }])).toEqual(['skipped', 'skipped']);
});

test('a run in which too much had to be asked again gives no verdict, and names what did not come back', () => {
  const unstable = (times: number): Report => {
    const evidence = { ...EVIDENCE, requests: 1_000, unstable: { 'listUsers answered 500': times } };
    return report(
      {},
      { outcomes: allPassed.map((one, index) => (index === 0 ? { ...one, evidence } : one)) },
    );
  };
  const little = unstable(150);
  expect(little.verdict).toBe('conformant');
  expect(objections(little, [])).toEqual([]);
  expect(summarise(little, [], [])).toContain(
    '150 answers did not come back when the same was asked again (15.0 % of 1000 requests):\n  150 times listUsers answered 500',
  );
  const much = unstable(151);
  expect(much.verdict).toBe('undetermined');
  expect(objections(much, [])).toEqual([
    expect.stringMatching(/^151 answers did not come back .* is too much for a verdict/),
  ]);
});
