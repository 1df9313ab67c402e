import type { RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, createGzip, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import type { HttpClient } from '../../../fixtures/http/client.ts';
import type { Exchange, NoAnswer } from '../../../fixtures/http/exchange.ts';
import { clientAgainst } from '../support/client-against.ts';

const CALL = { operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' } as const;
const JSON_TYPE = { 'content-type': 'application/json' };
const LISTING = '{"items":[]}';
const MIB = 1024 * 1024;

/** Makes calls to a server that answers like this. */
const against = <Result>(
  answer: RequestListener,
  calls: (client: HttpClient) => Promise<Result>,
): Promise<Result> =>
  clientAgainst(
    answer,
    (origin) => ({ TARGET_BASE_URL: `${origin}/api`, TARGET_ACCESS_TOKEN: 'a-token' }),
    calls,
  );

/** What one request gets from a server that answers like this. */
const answerTo = (answer: RequestListener): Promise<Exchange | NoAnswer> =>
  against(answer, (client) => client.probe(CALL));

/** A server that answers with this body. */
const sending =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { ...JSON_TYPE, ...headers }).end(body);

/** The first violation of the contract in the answers of a server. */
const violationOf = (answer: RequestListener): Promise<unknown> =>
  against(answer, async (client) => {
    await client.send(CALL);
    const [violation] = client.history.violations.values();
    return violation && [violation.requirement, violation.expected, violation.received];
  });

/** Sends as much as is taken, and counts it. */
function pour(response: ServerResponse, chunk: Buffer, count: (bytes: number) => void): void {
  const more = (): void => {
    while (!response.destroyed) {
      count(chunk.length);
      if (!response.write(chunk)) break;
    }
  };
  response.on('drain', more);
  response.on('error', () => undefined);
  more();
}

test('a body without end is given up after 16 MiB', async () => {
  let sent = 0;
  const answer = await answerTo((_request, response) => {
    response.writeHead(200, JSON_TYPE);
    pour(response, Buffer.alloc(64 * 1024, ' '), (bytes) => {
      sent += bytes;
    });
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
] as const) {
  test(`a body in ${coding} is decoded, and one that only says so fails the rule that owns the answer`, async () => {
    const headers = { 'content-encoding': coding };
    expect(await answerTo(sending(encode(LISTING), headers))).toMatchObject({ json: { items: [] } });
    expect(await violationOf(sending(LISTING, headers))).toEqual([
      'platform-deployments-items',
      'the answer a JSON body',
      `"a body that is not ${coding}, as its Content-Encoding says"`,
    ]);
  });

  test(`a body in ${coding} that ends early is a dropped connection`, async () => {
    const whole = encode(LISTING);
    const cut = sending(whole.subarray(0, whole.length - 4), { 'content-encoding': coding });
    expect(await answerTo(cut)).toMatchObject({ kind: 'dropped' });
  });
}

test('a body that is not UTF-8 is no JSON', async () => {
  const latin1 = Buffer.from('{"items":[{"id":1,"name":"caf\u00e9"}]}', 'latin1');
  expect(await violationOf(sending(latin1))).toEqual([
    'platform-deployments-items',
    'the answer a JSON body',
    '"a body that is not UTF-8"',
  ]);
});

test('a byte order mark before JSON is left out, and noted', async () => {
  await against(sending(`\uFEFF${LISTING}`), async (client) => {
    expect((await client.send(CALL)).json).toEqual({ items: [] });
    expect(client.history.violations.size).toBe(0);
    expect([...client.journal.observations]).toEqual([
      'listDeployments answered JSON that begins with a byte order mark, which RFC 8259 section 8.1 forbids: some clients cannot read it',
    ]);
  });
});
