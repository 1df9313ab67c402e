import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { brotliCompressSync, createGzip, deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { ownerOfRoute, Routes } from '../../../fixtures/discovery/routes.ts';
import { HttpClient } from '../../../fixtures/http/client.ts';
import {
  type Call,
  type Exchange,
  isAccepted,
  isLetIn,
  isRefused,
  type NoAnswer,
} from '../../../fixtures/http/exchange.ts';
import { Journal } from '../../../fixtures/http/journal.ts';
import { noAnswer } from '../../../fixtures/http/no-answer.ts';
import { isSuspect } from '../../../fixtures/http/retry.ts';
import { reach } from '../../../fixtures/run/target-check.ts';
import { Contract } from '../../../schemas/contract.ts';
import { whyEnded } from '../support/during-test.ts';
import { clientAgainst, clientOf } from '../support/servers.ts';

/** What the client sends, and what it makes of answers that are odd, malformed, or perhaps not the target's own. */

const LIST: Call = { operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' };
const JSON_TYPE = 'application/json';
const BODY = '{"items":[]}';
const MIB = 1024 * 1024;

test('every request sends User-Agent and Accept, and a DELETE Content-Length 0: gateways turn away requests without them', async () => {
  const seen: unknown[] = [];
  await clientAgainst(
    ({ headers }, response) => {
      seen.push([
        headers['user-agent'],
        headers.accept,
        headers['accept-encoding'],
        headers['content-length'],
      ]);
      response.writeHead(200, { 'content-type': JSON_TYPE }).end(BODY);
    },
    async (client) => {
      await client.send(LIST);
      const path = { embedTenantName: 'an-embed-tenant', id: '7' };
      await client.probe({ operation: 'deleteEmbedTenantGroup', path, as: null });
    },
  );
  const said = ['analytics-api-conformance', '*/*', undefined];
  expect(seen).toEqual([
    [...said, undefined],
    [...said, '0'],
  ]);
});

test('no credential leaves this machine over plain HTTP, whatever a test requests', async () => {
  // 192.0.2.1 is reserved for documentation (RFC 5737): a request, if it were sent, would reach nobody.
  const settings = { TARGET_ACCESS_TOKEN: 'a-token', TARGET_HTTP_URL: 'http://192.0.2.1/api' };
  const client = new HttpClient({ settings, embedded: false }, await Contract.load(), 1);
  const call = { ...LIST, base: 'TARGET_HTTP_URL' } as const;
  const forged = { ...call, as: null, authorization: 'Bearer a-token' };
  for (const ask of [() => client.probe(call), () => client.send(call), () => client.probe(forged)])
    await expect(async () => ask()).rejects.toThrow('plain HTTP to this machine alone');
  expect(client.history.requests).toBe(0);
  await client.close();
});

/** What one request gets from a server that answers like this. */
const answerTo = (answer: RequestListener, call = LIST): Promise<Exchange | NoAnswer> =>
  clientAgainst(answer, (client) => client.probe(call));

const sending =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': JSON_TYPE, ...headers }).end(body);

test('a body without end is given up after 16 MiB', async () => {
  let sent = 0;
  const answer = await answerTo((_request, response) => {
    response.writeHead(200, { 'content-type': JSON_TYPE });
    const pour = (): void => {
      while (!response.destroyed && response.write(' '.repeat(64 * 1024))) sent += 64 * 1024;
    };
    response.on('drain', pour).on('error', () => undefined);
    pour();
  });
  expect(answer).toMatchObject({
    kind: 'late',
    reason: 'could not be observed: the body has more than 16 MiB',
  });
  expect(sent).toBeLessThan(32 * MIB);
});

test('a body that is small as sent and large as decoded is given up after 16 MiB', async () => {
  const bomb = await new Promise<Buffer>((resolve) => {
    const parts: Buffer[] = [];
    const gzip = createGzip().on('data', (part: Buffer) => parts.push(part));
    gzip.on('end', () => resolve(Buffer.concat(parts)));
    for (let mib = 0; mib < 48; mib += 1) gzip.write(Buffer.alloc(MIB));
    gzip.end();
  });
  const answer = await answerTo(sending(bomb, { 'content-encoding': 'gzip' }));
  expect(answer).toMatchObject({ reason: 'could not be observed: the body has more than 16 MiB' });
});

for (const [coding, encode] of [
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateRawSync],
] as const)
  test(`a body in ${coding} is decoded, and its byte order mark left out, and one that ends early is a dropped connection`, async () => {
    const [headers, whole] = [{ 'content-encoding': coding }, encode(`\uFEFF${BODY}`)];
    expect(await answerTo(sending(whole, headers))).toMatchObject({ json: { items: [] } });
    const cut = sending(whole.subarray(0, whole.length - 4), headers);
    expect(await answerTo(cut)).toMatchObject({ kind: 'dropped' });
    const bare = await answerTo(sending(whole, headers), { ...LIST, asHead: true });
    expect(bare).toMatchObject({ status: 200, text: '' });
  });

test('a name that is not found, and a certificate that is not trusted, are waited for: they may be right again', () => {
  for (const code of ['ENOTFOUND', 'CERT_HAS_EXPIRED'])
    expect(noAnswer(Object.assign(new Error(code), { code }), 'curl').kind).toBe('away');
  for (const [code, advice] of [
    ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'HTTP/1.1'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', '1.2 or 1.3'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'port'],
  ] as const)
    expect(noAnswer(Object.assign(new Error(code), { code }), 'curl').reason).toContain(advice);
});

for (const [received, answer] of [
  ['a body that is not gzip, as its Content-Encoding says', sending(BODY, { 'content-encoding': 'gzip' })],
  ['a body that is not UTF-8', sending(Buffer.from('{"items":[{"name":"caf\u00e9"}]}', 'latin1'))],
] as const)
  test(`${received} fails the rule that owns the answer`, () =>
    clientAgainst(answer, async (client) => {
      await client.send(LIST);
      expect([...client.history.violations.values()][0]).toMatchObject({
        requirement: 'platform-deployments-items',
        expected: 'the answer a JSON body',
        received: `"${received}"`,
      });
    }));

/** A message with these header fields, and this text behind its head. */
const message = (fields: readonly string[], text: string): string =>
  ['HTTP/1.1 200 OK', `content-type: ${JSON_TYPE}`, ...fields, '', text].join('\r\n');

const chunked = (size: string): string => `${size}\r\n${BODY}\r\n0\r\n\r\n`;
const BOTH = message(['transfer-encoding: chunked', `content-length: ${BODY.length}`], chunked('c'));

/** Lets something be done with a client of a server that writes these texts, by number; a connection without one is dropped. */
const against = (
  textOf: (number: number) => string | undefined,
  use: (client: HttpClient, asked: () => number) => Promise<void>,
): Promise<void> => {
  let asked = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      asked += 1;
      const text = textOf(asked);
      if (text === undefined) socket.destroy();
      else socket.write(text);
    });
  });
  return clientOf(server, (client) => {
    client.journal = new Journal('workspace-search-literal');
    client.ownerOfRoute = ownerOfRoute;
    return use(client, () => asked);
  });
};

