import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { refusedAmong, tryCredentials } from '../../../fixtures/discovery/refused-credentials.ts';
import { HttpClient } from '../../../fixtures/http/client.ts';
import { Credentials } from '../../../fixtures/http/credentials.ts';
import type { Call, Exchange } from '../../../fixtures/http/exchange.ts';
import type { Settings } from '../../../fixtures/target/settings.ts';
import { Contract } from '../../../schemas/contract.ts';
import { listen } from '../support/listen.ts';

/** An operation whose answers the contract does not describe. */
const UNDESCRIBED = { describesAnswer: false, answerFields: [] };
const DEPLOYMENTS: Call = { operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' };

const answered = (status = 401): Exchange => ({
  operation: 'listDeployments',
  status,
  headers: {},
  mediaType: '',
  text: '',
  json: undefined,
  curl: '',
});

test('a credential that a command prints is renewed once, although it was never accepted', async () => {
  const credentials = new Credentials({
    TARGET_ACCESS_TOKEN: 'stale',
    TARGET_ACCESS_TOKEN_COMMAND: 'echo fresh',
  });
  const { as } = DEPLOYMENTS as { as: 'TARGET_ACCESS_TOKEN' };
  expect(credentials.mayHaveExpired(as, DEPLOYMENTS, answered())).toBe(true);
  expect(await credentials.review(as, async () => answered())).toBe('renewed');
  expect(credentials.valueOf(as)).toBe('fresh');
  // What it prints is refused as well: that is the target's answer.
  expect(credentials.mayHaveExpired(as, DEPLOYMENTS, answered())).toBe(false);
});

test('a target may say 403 of a credential that has expired, too', () => {
  const credentials = new Credentials({ TARGET_ACCESS_TOKEN: 'expired' });
  const forbidden = answered(403);
  expect(credentials.mayHaveExpired('TARGET_ACCESS_TOKEN', DEPLOYMENTS, forbidden)).toBe(false);
  credentials.noteAnswer('TARGET_ACCESS_TOKEN', DEPLOYMENTS, answered(200), UNDESCRIBED);
  expect(credentials.mayHaveExpired('TARGET_ACCESS_TOKEN', DEPLOYMENTS, forbidden)).toBe(true);
});

test('a refusal is looked into again once the target said that it knows the credential', async () => {
  const credentials = new Credentials({ TARGET_API_KEY: 'key' });
  const mint: Call = { operation: 'generateSession', as: 'TARGET_API_KEY' };
  credentials.noteAnswer(
    'TARGET_API_KEY',
    { operation: 'listEmbedTenants', as: 'TARGET_API_KEY' },
    answered(200),
    UNDESCRIBED,
  );
  const mayHaveExpired = (): boolean => credentials.mayHaveExpired('TARGET_API_KEY', mint, answered());
  expect(mayHaveExpired()).toBe(true);
  expect(await credentials.review('TARGET_API_KEY', async () => answered(200))).toBe('valid');
  expect(mayHaveExpired()).toBe(true);
  credentials.noteRefusing('TARGET_API_KEY', mint);
  expect(mayHaveExpired()).toBe(false);
  credentials.noteAnswer('TARGET_API_KEY', mint, answered(400), UNDESCRIBED);
  expect(mayHaveExpired()).toBe(true);
});

test('concurrent requests whose credential expires renew it once', async () => {
  const credentials = new Credentials({
    TARGET_ACCESS_TOKEN: 'stale',
    TARGET_ACCESS_TOKEN_COMMAND: 'echo fresh-$$',
  });
  const call: Call = { operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' };
  const renewed = new Set<string>();
  const send = async (): Promise<Exchange> => {
    const sent = credentials.valueOf('TARGET_ACCESS_TOKEN') ?? '';
    if (sent !== 'stale') renewed.add(sent);
    // A server that issues a second token revokes the first.
    return answered(sent !== 'stale' && renewed.size === 1 ? 200 : 401);
  };
  credentials.noteAnswer('TARGET_ACCESS_TOKEN', call, answered(200), UNDESCRIBED);
  const reviews = [1, 2, 3].map(() => credentials.review('TARGET_ACCESS_TOKEN', send));
  expect(await Promise.all(reviews)).toEqual(['renewed', 'renewed', 'renewed']);
  expect([...renewed]).toHaveLength(1);
});

test('a credential that is refused for a while has not expired, and one that stays refused has', async () => {
  const call = DEPLOYMENTS as Call & { as: 'TARGET_ACCESS_TOKEN' };
  const reviewed = async (back: number): Promise<[string, string | undefined]> => {
    const credentials = new Credentials({ TARGET_ACCESS_TOKEN: 'token', CONFORMANCE_PATIENCE: 2 });
    credentials.noteAnswer(call.as, call, answered(200), UNDESCRIBED);
    const send = async (): Promise<Exchange> => answered(Date.now() < back ? 401 : 200);
    return [await credentials.review(call.as, send), credentials.expiryOf(call.as)];
  };
  expect(await reviewed(Date.now() + 1_200)).toEqual(['valid again', undefined]);
  expect(await reviewed(Number.POSITIVE_INFINITY)).toEqual([
    'expired',
    expect.stringContaining('set TARGET_ACCESS_TOKEN_COMMAND'),
  ]);
});

/** From which answers of a server the suite concludes that a credential is refused. */

/** The status that a server answers to a path and an Authorization header. */
type StatusOf = (path: string, authorization: string) => number;

/** The settings whose credentials are found to be refused by such a server. */
async function refusedBy(statusOf: StatusOf, given: Settings): Promise<string[]> {
  const server = createServer((request, response) => {
    const status = statusOf(request.url ?? '', request.headers.authorization ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  const settings: Settings = { TARGET_BASE_URL: `http://127.0.0.1:${await listen(server)}`, ...given };
  const contract = await Contract.load();
  const http = new HttpClient({ settings, embedded: false }, contract, 0);
  try {
    const tried = await tryCredentials({
      http,
      contract,
      settings,
      deploymentId: 1,
      externalId: 'conformance-user-1',
      embedTenantName: 'conformance-1',
    });
    return refusedAmong(tried).map(({ setting }) => setting);
  } finally {
    await http.close();
    server.close();
    server.closeAllConnections();
  }
}

const TOKEN = { TARGET_ACCESS_TOKEN: 'right' };
const KEY = { TARGET_API_KEY: 'right' };
const isRight = (authorization: string): boolean => authorization.endsWith(' right');

const CASES: [what: string, statusOf: StatusOf, given: Settings, refused: string[]][] = [
  ['401 everywhere', () => 401, TOKEN, ['TARGET_ACCESS_TOKEN']],
  ['403 to everybody everywhere', () => 403, { ...TOKEN, ...KEY }, ['TARGET_ACCESS_TOKEN', 'TARGET_API_KEY']],
  ['a user who may use only SCIM', (path) => (path.startsWith('/scim') ? 200 : 403), TOKEN, []],
  ['403 to a known user, 401 to unknown ones', (_, header) => (isRight(header) ? 403 : 401), TOKEN, []],
  ['a key that may only mint sessions', (path) => (path.endsWith('session') ? 201 : 403), KEY, []],
  ['nothing but 404', () => 404, { ...TOKEN, ...KEY }, []],
  [
    '401 from the routes that exist, 404 from all others',
    (path) => (path.startsWith('/scim') ? 401 : 404),
    TOKEN,
    ['TARGET_ACCESS_TOKEN'],
  ],
];

for (const [what, statusOf, given, refused] of CASES)
  test(`${refused.length > 0 ? 'refused' : 'not refused'}: ${what}`, async () => {
    expect(await refusedBy(statusOf, given)).toEqual(refused);
  });
