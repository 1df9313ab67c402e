import { expect, test } from '@playwright/test';
import { refusedAmong, tryCredentials } from '../../../fixtures/discovery/refused-credentials.ts';
import { Credentials, runCredentialCommands } from '../../../fixtures/http/credentials.ts';
import type { Call, Exchange } from '../../../fixtures/http/exchange.ts';
import type { Settings } from '../../../fixtures/target/settings.ts';
import { whyEnded } from '../support/during-test.ts';
import { answered } from '../support/samples.ts';
import { clientAgainst } from '../support/servers.ts';

/** An operation whose answers the contract does not describe. */
const UNDESCRIBED = { method: 'POST', describesAnswer: false, answerFields: [] };
const AS = 'TARGET_ACCESS_TOKEN';
const DEPLOYMENTS: Call = { operation: 'listDeployments', as: AS };

test('403 may mean that a credential has expired, once it was accepted', () => {
  const credentials = new Credentials({ TARGET_ACCESS_TOKEN: 'expired' });
  const forbidden = answered(403);
  expect(credentials.mayHaveExpired(AS, DEPLOYMENTS, forbidden)).toBe(false);
  credentials.noteAnswer(AS, DEPLOYMENTS, answered(200), UNDESCRIBED);
  expect(credentials.mayHaveExpired(AS, DEPLOYMENTS, forbidden)).toBe(true);
  // What is refused as a stranger is, as `tryCredentials` learns, or as an expired credential is somewhere.
  credentials.knowledge.refusals.add(422);
  for (const status of [419, 422, 440, 498])
    expect(credentials.mayHaveExpired(AS, DEPLOYMENTS, answered(status))).toBe(true);
  expect(credentials.mayHaveExpired(AS, DEPLOYMENTS, answered(400))).toBe(false);
});

test('a refusal is looked into again after the target accepted the credential', async () => {
  const credentials = new Credentials({ TARGET_API_KEY: 'key' });
  const mint: Call = { operation: 'generateSession', as: 'TARGET_API_KEY' };
  credentials.noteAnswer(
    'TARGET_API_KEY',
    { operation: 'listEmbedTenants', as: 'TARGET_API_KEY' },
    answered(200),
    UNDESCRIBED,
  );
  const mayHaveExpired = (): boolean => credentials.mayHaveExpired('TARGET_API_KEY', mint, answered(401));
  expect(mayHaveExpired()).toBe(true);
  expect(await credentials.review('TARGET_API_KEY', async () => answered(200))).toBe('valid');
  expect(mayHaveExpired()).toBe(true);
  credentials.noteRefusing('TARGET_API_KEY', mint);
  expect(mayHaveExpired()).toBe(false);
  credentials.noteAnswer('TARGET_API_KEY', mint, answered(400), UNDESCRIBED);
  expect(mayHaveExpired()).toBe(true);
});

test('a credential that was never accepted is printed anew, and again after some seconds: it may have expired meanwhile', async () => {
  const credentials = new Credentials({ TARGET_API_KEY: 'key', TARGET_API_KEY_COMMAND: 'echo fresh' });
  const mint: Call = { operation: 'generateSession', as: 'TARGET_API_KEY' };
  const redirect = answered(302, { headers: { location: 'https://login.example/' } });
  const review = () => credentials.review('TARGET_API_KEY', async () => redirect);
  const mayHaveExpired = (): boolean => credentials.mayHaveExpired('TARGET_API_KEY', mint, redirect);
  const { now } = Date;
  try {
    expect([mayHaveExpired(), await review(), mayHaveExpired()]).toEqual([true, 'renewed', false]);
    Date.now = () => now() + 6_000;
    expect([mayHaveExpired(), await review(), mayHaveExpired()]).toEqual([true, 'renewed', false]);
  } finally {
    Date.now = now;
  }
});

test('concurrent requests whose credential expires renew it once', async () => {
  const credentials = new Credentials({
    TARGET_ACCESS_TOKEN: 'stale',
    TARGET_ACCESS_TOKEN_COMMAND: 'echo fresh-$$',
  });
  const renewed = new Set<string>();
  const send = async (): Promise<Exchange> => {
    const sent = credentials.valueOf(AS) ?? '';
    if (sent !== 'stale') renewed.add(sent);
    // A server that issues a second token revokes the first.
    return answered(sent !== 'stale' && renewed.size === 1 ? 200 : 401);
  };
  credentials.noteAnswer(AS, DEPLOYMENTS, answered(200), UNDESCRIBED);
  const reviews = [1, 2, 3].map(() => credentials.review(AS, send));
  expect(await Promise.all(reviews)).toEqual(['renewed', 'renewed', 'renewed']);
  expect([...renewed]).toHaveLength(1);
});

test('a credential that is refused for a while has not expired, and one that stays refused has', async () => {
  const reviewed = async (back: number): Promise<[string, string | undefined]> => {
    const credentials = new Credentials({ TARGET_ACCESS_TOKEN: 'token', CONFORMANCE_PATIENCE: 2 });
    credentials.noteAnswer(AS, DEPLOYMENTS, answered(200), UNDESCRIBED);
    const send = async (): Promise<Exchange> => answered(Date.now() < back ? 401 : 200);
    return [await credentials.review(AS, send), credentials.expiryOf(AS)];
  };
  expect(await reviewed(Date.now() + 1_200)).toEqual(['valid again', undefined]);
  expect(await reviewed(Number.POSITIVE_INFINITY)).toEqual([
    'expired',
    expect.stringContaining('set TARGET_ACCESS_TOKEN_COMMAND'),
  ]);
});

