import { expect, test } from '@playwright/test';
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
