import { expect, test } from '@playwright/test';
import type { EmbedClient } from '../../../fixtures/embed/embed-client.ts';
import { CleanUp, SeenEmpty } from '../../../fixtures/embed-tenants/clean-up.ts';
import { EmbedTenantsClient } from '../../../fixtures/embed-tenants/embed-tenants-client.ts';
import { Eventually } from '../../../fixtures/expect/eventually.ts';
import type { HttpClient } from '../../../fixtures/http/client.ts';
import type { Call, Exchange } from '../../../fixtures/http/exchange.ts';
import { Journal } from '../../../fixtures/http/journal.ts';
import { ListBudget } from '../../../fixtures/http/list-limits.ts';
import { Interference } from '../../../fixtures/target/interference.ts';
import { duringTestOf, whyEnded } from '../support/during-test.ts';
import { answered } from '../support/samples.ts';

/** A target whose lists go on with new records and new cursors, and the requests that it gets. */
function endlessTarget(most: number) {
  const sent: string[] = [];
  const http = {
    listBudget: new ListBudget(most),
    send: async ({ operation }: Call): Promise<Exchange> => {
      sent.push(operation);
      const page = sent.length;
      const json = {
        items: [1, 2, 3].map((one) => ({ id: `record-${page}-${one}` })),
        pageInfo: { hasNextPage: true, endCursor: `cursor-${page}` },
      };
      return answered(200, { operation, json: operation.startsWith('delete') ? {} : json });
    },
  } as unknown as HttpClient;
  return { http, sent };
}

duringTestOf('embed-tenants-groups-list');

test('a list of an embed tenant that goes on with new records ends the test, and from then on costs no more', async () => {
  const { http, sent } = endlessTarget(600);
  const client = new EmbedTenantsClient(http);
  const walk = (): Promise<string | undefined> => whyEnded(() => client.walk('groups', 'a-tenant'));
  expect(await walk()).toBe(
    'not-tested: the list of groups of an embed tenant goes on after 500 pages: does it end? If so, set TARGET_EMBED_TENANTS to embed tenants with fewer records',
  );
  expect(sent).toHaveLength(500);
  const spent =
    'not-tested: the 600 requests to listEmbedTenantGroups for very long lists are used up: does that list end? If so, set CONFORMANCE_LIST_REQUESTS to more than 600';
  expect([await walk(), await walk()]).toEqual([spent, spent]);
  // The first page of each walk is not counted: most lists have no other.
  expect(sent).toHaveLength(600 + 3);
});

test('an embed tenant that never gets empty is given up before the test, and after it', async () => {
  const { http, sent } = endlessTarget(50);
  const journal = new Journal();
  const cleanUp = new CleanUp(
    'a-tenant',
    {
      admin: new EmbedTenantsClient(http),
      embed: {} as EmbedClient,
      journal,
      interference: new Interference(
        async () => undefined,
        0,
        async () => false,
      ),
      eventually: new Eventually(0),
      seenEmpty: new SeenEmpty(
        () => 0,
        () => false,
      ),
      ledger: undefined,
    },
    [],
  );
  const spent =
    'the 50 requests to listEmbedTenantGroups for very long lists are used up: does that list end?';
  expect(await whyEnded(() => cleanUp.begin('groups'))).toContain(`not-tested: ${spent}`);
  const { length } = sent;
  expect(length).toBeLessThan(500);
  await cleanUp.end('groups', 0);
  expect(sent.length - length).toBeLessThan(20);
  expect([...journal.leftovers].join()).toContain(`groups of embed tenant a-tenant: ${spent}`);
});