const endOf = (client: HttpClient): Promise<string | undefined> => whyEnded(() => client.send(LIST));

for (const [what, text, rule] of [
  ['both lengths', BOTH, 'RFC 9112 §6.2, §6.3'],
  ['a chunk without a size', message(['transfer-encoding: chunked'], chunked('zz')), 'RFC 9112 §7.1'],
] as const)
  test(`${what}, each time: the target breaks the requirement of the route`, () =>
    against(
      () => text,
      async (client, asked) => {
        expect(await endOf(client)).toContain(`sent what ${rule} forbids: `);
        expect([...client.journal.violations.values()]).toMatchObject([
          {
            requirement: 'platform-deployments-items',
            expected: `listDeployments to be answered with a message of HTTP/1.1 (${rule})`,
            curl: expect.stringContaining('/v1/deployments'),
          },
        ]);
        // Five times, and once to see whether the target is there; then it is known.
        expect(asked()).toBe(6);
        await endOf(client);
        expect(asked()).toBe(9);
      },
    ));

test('malformed answers are not held against the target where a connection was lost as well, or no test is running', async () => {
  for (const isTest of [true, false])
    await against(
      (number) => (isTest && number === 2 ? undefined : BOTH),
      async (client) => {
        if (!isTest) client.journal = new Journal();
        expect(await endOf(client)).toContain('forbids');
        expect(client.journal.violations.size).toBe(0);
      },
    );
});

