import { readFileSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { strictAjv } from '../../../schemas/ajv.ts';
import { testable } from '../../../schemas/requirements.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { idsOf, requirementIn } from '../support/report-queries.ts';
import { environment, only, PLAYWRIGHT, runNode, runSuite } from '../support/run-suite.ts';
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
  expect(properties.length, 'tests with generated examples').toBeGreaterThanOrEqual(24);
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

test('a folder that cannot be written to: exit 1 with the names of the documents, and the verdict', () =>
  withReference({}, ({ settings }) =>
    withTemporaryFolder(async (folder) => {
      const summary = join(folder, 'summary');
      writeFileSync(summary, '');
      const { code, output } = await runNode(
        [PLAYWRIGHT, 'test', `--output=${folder}/results`, ...only('embed-deployment-required')],
        {
          ...environment(),
          DOTENV_CONFIG_PATH: devNull,
          ...settings,
          CONFORMANCE_REPORT_DIR: 'package.json/x',
          GITHUB_ACTIONS: 'true',
          GITHUB_STEP_SUMMARY: summary,
        },
      );
      expect(code, output).toBe(1);
      expect(output).toMatch(/^UNDETERMINED {2}https:/m);
      for (const name of ['report.json', 'junit.xml', 'summary.md'])
        expect(output).toMatch(new RegExp(`^ +package\\.json/x/${name} cannot be written: E`, 'm'));
      // What GitHub shows says the same.
      expect(output).toMatch(
        /^::error title=This run does not pass::package\.json\/x\/report\.json cannot be written/m,
      );
      expect(readFileSync(summary, 'utf8')).toMatch(/^\n## UNDETERMINED [\s\S]*junit\.xml cannot be written/);
    }),
  ));

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
