import { expect, test } from '@playwright/test';
import { EmbedTenantsClient } from '../../../fixtures/embed-tenants/embed-tenants-client.ts';
import type { HttpClient } from '../../../fixtures/http/client.ts';
import type { Call, Exchange } from '../../../fixtures/http/exchange.ts';
import { ListBudget } from '../../../fixtures/http/list-limits.ts';
import { duringTestOf, whyEnded } from './running-test.ts';

/** A target whose lists are as this says, and the requests that it gets. */
function targetListing(pageOf: (number: number, call: Call) => object, max?: number) {
  const sent: string[] = [];
  const http = {
    listBudget: new ListBudget(max),
    send: async (call: Call): Promise<Exchange> => {
      sent.push(call.operation);
      const json = call.operation.startsWith('delete') ? {} : pageOf(sent.length, call);
      const [status, mediaType, text] = [200, 'application/json', JSON.stringify(json)];
      return { operation: call.operation, status, headers: {}, mediaType, text, json, curl: '' };
    },
  } as unknown as HttpClient;
  return { http, sent };
}

/** Pages of new records with new cursors. */
const goingOn = (number: number): object => ({
  items: [1, 2, 3].map((one) => ({ id: `record-${number}-${one}` })),
  pageInfo: { hasNextPage: true, endCursor: `cursor-${number}` },
});

duringTestOf('embed-tenants-groups-list');

test('a list of an embed tenant that goes on with new records ends the test, and from then on costs no more', async () => {
  const { http, sent } = targetListing(goingOn, 600);
  const client = new EmbedTenantsClient(http);
  const walk = (): Promise<string | undefined> => whyEnded(() => client.walk('groups', 'a-tenant'));
  expect(await walk()).toBe(
    'not-tested: the list of groups of an embed tenant goes on after 500 pages: does it end? If so, give TARGET_EMBED_TENANTS the names of embed tenants that hold less',
  );
  expect(sent).toHaveLength(500);
  const spent =
    'not-tested: the 600 requests to listEmbedTenantGroups for very long lists are used up: does that list end? If so, set CONFORMANCE_LIST_REQUESTS to more than 600';
  expect([await walk(), await walk()]).toEqual([spent, spent]);
  // The first page of each walk is not counted: most lists have no other.
  expect(sent).toHaveLength(600 + 3);
});