/** An answer; its body is JSON unless its media type says otherwise. */
function answered(status: number, mediaType: string, body: unknown, location?: string): Exchange {
  const headers: Record<string, string> = location === undefined ? {} : { location };
  const json = /\bjson\b/.test(mediaType) ? body : undefined;
  return { operation: 'any', status, headers, mediaType, text: String(body), json, curl: 'curl' };
}

const PAGE = { items: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } };

/** What came, to which operation, and who must ask again: everyone, who sent a credential of the settings, who sent none, or nobody. */
const ANSWERS: readonly [
  string,
  Exchange,
  string,
  'everyone' | 'with a credential' | 'a stranger' | 'nobody',
][] = [
  ['a 500', answered(500, JSON_TYPE, {}), 'workspaceObjects', 'everyone'],
  ['a 408', answered(408, 'text/plain', ''), 'workspaceObjects', 'everyone'],
  ['a 425', answered(425, JSON_TYPE, {}), 'workspaceObjects', 'everyone'],
  ['a 304 that nobody asked for', answered(304, '', ''), 'workspaceObjects', 'everyone'],
  ['a page with 200', answered(200, 'text/html', 'Maintenance'), 'workspaceObjects', 'everyone'],
  ['a page of a firewall', answered(403, 'text/html', 'Blocked'), 'workspaceObjects', 'everyone'],
  ['a text with 200', answered(200, 'text/plain', 'OK'), 'generateSession', 'everyone'],
  ['JSON of another kind', answered(200, JSON_TYPE, { status: 'busy' }), 'workspaceObjects', 'everyone'],
  ['a 403 in JSON', answered(403, JSON_TYPE, {}), 'workspaceObjects', 'with a credential'],
  ['a sign-in page', answered(302, '', '', 'https://x.example/'), 'workspaceObjects', 'with a credential'],
  ['a lost route', answered(404, 'text/plain', 'no route'), 'scimListUsers', 'with a credential'],
  ['a 400 without a body', answered(400, '', ''), 'generateSession', 'with a credential'],
  ['an object with nothing in it', answered(200, JSON_TYPE, {}), 'getFolders', 'a stranger'],
  ['a deletion with such an object', answered(200, JSON_TYPE, {}), 'deleteEmbedTenantGroup', 'nobody'],
  ['a page of the listing', answered(200, JSON_TYPE, PAGE), 'workspaceObjects', 'nobody'],
  ['a page that lacks a field', answered(200, JSON_TYPE, { items: [] }), 'workspaceObjects', 'nobody'],
  ['a refusal in plain text', answered(400, 'text/plain', 'no'), 'generateSession', 'nobody'],
  ['an unknown id', answered(404, JSON_TYPE, { status: '404' }), 'scimGetUser', 'nobody'],
  ['a page with 401', answered(401, 'text/html', 'Sign in'), 'workspaceObjects', 'with a credential'],
  ['an unknown caller', answered(401, 'text/plain', 'Sign in'), 'workspaceObjects', 'nobody'],
  ['a page with a limit', answered(429, 'text/html', 'Slow down'), 'workspaceObjects', 'nobody'],
  ['a deletion without a body', answered(204, '', ''), 'deleteEmbedTenantGroup', 'nobody'],
];

