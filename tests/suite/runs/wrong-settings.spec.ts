import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { CREDENTIAL_SETTINGS } from '../../../fixtures/target/settings.ts';
import { requirementIn, verdictOf, withVerdict } from '../support/report-queries.ts';
import { diagnose, only, runSuite } from '../support/run-suite.ts';
import { listen, withReference } from '../support/servers.ts';

/** Settings that lead to no target, credentials that are refused from the start, or expire during a run, and commands that print them. */

test.describe.configure({ timeout: 120_000 });

const WRONG = 'never-issued-by-anybody';

test('a run whose credentials are refused ends soon and names each, with the command that printed it', async () => {
  // Two that are the same would be a mistake of the settings.
  const wrong = Object.fromEntries(
    CREDENTIAL_SETTINGS.map((name) => [name, `${WRONG}-${name.toLowerCase()}`]),
  );
  const { TARGET_API_KEY: key, ...others } = wrong;
  const { code, output, report } = await withReference(
    {},
    ({ settings: { TARGET_API_KEY: _, ...settings } }) =>
      runSuite({ ...settings, ...others, TARGET_API_KEY_COMMAND: `echo ${key}` }),
  );
  expect(code, output).toBe(1);
  expect(report?.verdict).toBe('undetermined');
  expect(report?.summary.MUST).toMatchObject({ fail: 0, pass: 0 });
  expect(output).toContain(`${CREDENTIAL_SETTINGS.length} credentials are refused, so nothing was judged.`);
  for (const setting of CREDENTIAL_SETTINGS) {
    expect(output).toContain(`${setting} is refused: `);
    if (setting !== 'TARGET_API_KEY') expect(output).toContain(`Set ${setting} to`);
  }
  expect(output).toMatch(/(GET|POST) \/\S+ answered 401/);
  expect(output).toContain(
    'TARGET_API_KEY_COMMAND printed it: run that command by hand, and make it print, as its first line, a key',
  );
  expect(output).not.toContain(WRONG);
});

test('a refused credential that no required profile needs is left out, and everything else is judged', async () => {
  const { code, output, report } = await withReference({}, ({ settings }) =>
    runSuite(
      { ...settings, TARGET_API_KEY: WRONG, TARGET_AI_API_KEY: WRONG, CONFORMANCE_REQUIRE: 'platform' },
      only('platform-.*', 'auth-(get|ai|api-key)-.*'),
    ),
  );
  expect(code, output).toBe(0);
  expect(report?.summary.MUST.fail, output).toBe(0);
  expect(verdictOf(report, 'platform-deployments-first')).toBe('pass');
  expect(verdictOf(report, 'auth-get-regions-refuses-strangers')).toBe('pass');
  const row = requirementIn(report, 'auth-api-key-accepted');
  expect(row?.verdict).toBe('not-tested');
  expect(row?.reason).toContain('TARGET_API_KEY was refused: GET /v1/embed-tenants/');
  expect(output).toContain('TARGET_AI_API_KEY was refused: POST /chat/stream-chat-state answered 401');
});

test('a token that expires during a run is the one reason for all that is inconclusive, and no more is sent with it', async () => {
  const { code, output, report } = await withReference({ accessTokenLasts: 60 }, ({ settings }) =>
    runSuite({ ...settings, CONFORMANCE_PATIENCE: '3' }, ['tests/workspace']),
  );
  expect(report?.summary.MUST.fail, output).toBe(0);
  const inconclusive = withVerdict(report, 'inconclusive');
  expect(inconclusive.length, output).toBeGreaterThan(10);
  const reasons = new Set(inconclusive.map(({ reason }) => reason));
  expect([...reasons]).toEqual([
    'TARGET_ACCESS_TOKEN was accepted before and is refused now, so it has expired or was revoked (or the target locks out a machine that sends many requests or wrong credentials, as this run does: try CONFORMANCE_RATE=20): set TARGET_ACCESS_TOKEN_COMMAND to a command that prints a fresh one',
  ]);
  // The other user's token does not expire, so some requests are still sent.
  expect(
    report?.run.requests,
    'requests: with a token that lasts, these tests send several hundred',
  ).toBeLessThan(150);
  expect(code).toBe(1);
});

