import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { leaveOutRefused } from '../../../fixtures/discovery/left-out-credentials.ts';
import { refusedCredentials } from '../../../fixtures/discovery/refused-credentials.ts';
import { HttpClient } from '../../../fixtures/http/client.ts';
import { CREDENTIAL_SETTINGS, type Settings } from '../../../fixtures/target/settings.ts';
import { Contract } from '../../../schemas/contract.ts';
import { withReference } from '../support/with-reference.ts';
import { runSuite, verdictOf } from '../support/run-suite.ts';

/** Credentials that are refused from the start: told by name before anything is judged, and no honest one is accused. */

test.describe.configure({ timeout: 120_000 });

const WRONG = 'never-issued-by-anybody';
const MOST_MS = 15_000;

/** The others are used in the same ways. */
const FEW = ['TARGET_ACCESS_TOKEN', 'TARGET_API_KEY'];

for (const setting of CREDENTIAL_SETTINGS)
  test(`${setting} that is refused ends the run, by its name`, {
    tag: FEW.includes(setting) ? [] : '@slow',
  }, async () => {
    const began = Date.now();
    const { code, output, report } = await withReference({}, ({ settings }) =>
      runSuite({ ...settings, [setting]: WRONG }),
    );
    expect(Date.now() - began, 'milliseconds').toBeLessThan(MOST_MS);
    expect(code, output).toBe(1);
    expect(report?.verdict).toBe('undetermined');
    expect(report?.summary.MUST.fail).toBe(0);
    expect(report?.summary.MUST.pass).toBe(0);
    expect(output).toContain(`${setting} is refused: `);
    expect(output).toMatch(/(GET|POST) \/\S+ answered 401/);
    expect(output).toContain(`Set ${setting} to`);
    expect(output).toContain('A target that refuses valid credentials would look the same.');
    expect(output).not.toContain(WRONG);
    const others = CREDENTIAL_SETTINGS.filter((name) => name !== setting);
    expect(others.filter((name) => output.includes(`${name} is refused`))).toEqual([]);
  });

test('several are told together, and one that a command printed is told as such', async () => {
  const { code, output } = await withReference({}, ({ settings }) => {
    const { TARGET_API_KEY: _, ...others } = settings;
    return runSuite({
      ...others,
      TARGET_API_KEY_COMMAND: `echo ${WRONG}`,
      TARGET_DATA_API_TOKEN: WRONG,
    });
  });
  expect(code, output).toBe(1);
  expect(output).toContain('2 credentials are refused, so nothing was judged.');
  expect(output).toContain('TARGET_API_KEY is refused: ');
  expect(output).toContain('TARGET_API_KEY_COMMAND printed it');
  expect(output).toContain('TARGET_DATA_API_TOKEN is refused: ');
});

test('strangers who are led to a sign-in page are refused as well', async () => {
  const { code, output } = await withReference({ variants: ['strangers-redirected'] }, ({ settings }) =>
    runSuite({ ...settings, TARGET_ACCESS_TOKEN: WRONG }),
  );
  expect(code, output).toBe(1);
  expect(output).toMatch(/TARGET_ACCESS_TOKEN is refused: .* answered 30\d, leading to /);
});

test('what no required profile needs is left out, and the rest is judged', async () => {
  const { code, output, report } = await withReference({}, ({ settings }) =>
    runSuite(
      { ...settings, TARGET_API_KEY: WRONG, TARGET_AI_API_KEY: WRONG, CONFORMANCE_REQUIRE: 'platform' },
      ['tests/platform', 'tests/authentication'],
    ),
  );
  expect(code, output).toBe(0);
  expect(report?.summary.MUST.fail, output).toBe(0);
  expect(verdictOf(report, 'platform-deployments-first')).toBe('pass');
  expect(verdictOf(report, 'auth-get-regions-refuses-strangers')).toBe('pass');
  const row = report?.requirements.find(({ id }) => id === 'auth-api-key-accepted');
  expect(row?.verdict).toBe('not-tested');
  expect(row?.reason).toContain('TARGET_API_KEY was refused: GET /v1/embed-tenants/');
  expect(output).toContain('TARGET_AI_API_KEY was refused: POST /chat/stream-chat-state answered 401');
});

