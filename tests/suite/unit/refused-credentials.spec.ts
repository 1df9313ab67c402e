import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { leaveOutRefused } from '../../../fixtures/discovery/left-out-credentials.ts';
import { refusedAmong, tryCredentials } from '../../../fixtures/discovery/refused-credentials.ts';
import { HttpClient } from '../../../fixtures/http/client.ts';
import type { Settings } from '../../../fixtures/target/settings.ts';
import { Contract } from '../../../schemas/contract.ts';
import { listen } from '../support/listen.ts';

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
  ['a key whose embed tenant was never used', (_, header) => (isRight(header) ? 404 : 401), KEY, []],
  ['nothing but 404', () => 404, { ...TOKEN, ...KEY }, []],
  ['nothing but 500', () => 500, TOKEN, []],
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

test('when no credential is refused, none is left out', async () => {
  expect(leaveOutRefused([], {}, await Contract.load())).toEqual({});
});