test('a command prints a fresh token when one expires, and what it prints is a secret', () =>
  withReference({ accessTokenLasts: 5 }, async ({ renewAccessToken, settings }) => {
    const { TARGET_ACCESS_TOKEN: first = '', ...others } = settings;
    const printed: string[] = [];
    const issuer = createServer((_, response) => {
      const token = printed.length === 0 ? first : renewAccessToken();
      printed.push(token);
      response.end(`${token}\n`);
    });
    const address = `http://127.0.0.1:${await listen(issuer)}`;
    const { code, output, report } = await runSuite(
      {
        ...others,
        TARGET_ACCESS_TOKEN_COMMAND: `"${process.execPath}" -e "fetch('${address}').then((one) => one.text()).then(console.log)"`,
      },
      ['tests/platform', '--grep', 'deployment'],
    );
    issuer.close();
    expect(report?.summary.MUST, output).toMatchObject({ fail: 0, inconclusive: 0 });
    expect(printed.length, 'tokens that were printed').toBeGreaterThan(1);
    expect(code, output).toBe(0);
    const everything = output + JSON.stringify(report);
    for (const token of printed) expect(everything).not.toContain(token);
  }));

/** Lets a test use the settings of a server that is no target: it answers every request alike. */
async function withAnswer(
  status: number,
  type: string,
  body: string,
  use: (settings: Record<string, string>) => Promise<void>,
): Promise<void> {
  const server = createServer((_, response) =>
    response.writeHead(status, { 'content-type': type }).end(body),
  );
  const TARGET_BASE_URL = `http://127.0.0.1:${await listen(server)}`;
  const settings = { TARGET_BASE_URL, TARGET_ACCESS_TOKEN: 'x', CONFORMANCE_PATIENCE: '1' };
  await use(settings).finally(() => server.close());
}

test('without the reporter that gives the verdict: one line, exit 1', async () => {
  // As if the runner no longer knew the variable.
  const { code, output, report } = await runSuite({ PW_TEST_REPORTER: 'null' }, only('embed-session-id'));
  expect(code, output).toBe(1);
  expect(output).toContain('This run gives no verdict and writes no report');
  expect(report).toBeUndefined();
});

test('an address at which nothing of the interface is: one message, exit 1, nothing failed', () =>
  withAnswer(404, 'application/json', '{"message":"No such tenant"}', async (settings) => {
    const { code, output, report } = await runSuite(settings);
    expect(code).toBe(1);
    expect(output).toContain('does not lead to the interface: none of the routes that were tried exists');
    expect(output).toMatch(/It usually ends in \/api: is it http:\S+\/api\?/);
    expect(report?.summary.MUST.fail).toBe(0);
    expect(report?.verdict).toBe('undetermined');
  }));

// What ends a run like that is told by the doctor in the same words.

for (const [what, status, says] of [
  ['a web site instead of the API', 200, 'answers web pages, not the API'],
  ['a gateway without a target', 503, 'is behind a gateway that said of every route'],
] as const)
  test(`${what}: one message`, () =>
    withAnswer(status, 'text/html', '<p>App', async (settings) => {
      expect(await diagnose(settings)).toMatchObject({ code: 1, output: expect.stringContaining(says) });
    }));

for (const [what, more, says] of [
  [
    'more runs side by side than the pools have parts for',
    { CONFORMANCE_POOL: '1/4' },
    '4 runs at the same time',
  ],
  [
    'a command that prints nothing',
    { TARGET_API_KEY_COMMAND: 'exit 3' },
    'TARGET_API_KEY_COMMAND prints no credential: it ended with 3',
  ],
] as const)
  test(`${what}: one message`, async () => {
    const nowhere = { TARGET_BASE_URL: 'https://127.0.0.1:1/api', TARGET_ACCESS_TOKEN: 'x' };
    await expect(diagnose({ ...nowhere, ...more })).rejects.toThrow(says);
  });
