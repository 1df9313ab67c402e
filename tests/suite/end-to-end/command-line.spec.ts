import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { strictAjv } from '../../../schemas/ajv.ts';
import { testable } from '../../../schemas/requirements.ts';
import { requirementIn, verdictOf } from '../support/report-queries.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

test.describe.configure({ timeout: 120_000 });

/** How many tests judge generated examples, and how many examples each must bring to an assertion. */
const MIN_PROPERTIES = 24;
const MIN_EXAMPLES = 2;

const BROKEN = 'workspace-folders-first';

test('a broken target: exit 1, the requirement by name, and what its reader needs to fix it', () => {
  return withReference({ faults: ['workspace-folders-last'] }, async ({ settings }) => {
    const { code, output, report } = await runSuite(settings, only(BROKEN));
    expect(code, output).toBe(1);
    expect(report?.verdict).toBe('not conformant');
    const row = requirementIn(report, BROKEN);
    expect(row?.verdict).toBe('fail');
    const failures = row?.tests.flatMap((one) => one.failures) ?? [];
    const failure = failures.find(({ replay }) => replay.includes('CONFORMANCE_PATH'));
    expect(failure?.fix).not.toBe('');
    expect(failure?.input, 'the smallest input').not.toBe('');
    expect(failure?.replay).toMatch(
      /^CONFORMANCE_SEED=\d+ CONFORMANCE_PATH=[\d:]+ npx playwright test --grep /,
    );
    expect(failure?.curl).toContain('"$TARGET_BASE_URL/v1/deployments/');
    expect(failure?.curl).toContain('Bearer $TARGET_ACCESS_TOKEN');
    for (const word of ['NOT CONFORMANT', 'expected', 'received', 'fix', 'input', 'curl', 'replay']) {
      expect(output).toContain(word);
    }

    // The curl line, pasted into a shell that has the settings, shows the answer.
    const { stdout: shown } = await promisify(execFile)('sh', ['-c', failure?.curl as string], {
      env: { ...process.env, ...settings },
    });
    expect(shown).toMatch(/^HTTP\/1\.1 200/);
    expect(shown).toContain('"items"');

    // The replay line runs that example again.
    const [, seed, path] =
      /CONFORMANCE_SEED=(\d+) CONFORMANCE_PATH=([\d:]+)/.exec(failure?.replay as string) ?? [];
    const replayed = await runSuite(
      { ...settings, CONFORMANCE_SEED: seed as string, CONFORMANCE_PATH: path as string },
      only(BROKEN),
    );
    const again = requirementIn(replayed.report, BROKEN)?.tests.flatMap((one) => one.failures) ?? [];
    expect(again.map(({ input }) => input).join('\n')).toContain(failure?.input.replace(/ \(after .*/, ''));
    expect(replayed.report?.run.requests as number).toBeLessThan(report?.run.requests as number);
  });
});

test(
  'given an address and a token only, the run says what else to set for what it could not test',
  { tag: '@slow' },
  () =>
    withReference({}, async (reference) => {
      const { TARGET_BASE_URL, TARGET_ACCESS_TOKEN, NODE_EXTRA_CA_CERTS } = reference.settings;
      const settings = { TARGET_BASE_URL, TARGET_ACCESS_TOKEN, NODE_EXTRA_CA_CERTS } as Record<
        string,
        string
      >;
      const { code, output, report } = await runSuite(settings);
      expect(code, output).toBe(0);
      expect(report?.verdict, 'core needs an API key').toBe('undetermined');
      expect(report?.summary.MUST.fail).toBe(0);
      expect(report?.summary.MUST.pass).toBeGreaterThan(80);
      expect(verdictOf(report, BROKEN)).toBe('pass');
      for (const row of report?.requirements ?? []) {
        if (/^embed-|^auth-(scope|ai|data|generate)/.test(row.id) && row.verdict !== 'excluded') {
          expect(row.verdict, row.id).toMatch(/^not-(tested|applicable)$/);
          expect(row.reason, row.id).not.toBe('');
        }
      }
      expect(output).toContain('set TARGET_API_KEY');
      expect(output).toContain('set TARGET_DATA_API_URL and TARGET_DATA_API_TOKEN');
    }),
);

test('a whole run against the embedded target: conformant, exit 0, and a valid report', async () => {
  const { code, output, report } = await runSuite({});
  expect(code, output).toBe(0);
  expect(report?.verdict).toBe('conformant');
  expect(report?.summary.MUST).toMatchObject({ fail: 0, inconclusive: 0 });
  expect(report?.summary.SHOULD.fail).toBe(0);
  expect(report?.run).toMatchObject({ complete: true, filtered: false, seed: 20_250_601 });
  expect(report?.leftovers).toEqual([]);
  const tests =
    report?.requirements.flatMap(({ id, tests: own }) => own.map((one) => ({ id, ...one }))) ?? [];
  const judged = new Set(tests.map(({ id }) => id));
  expect(
    testable.filter(({ id, unchecked }) => !unchecked && !judged.has(id)).map(({ id }) => id),
    'requirements that no test judged',
  ).toEqual([]);
  expect(tests.filter(({ status }) => status === 'not-run')).toEqual([]);
  const properties = tests.filter(({ examples }) => examples > 0);
  expect(properties.length, 'tests with generated examples').toBeGreaterThanOrEqual(MIN_PROPERTIES);
  // Further tests of a requirement may have few; a story is told once beside other tests.
  const most = (id: string): number =>
    Math.max(...properties.filter((one) => one.id === id).map(({ examples }) => examples));
  expect(
    [...new Set(properties.map(({ id }) => id))]
      .filter((id) => most(id) > 1 && most(id) < MIN_EXAMPLES)
      .map((id) => `${id}: ${most(id)}`),
    'requirements whose properties judged too few examples',
  ).toEqual([]);
  const validate = strictAjv().compile(
    JSON.parse(readFileSync('schemas/report.schema.json', 'utf8')) as object,
  );
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
});

test('a run that only lists the tests gives no verdict', async () => {
  const { output, report } = await runSuite({}, ['--list']);
  expect(output).toContain('folders come before other items over the whole walk');
  expect(output).toContain('Listed only: nothing was judged');
  expect(output).not.toMatch(/^CONFORMANT/m);
  expect(report).toBeUndefined();
});

test('a filter that matches nothing never exits 0', async () => {
  const { code, output } = await runSuite({}, ['--grep', '@no-such-requirement']);
  expect(code).not.toBe(0);
  expect(output).not.toMatch(/^CONFORMANT/m);
});

test('without the reporter that gives the verdict: one line, exit 1', async () => {
  // As if the runner no longer knew the variable.
  const { code, output, report } = await runSuite({ PW_TEST_REPORTER: 'null' }, only('embed-session-id'));
  expect(code, output).toBe(1);
  expect(output).toContain('This run gives no verdict and writes no report');
  expect(report).toBeUndefined();
});
