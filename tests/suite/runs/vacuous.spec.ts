import { expect, test } from '@playwright/test';
import type { Report, ReportedTest } from '../../../reporters/report.ts';
import { requirementIn } from '../support/report-queries.ts';
import { runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/servers.ts';

/** A test that judged nothing must not pass. The tests that are run here are in vacuous/tests.ts. */

let report: Report;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const run = await withReference({}, ({ settings }) =>
    runSuite(settings, ['-c', 'tests/suite/runs/vacuous']),
  );
  expect(run.report, run.output).toBeDefined();
  report = run.report as Report;
});

/** The verdict of a requirement, and its one test. */
function judgedBy(id: string): { verdict: string; reason: string; test: ReportedTest } {
  const row = requirementIn(report, id);
  const [first] = row?.tests ?? [];
  if (!row || !first) throw new Error(`${id} was not run`);
  return { verdict: row.verdict, reason: row.reason, test: first };
}

test('a refusal without an earlier control of its operation is an error of the suite', () => {
  for (const id of ['embed-identity-neither-rejected', 'embed-identity-both-rejected']) {
    const { verdict, reason, test: one } = judgedBy(id);
    expect(one.status).toBe('error');
    expect(verdict).toBe('inconclusive');
    expect(reason).toContain('generateSession is refused before a positive control of it');
  }
});

test('a refusal after its control is a pass, and the report counts the controls', () => {
  expect(judgedBy('embed-identity-neither-rejected').test.controls).toBe(0);
  const { verdict, test: one } = judgedBy('embed-deployment-required');
  expect(verdict).toBe('pass');
  expect(one.controls).toBe(1);
});

test('a property none of whose examples reached an assertion is not tested', () => {
  for (const id of ['workspace-types-filter', 'workspace-types-repeated', 'workspace-order-direction']) {
    const { verdict, reason, test: one } = judgedBy(id);
    expect(verdict).toBe('not-tested');
    expect(reason).toMatch(/^none of \d+ generated examples reached an assertion/);
    expect(one.examples).toBe(0);
  }
});

test('a property that judged nothing leaves the verdict to the other assertions of its test', () => {
  const { verdict, test: one } = judgedBy('workspace-order-name');
  expect(verdict).toBe('pass');
  expect(one.examples).toBe(0);
});

test('the report counts only the examples that reached an assertion', () => {
  const { verdict, test: one } = judgedBy('workspace-first-limits');
  expect(verdict).toBe('pass');
  expect(one.examples).toBe(4);
});
