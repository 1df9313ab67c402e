import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { startReference } from '../../../fixtures/reference/start.ts';
import { strictAjv } from '../../../schemas/ajv.ts';
import { testable } from '../../../schemas/requirements.ts';
import { type Run, runSuite, verdictOf } from '../support/run-suite.ts';

test.describe.configure({ timeout: 120_000 });

/** Tests that judge generated examples, and how many each must get to an assertion against the embedded target. */
const PROPERTIES = 24;
const LEAST_EXAMPLES = 2;

const FAULTY = 'workspace-folders-first';

test('a broken target: exit 1, the requirement by name, and all that its reader needs', async () => {
  const fault = (await import('../../../fixtures/reference/faults/index.ts'))
    .listFaults()
    .find(({ breaks }) => breaks === FAULTY);
  const target = await startReference({ faults: [fault?.name as string] });
  try {
    const { code, output, report } = await runSuite(target.settings, ['--grep', `@${FAULTY}(?![\\w-])`]);
    expect(code, output).toBe(1);
    expect(report?.verdict).toBe('not conformant');
    const row = report?.requirements.find(({ id }) => id === FAULTY);
    expect(row?.verdict).toBe('fail');
    const failure = row?.tests[0]?.failures[0];
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
      env: { ...process.env, ...target.settings },
    });
    expect(shown).toMatch(/^HTTP\/1\.1 200/);
    expect(shown).toContain('"items"');

    // The replay line runs that example again.
    const [, seed, path] =
      /CONFORMANCE_SEED=(\d+) CONFORMANCE_PATH=([\d:]+)/.exec(failure?.replay as string) ?? [];
    const replayed = await runSuite(
      { ...target.settings, CONFORMANCE_SEED: seed as string, CONFORMANCE_PATH: path as string },
      ['--grep', `@${FAULTY}(?![\\w-])`],
    );
    expect(
      replayed.report?.requirements.find(({ id }) => id === FAULTY)?.tests[0]?.failures[0]?.input,
    ).toContain(failure?.input.replace(/ \(after .*/, ''));
    expect(replayed.report?.run.requests as number).toBeLessThan(report?.run.requests as number);
  } finally {
    await target.close();
  }
});

test('with an address and a token alone, what needs more is not tested and says what to set', async () => {
  const target = await startReference({});
  const { TARGET_BASE_URL, TARGET_ACCESS_TOKEN, NODE_EXTRA_CA_CERTS } = target.settings as Record<
    string,
    string
  >;
  try {
    const settings = { TARGET_BASE_URL, TARGET_ACCESS_TOKEN, NODE_EXTRA_CA_CERTS } as Record<string, string>;
    const { code, output, report } = await runSuite(settings);
    expect(code, output).toBe(0);
    expect(report?.verdict, 'core needs an API key').toBe('undetermined');
    expect(report?.summary.MUST.fail).toBe(0);
    expect(report?.summary.MUST.pass).toBeGreaterThan(80);
    expect(verdictOf(report, FAULTY)).toBe('pass');
    for (const row of report?.requirements ?? []) {
      if (/^embed-|^auth-(scope|ai|data|generate)/.test(row.id) && row.verdict !== 'excluded') {
        expect(row.verdict, row.id).toMatch(/^not-(tested|applicable)$/);
        expect(row.reason, row.id).not.toBe('');
      }
    }
    expect(output).toContain('set TARGET_API_KEY');
    expect(output).toContain('set TARGET_DATA_API_URL and TARGET_DATA_API_TOKEN');
  } finally {
    await target.close();
  }
});

test('a whole run against the embedded target: conformant, exit 0, a valid report without secrets', async () => {
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
  expect(properties.length, 'tests with generated examples').toBeGreaterThanOrEqual(PROPERTIES);
  expect(
    properties
      .filter(({ examples }) => examples < LEAST_EXAMPLES)
      .map(({ id, examples }) => `${id}: ${examples}`),
    'properties that judged hardly anything',
  ).toEqual([]);
  const validate = strictAjv().compile(
    JSON.parse(readFileSync('schemas/report.schema.json', 'utf8')) as object,
  );
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
});

test('a misspelt setting: one message, exit 1', async () => {
  const { code, output } = await runSuite({
    TARGET_BASE_URL: 'https://127.0.0.1:1/api',
    TARGET_ACESS_TOKEN: 'x',
  });
  expect(code).toBe(1);
  expect(output).toContain('TARGET_ACESS_TOKEN is no setting. Did you mean TARGET_ACCESS_TOKEN?');
});

test('a target that cannot be reached: one message, exit 1, nothing passed', async () => {
  const { code, output, report } = await runSuite({
    TARGET_BASE_URL: 'https://127.0.0.1:1/api',
    TARGET_ACCESS_TOKEN: 'x',
  });
  expect(code).toBe(1);
  expect(output).toContain('TARGET_BASE_URL=https://127.0.0.1:1/api could not be observed: ECONNREFUSED');
  expect(report?.summary.MUST.pass).toBe(0);
  expect(report?.verdict).toBe('undetermined');
});

/** Runs the suite against a server that is no target: it answers each request by its number, from 0. */
async function runAgainst(answer: (number: number, response: ServerResponse) => void): Promise<Run> {
  let number = 0;
  const server = createServer((_, response) => answer(number++, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await runSuite({ TARGET_BASE_URL: `http://127.0.0.1:${port}`, TARGET_ACCESS_TOKEN: 'x' });
  } finally {
    server.close();
  }
}

const asPage = (response: ServerResponse): ServerResponse =>
  response.setHeader('content-type', 'text/html; charset=utf-8');

test('a web site instead of the API: one message, exit 1', async () => {
  const { code, output } = await runAgainst((_, response) => {
    asPage(response).end('<!doctype html><title>App</title>');
  });
  expect(code).toBe(1);
  expect(output).toContain('answers web pages, not the API');
});

test('pages of a gateway that asks for patience are not taken for a web site', async () => {
  const { code, output } = await runAgainst((number, response) => {
    if (number < 2) asPage(response).writeHead(429).end('<h1>Too Many Requests</h1>');
    else response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
  });
  expect(code).toBe(1);
  expect(output).not.toContain('answers web pages');
  expect(output).toContain('TARGET_ACCESS_TOKEN is refused');
});

test('listing the tests is not a verdict', async () => {
  const { output, report } = await runSuite({}, ['--list']);
  expect(output).toContain('folders come first over the whole walk');
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
  // As if the runner did not know the variable any more.
  const { code, output, report } = await runSuite({ PW_TEST_REPORTER: 'null' }, [
    '--grep',
    '@embed-session-id(?![\\w-])',
  ]);
  expect(code, output).toBe(1);
  expect(output).toContain('This run gives no verdict and writes no report');
  expect(report).toBeUndefined();
});
