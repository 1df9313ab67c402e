import { expect, test } from '@playwright/test';
import { type RunningReference, withReference } from '../support/with-reference.ts';

/** What the embedded target does with some of its honest variants, and with the faults that resemble them. */

const SESSION = '/v1/embed/generate-session';
const WORKSPACE = '/v1/deployments/101/workspace?first=100';
const USERS = '/scim/v2/Users?filter=externalId%20eq%20%22viewer-1%22';

const session = ({ ask, key }: RunningReference, body: object, authorization = key) =>
  ask(SESSION, authorization, { body: { deploymentId: 101, externalId: 'viewer-1', ...body } });

test('a full account answers 429 to new users and 200 to known ones', () =>
  withReference({ variants: ['external-user-limit-429'] }, async (reference) => {
    const limit = Number(reference.settings.TARGET_EXTERNAL_USER_LIMIT);
    for (let n = 1; n <= limit; n++)
      expect((await session(reference, { externalId: `viewer-${n}` })).status).toBe(200);
    const refused = await session(reference, { externalId: 'one-more' });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.text).toContain('Limit of external users reached');
    expect((await session(reference, {})).status).toBe(200);
  }));

test('sessions need admin access', () =>
  withReference({ variants: ['sessions-need-admin'] }, async (reference) => {
    const { TARGET_MEMBER_API_KEY: member, TARGET_SCOPED_API_KEY: scoped } = reference.settings;
    expect((await session(reference, {}, `Api-Key ${member}`)).status).toBe(403);
    expect((await session(reference, {}, `Api-Key ${scoped}`)).status).toBe(200);
    expect((await session(reference, { deploymentId: 202 }, `Api-Key ${scoped}`)).status).toBe(403);
  }));

for (const [variant, index] of [
  ['scim-system-group', -1],
  ['scim-system-group-first', 0],
] as const)
  test(`the group of all external users is listed in its position (${variant})`, () =>
    withReference({ variants: [variant, 'groups-found-by-looking'] }, async (reference) => {
      const { ask, bearer, settings } = reference;
      expect(settings).not.toHaveProperty('TARGET_GROUPS');
      await session(reference, {});
      await session(reference, { groups: [] });
      const groups = (await ask('/scim/v2/Groups', bearer)).body.Resources;
      expect(groups).toHaveLength(5);
      expect(groups.at(index)).toMatchObject({
        displayName: 'All embed users',
        members: [{ display: 'viewer-1' }],
      });
      const groupsOfUser = async () => (await ask(USERS, bearer)).body.Resources[0].groups;
      expect(await groupsOfUser()).toMatchObject([{ display: 'All embed users' }]);
      await session(reference, { groups: ['analysts'] });
      expect(await groupsOfUser()).toHaveLength(2);
      const refused = await session(reference, { groups: ['analysts', 'All embed users'] });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain('Groups with names All embed users not found');
    }));

test('callers without valid credentials are redirected to a sign-in page, and others are served', () =>
  withReference({ variants: ['strangers-redirected'] }, async ({ ask, bearer, key }) => {
    for (const authorization of [undefined, 'Bearer wrong', key]) {
      const answer = await ask(WORKSPACE, authorization);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toMatch(/^https:\/\/login\.example\.com\/\?next=https%3A/);
      expect(answer.text).toMatch(/^<!doctype html>/);
    }
    expect((await ask(WORKSPACE, bearer)).status).toBe(200);
  }));

for (const [fault, path, other] of [
  ['auth-workspace-objects-redirects-with-data', WORKSPACE, '/v1/deployments'],
  ['auth-list-deployments-redirects-with-data', '/v1/deployments', WORKSPACE],
] as const)
  test(`only one operation sends data in a redirect (${fault})`, () =>
    withReference({ faults: [fault] }, async ({ ask }) => {
      const answer = await ask(path);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('content-type')).toContain('json');
      expect(answer.body.items.length).toBeGreaterThan(0);
      expect((await ask(other)).status).toBe(401);
    }));

test('folders do not name their parent, but other items do', () =>
  withReference({ variants: ['folders-without-parent'] }, async ({ ask, bearer }) => {
    const { items } = (await ask(`${WORKSPACE}&folderId=1001`, bearer)).body;
    for (const { type, folderId } of items) expect(folderId).toBe(type === 'FOLDER' ? null : 1001);
    expect(new Set(items.map(({ type }: { type: string }) => type)).size).toBeGreaterThan(1);
  }));

