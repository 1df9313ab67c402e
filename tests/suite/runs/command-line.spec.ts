import { expect, test } from '@playwright/test';
import { requirementIn } from '../support/report-queries.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/servers.ts';

test.describe.configure({ timeout: 120_000 });

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
