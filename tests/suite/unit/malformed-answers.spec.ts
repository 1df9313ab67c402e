import { createServer, type Server } from 'node:net';
import { expect, test } from '@playwright/test';
import { ownerOfRoute } from '../../../fixtures/discovery/routes.ts';
import { HttpClient } from '../../../fixtures/http/client.ts';
import type { Call } from '../../../fixtures/http/exchange.ts';
import { Journal } from '../../../fixtures/http/journal.ts';
import { Contract } from '../../../schemas/contract.ts';
import { listen } from '../support/listen.ts';

const LIST: Call = { operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' };
const BODY = '{"items":[]}';
const SIZE = BODY.length;

/** A message with these header fields, and this text behind its head. */
const message = (fields: readonly string[], text: string, status = '200 OK'): string =>
  [`HTTP/1.1 ${status}`, 'content-type: application/json', ...fields, '', text].join('\r\n');

const chunked = (size: string): string => `${size}\r\n${BODY}\r\n0\r\n\r\n`;
const RIGHT = message([`content-length: ${SIZE}`], BODY);
const BOTH = message(['transfer-encoding: chunked', `content-length: ${SIZE}`], chunked(SIZE.toString(16)));

/**
 * Lets something be done with a client of a server that writes these texts, by path and number of the request of that path; a connection
 * without one is dropped.
 */
async function against<Result>(
  textOf: (path: string, number: number) => string | undefined,
  use: (client: HttpClient, asked: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const asked: string[] = [];
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const [, path = ''] = data.toString().split(' ');
      asked.push(path);
      const text = textOf(path, asked.filter((one) => one === path).length);
      if (text === undefined) socket.destroy();
      else socket.write(text);
    });
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const settings = {
    TARGET_BASE_URL: `${origin}/api`,
    TARGET_ACCESS_TOKEN: 'a-token',
    TARGET_DATA_API_URL: origin,
    TARGET_DATA_API_TOKEN: 'a-data-token',
    TARGET_API_KEY: 'a-key',
    TARGET_AI_API_URL: `${origin}/agent`,
    TARGET_AI_API_KEY: 'an-ai-key',
    CONFORMANCE_PATIENCE: 2,
  };
  const client = new HttpClient({ settings, embedded: false }, await Contract.load(), 1);
  client.journal = new Journal('workspace-search-literal');
  client.ownerOfRoute = ownerOfRoute;
  try {
    return await use(client, asked);
  } finally {
    await client.close();
    server.close();
  }
}

/** How a call ended its test. */
const endOf = (client: HttpClient, call: Call): Promise<string> =>
  client.send(call).then(
    ({ status }) => `answered ${status}`,
    ({ message: text }: Error) => {
      // What ends a conformance test as skipped must not skip this one.
      test.info().expectedStatus = 'passed';
      return text;
    },
  );

for (const [what, text, rule] of [
  ['both lengths', BOTH, 'RFC 9112 §6.2, §6.3'],
  ['a length that is none', message(['content-length: -1'], BODY), 'RFC 9112 §6.3'],
  ['a chunk without a size', message(['transfer-encoding: chunked'], chunked('zz')), 'RFC 9112 §7.1'],
] as const)
  test(`${what}, each time: the target breaks the requirement of the route`, async () => {
    await against(
      () => text,
      async (client, asked) => {
        expect(await endOf(client, LIST)).toContain(`sent what ${rule} forbids: `);
        const [violation] = [...client.journal.violations.values()];
        expect(violation).toMatchObject({
          requirement: 'platform-deployments-items',
          expected: `listDeployments to be answered with a message of HTTP/1.1 (${rule})`,
          curl: expect.stringContaining('/v1/deployments'),
        });
        // Five times, and once to see whether the target is there; then it is known.
        expect(asked).toHaveLength(6);
        await endOf(client, LIST);
        expect(asked).toHaveLength(9);
      },
    );
  });

for (const [operation, as, row, path = {}] of [
  ['dataLoad', 'TARGET_DATA_API_TOKEN', 'service-data-api-served'],
  ['aiStreamChatState', 'TARGET_AI_API_KEY', 'service-ai-api-served'],
  [
    'deleteEmbedTenantUserAttribute',
    'TARGET_API_KEY',
    'embed-tenants-attributes-delete',
    { embedTenantName: 'first', id: 1 },
  ],
] as const)
  test(`both lengths in each answer to ${operation}: ${row} is broken, and not what is tested`, async () => {
    await against(
      (asked) => (asked.endsWith('/deployments') ? RIGHT : BOTH),
      async (client) => {
        await client.send(LIST);
        const call = { operation, as, path, body: {}, breaksContract: true };
        expect(await endOf(client, call)).toContain(`(see ${row})`);
        expect([...client.journal.violations.keys()]).toEqual([row]);
      },
    );
  });

test('what comes four times is an observation and no finding', async () => {
  await against(
    (_path, number) => (number <= 4 ? BOTH : RIGHT),
    async (client) => {
      expect(await endOf(client, LIST)).toBe('answered 200');
      expect(client.journal.violations.size).toBe(0);
      expect([...client.journal.unstable]).toEqual([
        [expect.stringContaining('listDeployments sent what RFC 9112 §6.2, §6.3 forbids'), 4],
      ]);
    },
  );
});

test('where a connection was lost as well, or no test is running, the target could not be observed', async () => {
  await against(
    (_path, number) => (number === 2 ? undefined : BOTH),
    async (client) => {
      expect(await endOf(client, LIST)).toContain('forbids');
      expect(client.journal.violations.size).toBe(0);
    },
  );
  await against(
    () => BOTH,
    async (client) => {
      client.journal = new Journal();
      expect(await endOf(client, LIST)).toContain('forbids');
      expect(client.journal.violations.size).toBe(0);
    },
  );
});
