import { expect, test } from '@playwright/test';
import type { EmbedClient } from '../../../fixtures/embed/embed-client.ts';
import { CleanUp, SeenEmpty } from '../../../fixtures/embed-tenants/clean-up.ts';
import { EmbedTenantsClient } from '../../../fixtures/embed-tenants/embed-tenants-client.ts';
import { Eventually } from '../../../fixtures/expect/eventually.ts';
import { enter } from '../../../fixtures/expect/running-test.ts';
import type { HttpClient } from '../../../fixtures/http/client.ts';
import type { Call, Exchange } from '../../../fixtures/http/exchange.ts';
import { Journal } from '../../../fixtures/http/journal.ts';
import { ListBudget } from '../../../fixtures/http/list-limits.ts';
import { walkScimList } from '../../../fixtures/scim/pages.ts';
import { ScimClient } from '../../../fixtures/scim/scim-client.ts';
import { Interference } from '../../../fixtures/target/interference.ts';
import { ANNOTATION } from '../../../schemas/evidence.ts';
import { findRequirement } from '../../../schemas/requirements.ts';

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

/** The reason for which a call ends its test as not tested. */
async function whyNotTested(call: () => Promise<unknown>): Promise<string> {
  const info = test.info();
  const ended = await call().then(
    () => false,
    () => true,
  );
  const reason = info.annotations.find(({ type }) => type === ANNOTATION.notTested)?.description;
  // The call ended, this test did not.
  info.annotations.length = 0;
  info.expectedStatus = 'passed';
  return (ended && reason) || 'nothing ended';
}

test.beforeEach(() => {
  const row = findRequirement('embed-tenants-groups-list');
  const redact = (text: string): string => text;
  const nothing = { path: undefined, findings: [], lookedAt: () => [] };
  enter({ row, journal: new Journal(), redact, redactSentence: redact, seed: 1, runs: 1, ...nothing });
});

test.afterEach(() => enter(undefined));

test('a list of an embed tenant that goes on with new records ends the test, and from then on costs no more', async () => {
  const { http, sent } = targetListing(goingOn, 600);
  const client = new EmbedTenantsClient(http);
  const walk = (): Promise<string> => whyNotTested(() => client.walk('groups', 'a-tenant'));
  expect(await walk()).toBe(
    'the list of groups of an embed tenant goes on after 500 pages: does it end? If so, give TARGET_EMBED_TENANTS the names of embed tenants that hold less',
  );
  expect(sent).toHaveLength(500);
  const spent =
    'the 600 requests to listEmbedTenantGroups for very long lists are used up: does that list end? If so, set CONFORMANCE_LIST_REQUESTS to more than 600';
  expect([await walk(), await walk()]).toEqual([spent, spent]);
  // The first page of each walk is not counted: most lists have no other.
  expect(sent).toHaveLength(600 + 3);
});

test('a list whose pages bring nothing new is left for the rules on paging to judge', async () => {
  const { http, sent } = targetListing((number) => ({
    items: [{ id: 1 }],
    pageInfo: { hasNextPage: true, endCursor: `cursor-${number}` },
  }));
  const { end } = await new EmbedTenantsClient(http).walk('groups', 'a-tenant');
  expect(end).toBe('nothing new');
  expect(sent).toHaveLength(21);
});

test('an honest list of thousands of records is read to its end', async () => {
  const { http } = targetListing((number) => ({
    items: Array.from({ length: 20 }, (_, one) => ({ id: number * 100 + one })),
    pageInfo: { hasNextPage: number < 400, endCursor: `cursor-${number}` },
  }));
  const { end, records } = await new EmbedTenantsClient(http).walk('groups', 'a-tenant');
  expect([end, records.length]).toEqual(['last page', 8_000]);
});

test('a walk keeps 32 MiB at most', async () => {
  const { http, sent } = targetListing((number) => ({
    items: [{ id: number, free: 'x'.repeat(4 * 1024 * 1024) }],
    pageInfo: { hasNextPage: true, endCursor: `cursor-${number}` },
  }));
  expect(await whyNotTested(() => new EmbedTenantsClient(http).walk('groups', 'a-tenant'))).toContain(
    'goes on after 8 pages',
  );
  expect(sent).toHaveLength(8);
});

