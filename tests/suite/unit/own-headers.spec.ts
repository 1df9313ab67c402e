import { expect, test } from '@playwright/test';
import type { Call } from '../../../fixtures/http/exchange.ts';
import { clientAgainst } from '../support/client-against.ts';

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