/** What these tests read of an item. */
interface ListedItem {
  readonly id: number;
  readonly name: string;
  readonly updatedAt: string;
}

/** What the root holds, listed several times in a row. */
const listRoot = async ({ ask, bearer }: RunningReference, count: number): Promise<ListedItem[][]> => {
  const seen: ListedItem[][] = [];
  for (let n = 0; n < count; n++) seen.push((await ask(WORKSPACE, bearer)).body.items);
  return seen;
};

test('items are renamed as long as the workspace is listed', () =>
  withReference({ variants: ['workspace-changes-constantly'] }, async (reference) => {
    const began = Date.now();
    const seen = await listRoot(reference, 400);
    const changes = seen.slice(1).filter((items, n) => JSON.stringify(items) !== JSON.stringify(seen[n]));
    // Some of the renamed items are in folders, so not every change shows in the root.
    expect(changes.length).toBeGreaterThan(5);
    const renamed = seen.at(-1)?.filter(({ name }) => /\(v\d+\)$/.test(name)) ?? [];
    expect(renamed.length).toBeGreaterThan(5);
    for (const { updatedAt } of renamed) expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(began);
    expect(new Set(seen.map((items) => items.length)).size).toBe(1);
  }));

test('a workspace grows, but not for ever', () =>
  withReference({ variants: ['workspace-grows'] }, async (reference) => {
    const seen = await listRoot(reference, 600);
    const [first = [], last = []] = [seen[0], seen.at(-1)];
    expect(seen[38]).toHaveLength(first.length);
    expect(seen[39]).toHaveLength(first.length + 1);
    expect(last).toHaveLength(first.length + 12);
    expect(new Set(last.map(({ id }) => id)).size).toBe(last.length);
  }));

for (const [part, method] of [
  ['sql', 'POST'],
  ['meta', 'GET'],
] as const)
  test(`one part of the Core Data API is missing (${part})`, () =>
    withReference({ variants: [`core-data-${part}-not-served`] }, async ({ ask, settings }) => {
      const { TARGET_DATA_API_URL: base, TARGET_DATA_API_TOKEN: token } = settings;
      const missing = part === 'sql' ? 'coresql' : 'meta';
      for (const route of ['load', 'coresql', 'meta']) {
        const more = route === 'meta' ? {} : { method: 'POST', body: {} };
        expect((await ask(`${base}/v1/${route}`, token, more)).status).toBe(route === missing ? 404 : 200);
      }
      expect((await ask(`${base}/v1/${missing}`, token, { method })).status).toBe(404);
    }));

for (const kind of ['groups', 'attributes'])
  for (const [answer, status, type] of [
    ['not-served', 404, /json/],
    ['web-page', 200, /html/],
  ] as const)
    test(`one list of embed tenants is absent (${kind}, ${answer})`, () =>
      withReference({ faults: [`embed-tenants-${kind}-list-${answer}`] }, async ({ ask, key }) => {
        for (const segment of ['groups', 'user-attributes']) {
          const { headers, status: received } = await ask(`/v1/embed-tenants/conformance-1/${segment}`, key);
          const missing = segment.endsWith(kind);
          expect(received).toBe(missing ? status : 200);
          expect(headers.get('content-type')).toMatch(missing ? type : /json/);
        }
      }));

test('an access token expires, and only the one that was issued last is accepted', () =>
  withReference({ accessTokenLasts: 2 }, async ({ ask, bearer, settings, renewAccessToken }) => {
    const status = async (authorization: string) => (await ask(WORKSPACE, authorization)).status;
    expect([await status(bearer), await status(bearer), await status(bearer)]).toEqual([200, 200, 401]);
    const earlier = `Bearer ${renewAccessToken()}`;
    expect([await status(earlier), await status(earlier), await status(earlier)]).toEqual([200, 200, 200]);
    const later = `Bearer ${renewAccessToken()}`;
    expect([await status(bearer), await status(earlier), await status(later)]).toEqual([401, 401, 200]);
    expect(await status(`Bearer ${settings.TARGET_OTHER_ACCESS_TOKEN}`)).toBe(200);
  }));
