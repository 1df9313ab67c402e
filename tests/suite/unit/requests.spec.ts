import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { HttpClient } from '../../../fixtures/http/client.ts';
import type { Call } from '../../../fixtures/http/exchange.ts';
import { Contract } from '../../../schemas/contract.ts';
import { clientAgainst } from '../support/client-against.ts';
import { listen } from '../support/listen.ts';

test('every request says who asks, and that any media type is taken: gateways turn away what says nothing', async () => {
  const seen: unknown[] = [];
  await clientAgainst(
    ({ headers }, response) => {
      seen.push([headers['user-agent'], headers.accept, headers['accept-encoding']]);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
    },
    (origin) => ({ TARGET_BASE_URL: `${origin}/api`, TARGET_ACCESS_TOKEN: 'a-token' }),
    async (client) => {
      await client.send({ operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' });
      await client.probe({ operation: 'listDeployments', as: null });
    },
  );
  const said = ['analytics-api-conformance', '*/*', undefined];
  expect(seen).toEqual([said, said]);
});

test('a request that may have a body and has none says that its length is 0, on each connection', async () => {
  const seen: unknown[] = [];
  const remove: Call = {
    operation: 'deleteEmbedTenantGroup',
    as: 'TARGET_API_KEY',
    path: { embedTenantName: 'conformance', id: '7' },
  };
  const load: Call = { operation: 'dataLoad', as: null };
  const list: Call = { operation: 'listDeployments', as: null };
  await clientAgainst(
    ({ method, headers }, response) => {
      seen.push(`${method} ${headers['content-length']} ${headers['transfer-encoding']}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
    },
    (origin) => ({
      TARGET_BASE_URL: `${origin}/api`,
      TARGET_DATA_API_URL: origin,
      TARGET_API_KEY: 'a-key',
    }),
    async (client) => {
      for (const call of [remove, remove, load, list]) await client.send(call);
      expect(client.curlOf(remove)).toContain('-H "content-length: 0"');
    },
  );
  const unsaid = 'undefined undefined';
  expect(seen).toEqual(['DELETE 0 undefined', 'DELETE 0 undefined', 'POST 0 undefined', `GET ${unsaid}`]);
});

const SETTINGS = { TARGET_ACCESS_TOKEN: 'a-token', TARGET_API_KEY: 'a-key', TARGET_DEPLOYMENT_ID: 1 };

/** A client whose target has this plain-HTTP address. */
const clientFor = async (address: string): Promise<HttpClient> =>
  new HttpClient(
    { settings: { ...SETTINGS, TARGET_HTTP_URL: address }, embedded: false },
    await Contract.load(),
    1,
  );

const call = { operation: 'listDeployments', base: 'TARGET_HTTP_URL' } as const;

test('no credential leaves this machine over plain HTTP, whatever a test requests', async () => {
  // 192.0.2.1 is reserved for documentation (RFC 5737): a request, if it were sent, would reach nobody.
  const client = await clientFor('http://192.0.2.1/api');
  const real = 'Bearer a-token';
  await expect(async () => client.probe({ ...call, as: 'TARGET_ACCESS_TOKEN' })).rejects.toThrow(
    'plain HTTP to this machine alone',
  );
  await expect(async () => client.send({ ...call, as: 'TARGET_ACCESS_TOKEN' })).rejects.toThrow(
    'plain HTTP to this machine alone',
  );
  await expect(async () => client.probe({ ...call, as: null, authorization: real })).rejects.toThrow(
    'plain HTTP to this machine alone',
  );
  expect(client.history.requests).toBe(0);
  await client.close();
});

test('over plain HTTP to this machine, requests are sent with a credential or without one', async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end();
  });
  const client = await clientFor(`http://127.0.0.1:${await listen(server)}/api`);
  await client.probe({ ...call, as: 'TARGET_ACCESS_TOKEN' });
  await client.probe({ ...call, as: null });
  await client.close();
  server.close();
  expect(seen).toEqual(['Bearer a-token', undefined]);
});