test("answers that may not be the target's own are asked for again", async () => {
  const contract = await Contract.load();
  for (const [name, answer, operationId, who] of ANSWERS) {
    const operation = contract.operation(operationId);
    expect(isSuspect(answer, operation, { isCredentialed: true }), name).toBe(/everyone|with/.test(who));
    expect(isSuspect(answer, operation, { isCredentialed: false }), name).toBe(/everyone|stranger/.test(who));
  }
});

test('a page in answer to quotes in a filter, to % or to SELECT is that of a firewall', () =>
  clientAgainst(
    ({ headers }, response) => {
      const [status, type] = headers.authorization
        ? ([200, 'text/html'] as const)
        : ([401, JSON_TYPE] as const);
      response.writeHead(status, { 'content-type': type }).end(status === 200 ? '<html>Rejected' : '{}');
    },
    async (client) => {
      const session = { deploymentId: 1, externalId: 'ada', groups: ['50%'] };
      const calls: readonly Call[] = [
        { operation: 'scimListUsers', as: 'TARGET_ACCESS_TOKEN', query: { filter: 'userName eq "ada"' } },
        { operation: 'generateSession', as: 'TARGET_API_KEY', body: session },
        { operation: 'dataCoresql', as: 'TARGET_DATA_API_TOKEN', body: { query: 'SELECT 1' } },
      ];
      for (const call of calls)
        expect(await client.send({ ...call, allowsAbsent: true }), call.operation).toMatchObject({
          isByGateway: true,
        });
    },
  ));

for (const [status, headers] of [
  [202, { 'x-amzn-waf-action': 'challenge' }],
  [405, { 'x-amzn-waf-action': 'captcha', 'content-type': 'text/html' }],
] as const)
  test(`a challenge to a search, by ${status}, is that of a firewall, and breaks no requirement`, () =>
    clientAgainst(
      ({ headers: { authorization } }, response) => {
        if (authorization) response.writeHead(status, headers).end();
        else response.writeHead(401, { 'content-type': JSON_TYPE }).end('{}');
      },
      async (client, settings) => {
        const path = { deploymentId: 1 };
        const call = { operation: 'workspaceObjects', as: 'TARGET_ACCESS_TOKEN', path } as const;
        const answer = await client.send({ ...call, query: { search: "O'Hara" }, allowsAbsent: true });
        expect([isAccepted(answer), isRefused(answer), answer.isByGateway]).toEqual([false, true, true]);
        const discovery = { identities: { users: ['any'] }, deploymentFor: async () => 1 } as never;
        const routes = new Routes(client, discovery, settings);
        expect([isLetIn(answer), await routes.isAbsent('workspaceObjects')]).toEqual([false, false]);
        expect(client.journal.violations.size).toBe(0);
      },
    ));

test('a target that redirects every address to the same one with a slash is told so before the first test', () =>
  clientAgainst(
    ({ url }, response) => response.writeHead(301, { location: `${url}/` }).end(),
    async (client, settings) => {
      const { problem } = await reach({ settings, embedded: false }, client);
      expect(problem).toContain('redirects every route that was tried to the same address with a slash');
    },
    { TARGET_ACCESS_TOKEN: 'a-token' },
  ));

test('a failure shows the broken part of an answer with its neighbours, and names a missing field', () => {
  const two = { a: 1, b: 2, c: 3, d: 4, name: 'a-token' };
  return clientAgainst(sending(JSON.stringify({ items: [7, two] })), async (client) => {
    const parts: unknown[] = [];
    client.journal.addViolation = ({ answer }) => parts.push(answer?.part);
    await client.send(LIST);
    expect(parts).toEqual([
      { before: [], broken: '0: 7', after: [expect.stringMatching(/^1: {"a":1/)] },
      {
        before: ['"c": 3', '"d": 4', '"name": "$TARGET_ACCESS_TOKEN"'],
        broken: '"id" is missing',
        after: [],
      },
    ]);
  });
});
