import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { readSettings } from '../../../fixtures/target/read-settings.ts';
import { type Own, withReference } from '../support/with-reference.ts';

/** The embedded target where what a call changed shows late: what sessions go by never lags. */

const SESSION = '/v1/embed/generate-session';
const GROUPS = '/v1/embed-tenants/conformance-1/groups';
// Long, so that a look that comes at once is early on a busy machine too.
const LAG = { lagMs: 2_500 };
const LATER = 2_600;

const session = async ({ ask, key }: Own, body: object): Promise<number> =>
  (await ask(SESSION, key, { body: { deploymentId: 101, externalId: 'late-1', ...body } })).status;

const define = (own: Own, ...groupDefinitions: object[]): Promise<number> =>
  session(own, { creatorMode: true, embedTenantName: 'conformance-1', groupDefinitions });

async function userSeen({ ask, bearer }: Own): Promise<Record<string, unknown> | undefined> {
  const { body } = await ask('/scim/v2/Users?filter=externalId%20eq%20%22late-1%22', bearer);
  return body.Resources?.[0];
}

async function groupsListed({
  ask,
  key,
}: Own): Promise<{ id: string; name: string; description?: string }[]> {
  return (await ask(GROUPS, key)).body.items;
}

const remove = async ({ ask, key }: Own, id: string): Promise<number> =>
  (await ask(`${GROUPS}/${id}`, key, { method: 'DELETE' })).status;

const LATE = ['memberships', 'values', 'profiles', 'definitions', 'deletions'];

test('whoever judges a target that shows late is told to wait', async () => {
  for (const what of LATE)
    await withReference({ ...LAG, variants: [`${what}-shown-late`] }, async ({ settings }) => {
      expect(readSettings(settings).TARGET_LAG_MS).toBe(2000);
    });
  await withReference({}, async ({ settings }) => expect(settings).not.toHaveProperty('TARGET_LAG_MS'));
});

test('memberships show late, and users at once', () =>
  withReference({ ...LAG, variants: ['memberships-shown-late'] }, async (own) => {
    expect(await session(own, { groups: ['analysts'], email: 'late@example.com' })).toBe(200);
    expect(await userSeen(own)).toMatchObject({ groups: [], emails: [{ value: 'late@example.com' }] });
    await sleep(LATER);
    expect(await userSeen(own)).toMatchObject({ groups: [{ display: 'analysts' }] });
  }));

test('profiles show late', () =>
  withReference({ ...LAG, variants: ['profiles-shown-late'] }, async (own) => {
    await session(own, { email: 'late@example.com', groups: ['analysts'] });
    expect(await userSeen(own), 'a new user').toBeUndefined();
    await sleep(LATER);
    expect(await userSeen(own)).toMatchObject({ emails: [{ value: 'late@example.com' }] });
    await session(own, { email: 'later@example.com', groups: [] });
    expect(await userSeen(own)).toMatchObject({ groups: [], emails: [{ value: 'late@example.com' }] });
    await sleep(LATER);
    expect(await userSeen(own)).toMatchObject({ emails: [{ value: 'later@example.com' }] });
  }));

test('values show late', () =>
  withReference({ ...LAG, variants: ['values-shown-late'] }, async (own) => {
    const origin = new URL(own.settings.TARGET_ADAPTER ?? '').searchParams.get('observe');
    const values = async () => (await fetch(`${origin}/values/late-1`)).json();
    await session(own, { userAttributes: [{ name: 'country', value: 'NL' }] });
    expect(await values()).toEqual({});
    await sleep(LATER);
    expect(await values()).toEqual({ country: 'NL' });
  }));

test('definitions show late, and can be used and deleted at once', () =>
  withReference({ ...LAG, variants: ['definitions-shown-late'] }, async (own) => {
    await define(own, { name: 'one', description: 'first' });
    expect(await groupsListed(own)).toEqual([]);
    expect(await session(own, { creatorMode: true, embedTenantName: 'conformance-1', groups: ['one'] })).toBe(
      200,
    );
    await sleep(LATER);
    await define(own, { name: 'one', description: 'second' });
    const [one] = await groupsListed(own);
    expect(one).toMatchObject({ name: 'one', description: 'first' });
    expect(await remove(own, one?.id ?? '')).toBe(200);
    expect(await groupsListed(own)).toEqual([]);
    await sleep(LATER);
    expect(await groupsListed(own)).toEqual([]);
  }));

test('deleted records stay for a while, and sessions cannot use them any more', () =>
  withReference({ ...LAG, variants: ['deletions-shown-late'] }, async (own) => {
    await define(own, { name: 'one' }, { name: 'two' });
    const [one] = await groupsListed(own);
    await remove(own, one?.id ?? '');
    expect(await session(own, { creatorMode: true, embedTenantName: 'conformance-1', groups: ['one'] })).toBe(
      400,
    );
    expect((await groupsListed(own)).map(({ name }) => name)).toEqual(['one', 'two']);
    await sleep(LATER);
    expect((await groupsListed(own)).map(({ name }) => name)).toEqual(['two']);
  }));

test('both together list what was there a while ago', () =>
  withReference({ ...LAG, variants: ['definitions-shown-late', 'deletions-shown-late'] }, async (own) => {
    await define(own, { name: 'one' });
    await sleep(LATER);
    const [one] = await groupsListed(own);
    await remove(own, one?.id ?? '');
    await define(own, { name: 'two' });
    expect((await groupsListed(own)).map(({ name }) => name)).toEqual(['one']);
    await sleep(LATER);
    expect((await groupsListed(own)).map(({ name }) => name)).toEqual(['two']);
  }));

test('of two replicas that take turns, one is behind for a while', () =>
  withReference({ ...LAG, variants: ['replicas-take-turns'] }, async (own) => {
    expect(readSettings(own.settings).TARGET_LAG_MS).toBe(2000);
    await define(own, { name: 'one' });
    const lengths = async () => [(await groupsListed(own)).length, (await groupsListed(own)).length];
    expect(await lengths()).toEqual([0, 1]);
    await sleep(LATER);
    expect(await lengths()).toEqual([1, 1]);
  }));