test('a credential that each renewal by another worker revokes is inconclusive, and no finding about the request', () => {
  const served = new Set<string>();
  return clientAgainst(
    ({ url, headers: { authorization = '' } }, response) => {
      const isServed = !url?.includes('users') && !served.has(authorization);
      if (isServed) served.add(authorization);
      response.writeHead(isServed ? 200 : 401, { 'content-type': 'application/json' }).end('{"items":[]}');
    },
    async (http) => {
      await http.send(DEPLOYMENTS);
      expect(await whyEnded(() => http.send({ operation: 'getUsers', as: AS }))).toMatch(
        /^inconclusive: .* must not invalidate the one before it/,
      );
    },
    { ...TOKEN, TARGET_ACCESS_TOKEN_COMMAND: 'echo fresh-$$' },
  );
});

test('a command that fails for a while is run again', async () => {
  // Longer than it is run again by itself
  const back = Math.ceil(Date.now() / 1_000) + 7;
  const credentials = new Credentials({
    TARGET_ACCESS_TOKEN: 'stale',
    TARGET_ACCESS_TOKEN_COMMAND: `test "$(date +%s)" -ge ${back} && echo fresh`,
  });
  credentials.noteAnswer(AS, DEPLOYMENTS, answered(200), UNDESCRIBED);
  const send = async (): Promise<Exchange> => answered(credentials.valueOf(AS) === 'fresh' ? 200 : 401);
  expect([await credentials.review(AS, send), credentials.expiryOf(AS)]).toEqual(['renewed', undefined]);
});

test('what a command prints at renewal must be a credential, and what it complains of shows none', async () => {
  const renewedBy = async (command: string): Promise<string | undefined> => {
    const credentials = new Credentials({ TARGET_API_KEY: 'stale-key', TARGET_API_KEY_COMMAND: command });
    await credentials.renewOnce('TARGET_API_KEY');
    return credentials.expiryOf('TARGET_API_KEY') ?? credentials.valueOf('TARGET_API_KEY');
  };
  expect(await renewedBy('echo fresh')).toBe('fresh');
  expect(await renewedBy('echo "access denied – try later"')).toMatch(/is no credential: .* no header can/);
  expect(await renewedBy('echo "-H Authorization: stale-key" >&2; exit 7')).toMatch(
    /: \$TARGET_API_KEY\. Run that/,
  );
  const environment = {
    TARGET_API_KEY: 'a-long-key-2718281828',
    TARGET_ACCESS_TOKEN_COMMAND:
      'set -x; : its-own-secret; { set +x; } 2>&-; printf "> its-own-secret\nno a-long-key-2718281828" >&2; exit 7',
  };
  await expect(runCredentialCommands(environment)).rejects.toThrow(/it ended with 7: no \$TARGET_API_KEY$/);
});

type StatusOf = (path: string, authorization: string) => number;

/** The settings whose credentials are found to be refused by such a server. */
const refusedBy = (statusOf: StatusOf, given: Settings): Promise<string[]> =>
  clientAgainst(
    (request, response) => {
      const status = statusOf(request.url ?? '', request.headers.authorization ?? '');
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    },
    async (http, settings) => {
      const call = { deploymentId: 1, externalId: 'conformanceuser1', embedTenantName: 'conformance-1' };
      const tried = await tryCredentials({ http, settings, ...call });
      return refusedAmong(tried).map(({ setting }) => setting);
    },
    given,
  );

const TOKEN = { TARGET_ACCESS_TOKEN: 'right' };
const KEY = { TARGET_API_KEY: 'right' };
const isRight = (authorization: string): boolean => authorization.endsWith(' right');

const CASES: [what: string, statusOf: StatusOf, given: Settings, refused: string[]][] = [
  ['401 everywhere', () => 401, TOKEN, ['TARGET_ACCESS_TOKEN']],
  ['419 everywhere', () => 419, { ...TOKEN, ...KEY }, ['TARGET_ACCESS_TOKEN', 'TARGET_API_KEY']],
  ['403 to everybody everywhere', () => 403, { ...TOKEN, ...KEY }, ['TARGET_ACCESS_TOKEN', 'TARGET_API_KEY']],
  ['a user who may use only SCIM', (path) => (path.includes('/scim') ? 200 : 403), TOKEN, []],
  ['403 to a known user, 401 to unknown ones', (_, header) => (isRight(header) ? 403 : 401), TOKEN, []],
  ['a key that may only mint sessions', (path) => (path.endsWith('session') ? 201 : 403), KEY, []],
  ['nothing but 404', () => 404, { ...TOKEN, ...KEY }, []],
  [
    '401 from the routes that exist, 404 from all others',
    (path) => (path.includes('/scim') ? 401 : 404),
    TOKEN,
    ['TARGET_ACCESS_TOKEN'],
  ],
];

for (const [what, statusOf, given, refused] of CASES)
  test(`${refused.length > 0 ? 'refused' : 'not refused'}: ${what}`, async () => {
    expect(await refusedBy(statusOf, given)).toEqual(refused);
  });

test('after a refusal that is owed, a later one on the same route is looked into again', () => {
  const statuses = [401, 403, 401, 403];
  const call: Call = { operation: 'getUsers', as: AS, isFinal: ({ status }) => status === 403 };
  return clientAgainst(
    ({ url }, response) => {
      const status = url?.includes('users') ? (statuses.shift() ?? 500) : 200;
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"items":[]}');
    },
    async (http) => {
      await http.send(DEPLOYMENTS);
      for (let times = 0; times < 2; times += 1) expect((await http.send(call)).status).toBe(403);
    },
    TOKEN,
  );
});