test('what a required profile needs ends the run', async () => {
  const { code, output, report } = await withReference({}, ({ settings }) =>
    runSuite({ ...settings, TARGET_AI_API_KEY: WRONG, CONFORMANCE_REQUIRE: 'ai-api' }),
  );
  expect(code, output).toBe(1);
  expect(report?.summary.MUST.pass).toBe(0);
  expect(output).toContain('TARGET_AI_API_KEY is refused: ');
});

const HONEST: [what: string, options: { faults?: string[]; variants?: string[] }, setting: string][] = [
  ['a key without admin access that may do nothing', { variants: ['sessions-need-admin'] }, 'MEMBER'],
  [
    'the same where strangers are forbidden, too',
    { faults: ['auth-strangers-get-403'], variants: ['sessions-need-admin'] },
    'MEMBER',
  ],
  ['a target that refuses a right token now and then', { faults: ['auth-bearer-refused-now-and-then'] }, ''],
  ['a token that counts everywhere but at the listing', { faults: ['auth-bearer-wants-token-prefix'] }, ''],
  ['a busy gateway', { variants: ['rate-limited', 'gateway-hiccups'] }, ''],
];

for (const [what, options] of HONEST)
  test(`not accused: ${what}`, async () => {
    const { output, report } = await withReference(options, ({ settings }) =>
      runSuite(settings, ['--grep', '@(embed-session-id|platform-deployments-items)(?![\\w-])']),
    );
    expect(output).not.toContain('refused, so nothing was judged');
    expect(verdictOf(report, 'embed-session-id'), output).toBe('pass');
  });

/** What a server on this machine answers: to a path, and to a credential. */
type Answers = (path: string, authorization: string) => number;

async function refusedBy(answers: Answers, given: Settings): Promise<string[]> {
  const server = createServer((request, response) => {
    const status = answers(request.url ?? '', request.headers.authorization ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const settings: Settings = { TARGET_BASE_URL: `http://127.0.0.1:${port}`, ...given };
  const contract = await Contract.load();
  const http = new HttpClient({ settings, embedded: false }, contract, 0);
  try {
    const refusals = await refusedCredentials({
      http,
      contract,
      settings,
      deploymentId: 1,
      externalId: 'conformance-user-1',
      embedTenantName: 'conformance-1',
    });
    return refusals.map(({ setting }) => setting);
  } finally {
    await http.close();
    server.close();
    server.closeAllConnections();
  }
}

const TOKEN = { TARGET_ACCESS_TOKEN: 'right' };
const KEY = { TARGET_API_KEY: 'right' };
const isRight = (authorization: string): boolean => authorization.endsWith(' right');

const CASES: [what: string, answers: Answers, given: Settings, refused: string[]][] = [
  ['401 everywhere', () => 401, TOKEN, ['TARGET_ACCESS_TOKEN']],
  ['403 to everybody everywhere', () => 403, { ...TOKEN, ...KEY }, ['TARGET_ACCESS_TOKEN', 'TARGET_API_KEY']],
  ['a user who may use SCIM alone', (path) => (path.startsWith('/scim') ? 200 : 403), TOKEN, []],
  ['a user who may do nothing, told from nobody', (_, who) => (isRight(who) ? 403 : 401), TOKEN, []],
  ['a key that may mint sessions alone', (path) => (path.endsWith('session') ? 201 : 403), KEY, []],
  ['a key whose embed tenant was never used', (_, who) => (isRight(who) ? 404 : 401), KEY, []],
  ['nothing but 404', () => 404, { ...TOKEN, ...KEY }, []],
  ['nothing but 500', () => 500, TOKEN, []],
  [
    '404, and 401 where there is something',
    (path) => (path.startsWith('/scim') ? 401 : 404),
    TOKEN,
    ['TARGET_ACCESS_TOKEN'],
  ],
];

for (const [what, answers, given, refused] of CASES)
  test(`${refused.length > 0 ? 'refused' : 'not refused'}: ${what}`, async () => {
    expect(await refusedBy(answers, given)).toEqual(refused);
  });

test('without anything refused, nothing is left out', async () => {
  expect(leaveOutRefused([], {}, await Contract.load())).toEqual({});
});
