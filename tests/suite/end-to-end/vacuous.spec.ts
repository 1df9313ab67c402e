import { expect, test } from '@playwright/test';
import { startReference } from '../../../fixtures/reference/start.ts';
import type { Report, ReportedTest } from '../../../reporters/report.ts';
import { runSuite } from '../support/run-suite.ts';

// A test that judged nothing must not read as a pass: see vacuity/tests.ts for those that are run here.

let report: Report;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const target = await startReference({});
  const run = await runSuite(target.settings, ['-c', 'tests/suite/end-to-end/vacuous']);
  await target.close();
  expect(run.report, run.output).toBeDefined();
  report = run.report as Report;
});

function judged(id: string): { verdict: string; reason: string; test: ReportedTest } {
  const row = report.requirements.find((one) => one.id === id);
  const [first] = row?.tests ?? [];
  if (!row || !first) throw new Error(`${id} was not run`);
  return { verdict: row.verdict, reason: row.reason, test: first };
}

test('a refusal that no control of its operation precedes is an error of the suite', () => {
  for (const id of ['embed-identity-neither-rejected', 'embed-identity-both-rejected']) {
    const { verdict, reason, test: one } = judged(id);
    expect(one.status).toBe('error');
    expect(verdict).toBe('inconclusive');
    expect(reason).toContain('A refusal of generateSession is asserted before any positive control of it');
  }
});

test('a refusal after its control is a pass, and the report counts the controls', () => {
  expect(judged('embed-identity-neither-rejected').test.controls).toBe(0);
  const { verdict, test: one } = judged('embed-deployment-required');
  expect(verdict).toBe('pass');
  expect(one.controls).toBe(1);
});

test('a property that no example of got to an assertion is not tested', () => {
  for (const id of ['workspace-types-filter', 'workspace-types-repeated', 'workspace-order-direction']) {
    const { verdict, reason, test: one } = judged(id);
    expect(verdict).toBe('not-tested');
    expect(reason).toMatch(/^none of \d+ generated examples reached an assertion/);
    expect(one.examples).toBe(0);
  }
});

test('a property beside other assertions leaves the verdict to them', () => {
  const { verdict, test: one } = judged('workspace-order-name');
  expect(verdict).toBe('pass');
  expect(one.examples).toBe(0);
});

test('the report counts the examples that got to an assertion, and no others', () => {
  const { verdict, test: one } = judged('workspace-first-limits');
  expect(verdict).toBe('pass');
  expect(one.examples).toBe(4);
});