const SEEN_EMPTY = new SeenEmpty(
  () => 0,
  () => false,
);

test('an embed tenant that never gets empty is given up before the test, and after it', async () => {
  const { http, sent } = targetListing(goingOn, 50);
  const journal = new Journal();
  const tools = {
    admin: new EmbedTenantsClient(http),
    embed: {} as EmbedClient,
    journal,
    interference: new Interference(async () => undefined, 0),
    eventually: new Eventually(0),
    seenEmpty: SEEN_EMPTY,
    ledger: undefined,
  };
  const cleanUp = new CleanUp('a-tenant', tools, []);
  const spent =
    'the 50 requests to listEmbedTenantGroups for very long lists are used up: does that list end? If so, set CONFORMANCE_LIST_REQUESTS to more than 50';
  expect(await whyNotTested(() => cleanUp.begin('groups'))).toBe(spent);
  const { length } = sent;
  expect(length).toBeLessThan(500);
  await cleanUp.end('groups', 0);
  expect(sent.length - length).toBeLessThan(20);
  expect([...journal.leftovers]).toContain(`groups of embed tenant a-tenant: ${spent}`);
});

test('records that cannot be removed are told up to a number', async () => {
  const { http, sent } = targetListing((_number, { operation }) =>
    operation.startsWith('delete')
      ? {}
      : { items: Array.from({ length: 90 }, (_, id) => ({ id })), pageInfo: { hasNextPage: false } },
  );
  const { send } = http;
  http.send = async (call) => {
    const answer = await send(call);
    return call.operation.startsWith('delete') ? { ...answer, status: 404 } : answer;
  };
  const journal = new Journal();
  const interference = new Interference(async () => undefined, 0);
  const tools = {
    admin: new EmbedTenantsClient(http),
    embed: {} as EmbedClient,
    journal,
    interference,
    eventually: new Eventually(0),
    seenEmpty: SEEN_EMPTY,
    ledger: undefined,
  };
  await new CleanUp('a-tenant', tools, []).end('user-attributes', 0);
  expect(sent.filter((operation) => operation.startsWith('delete'))).toHaveLength(50);
  expect(journal.leftovers.size).toBe(51);
  expect([...journal.leftovers].at(-1)).toBe(
    'further user-attributes of embed tenant a-tenant: not tried after 50 refusals',
  );
});

test('SCIM lists that go on are read as far as a walk goes, and within the budget', async () => {
  const { http, sent } = targetListing(
    (number) => ({
      totalResults: 1_000_000,
      Resources: [1, 2, 3].map((one) => ({ id: `${number}-${one}`, displayName: `group ${number}` })),
    }),
    60,
  );
  const scim = new ScimClient(http);
  expect(await walkScimList(scim, 'users')).toMatchObject({ complete: false });
  const groups = await scim.allGroups();
  expect(groups).toMatchObject({ complete: false });
  expect(groups?.resources).toHaveLength(150);
  const { length } = sent;
  expect(await whyNotTested(() => scim.allGroups())).toContain('the 60 requests to scimListGroups');
  expect(await whyNotTested(() => scim.allGroups())).toContain('the 60 requests to scimListGroups');
  expect(sent.length - length).toBe(13);
});

test('a page of very many resources is read', async () => {
  const { http } = targetListing(() => ({
    totalResults: 200_000,
    Resources: Array.from({ length: 200_000 }, (_, id) => ({ id: String(id) })),
  }));
  const walk = await walkScimList(new ScimClient(http), 'users');
  expect(walk?.resources).toHaveLength(200_000);
});

test('what was spent is handed over to the next worker', () => {
  const [before, after] = [new ListBudget(2), new ListBudget(2)];
  before.take('scimListUsers');
  after.recall(before.knowledge);
  expect([after.take('scimListUsers'), after.take('scimListUsers')]).toEqual([true, false]);
});
