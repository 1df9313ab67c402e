import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { strictAjv } from '../../../schemas/ajv.ts';
import { testable } from '../../../schemas/requirements.ts';
import { idsOf, requirementIn } from '../support/report-queries.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/servers.ts';

test.describe.configure({ timeout: 120_000 });

test('a whole run against the embedded target: conformant, exit 0, and a valid report', async () => {
  const { code, output, report } = await runSuite({});
  expect(code, output).toBe(0);
  expect(report?.verdict).toBe('conformant');
  expect(report?.summary.MUST).toMatchObject({ fail: 0, inconclusive: 0 });
  expect(report?.summary.SHOULD.fail).toBe(0);
  expect(report?.run).toMatchObject({ complete: true, filtered: false, seed: 20_250_601 });
  expect(report?.leftovers).toEqual([]);
  const rows = report?.requirements ?? [];
  const judged = new Set(idsOf(rows.filter(({ tests }) => tests.length > 0)));
  const unjudged = testable.filter(({ id, unchecked }) => !unchecked && !judged.has(id));
  expect(idsOf(unjudged), 'requirements that no test judged').toEqual([]);
  const properties = rows.flatMap(({ tests }) => tests).filter(({ examples }) => examples > 0);
  expect(properties.length, 'tests with generated examples').toBeGreaterThanOrEqual(15);
  const validate = strictAjv().compile(
    JSON.parse(readFileSync('schemas/report.schema.json', 'utf8')) as object,
  );
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
});

test('without the reporter that gives the verdict: one line, exit 1', async () => {
  // As if the runner no longer knew the variable.
  const { code, output, report } = await runSuite({ PW_TEST_REPORTER: 'null' }, only('embed-session-id'));
  expect(code, output).toBe(1);
  expect(output).toContain('This run gives no verdict and writes no report');
  expect(report).toBeUndefined();
});

/** A test that judged nothing must not pass. The tests that are run here are in vacuous/tests.ts. */
test('what a test proves decides its verdict, and the report counts controls and examples', async () => {
  test.setTimeout(120_000);
  const { output, report } = await withReference({}, ({ settings }) =>
    runSuite(settings, ['-c', 'tests/suite/runs/vacuous']),
  );
  const uncontrolled = {
    verdict: 'inconclusive',
    reason: expect.stringContaining('generateSession is refused before a positive control of it'),
  };
  const unreached = {
    verdict: 'not-tested',
    reason: expect.stringMatching(/^none of \d+ generated examples reached an assertion/),
    tests: [{ examples: 0 }],
  };
  for (const [id, expected] of [
    ['embed-identity-neither-rejected', { ...uncontrolled, tests: [{ status: 'error', controls: 0 }] }],
    ['embed-identity-both-rejected', { ...uncontrolled, tests: [{ status: 'error' }] }],
    ['embed-deployment-required', { verdict: 'pass', tests: [{ controls: 1 }] }],
    ['workspace-types-filter', unreached],
    ['workspace-types-repeated', unreached],
    ['workspace-order-direction', unreached],
    // A property that judged nothing leaves the verdict to the other assertions of its test.
    ['workspace-order-name', { verdict: 'pass', tests: [{ examples: 0 }] }],
    ['workspace-first-limits', { verdict: 'pass', tests: [{ examples: 4 }] }],
  ] as const)
    expect(requirementIn(report, id), `${id}\n${output}`).toMatchObject(expected);
});
