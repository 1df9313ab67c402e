import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { readSettings } from '../../../fixtures/target/read-settings.ts';
import { type RunningReference, withReference } from '../support/with-reference.ts';

/** Variants of the embedded target whose changes show late. Only what is shown lags: sessions follow a change at once. */

const SESSION = '/v1/embed/generate-session';
const GROUPS = '/v1/embed-tenants/conformance-1/groups';
// Long enough for the next request to come before it has passed, on a busy machine too.
const LAG = { lagMs: 2_500 };
const AFTER_LAG_MS = 2_600;

const session = async ({ ask, key }: RunningReference, body: object): Promise<number> =>
  (await ask(SESSION, key, { body: { deploymentId: 101, externalId: 'late-1', ...body } })).status;

const define = (reference: RunningReference, ...groupDefinitions: object[]): Promise<number> =>
  session(reference, { creatorMode: true, embedTenantName: 'conformance-1', groupDefinitions });

async function userSeen({ ask, bearer }: RunningReference): Promise<Record<string, unknown> | undefined> {
  const { body } = await ask('/scim/v2/Users?filter=externalId%20eq%20%22late-1%22', bearer);
  return body.Resources?.[0];
}

async function groupsListed({
  ask,
  key,
}: RunningReference): Promise<{ id: string; name: string; description?: string }[]> {
  return (await ask(GROUPS, key)).body.items;
}

const remove = async ({ ask, key }: RunningReference, id: string): Promise<number> =>
  (await ask(`${GROUPS}/${id}`, key, { method: 'DELETE' })).status;

const LATE = ['memberships', 'values', 'profiles', 'definitions', 'deletions'];

test('whoever judges a target that shows late is told to wait', async () => {
  for (const what of LATE)
    await withReference({ ...LAG, variants: [`${what}-shown-late`] }, async ({ settings }) => {
      expect(readSettings(settings).TARGET_LAG_MS).toBe(2000);
    });
  await withReference({}, async ({ settings }) => expect(settings).not.toHaveProperty('TARGET_LAG_MS'));
});

test('memberships show late, but users show at once', () =>
  withReference({ ...LAG, variants: ['memberships-shown-late'] }, async (reference) => {
    expect(await session(reference, { groups: ['analysts'], email: 'late@example.com' })).toBe(200);
    expect(await userSeen(reference)).toMatchObject({ groups: [], emails: [{ value: 'late@example.com' }] });
    await sleep(AFTER_LAG_MS);
    expect(await userSeen(reference)).toMatchObject({ groups: [{ display: 'analysts' }] });
  }));

test('profiles show late', () =>
  withReference({ ...LAG, variants: ['profiles-shown-late'] }, async (reference) => {
    await session(reference, { email: 'late@example.com', groups: ['analysts'] });
    expect(await userSeen(reference), 'a new user').toBeUndefined();
    await sleep(AFTER_LAG_MS);
    expect(await userSeen(reference)).toMatchObject({ emails: [{ value: 'late@example.com' }] });
    await session(reference, { email: 'later@example.com', groups: [] });
    expect(await userSeen(reference)).toMatchObject({ groups: [], emails: [{ value: 'late@example.com' }] });
    await sleep(AFTER_LAG_MS);
    expect(await userSeen(reference)).toMatchObject({ emails: [{ value: 'later@example.com' }] });
  }));

test('values show late', () =>
  withReference({ ...LAG, variants: ['values-shown-late'] }, async (reference) => {
    const origin = new URL(reference.settings.TARGET_ADAPTER ?? '').searchParams.get('observe');
    const values = async () => (await fetch(`${origin}/values/late-1`)).json();
    await session(reference, { userAttributes: [{ name: 'country', value: 'NL' }] });
    expect(await values()).toEqual({});
    await sleep(AFTER_LAG_MS);
    expect(await values()).toEqual({ country: 'NL' });
  }));

test('definitions show late, but can be used and deleted at once', () =>
  withReference({ ...LAG, variants: ['definitions-shown-late'] }, async (reference) => {
    await define(reference, { name: 'one', description: 'first' });
    expect(await groupsListed(reference)).toEqual([]);
    expect(
      await session(reference, { creatorMode: true, embedTenantName: 'conformance-1', groups: ['one'] }),
    ).toBe(200);
    await sleep(AFTER_LAG_MS);
    await define(reference, { name: 'one', description: 'second' });
    const [one] = await groupsListed(reference);
    expect(one).toMatchObject({ name: 'one', description: 'first' });
    expect(await remove(reference, one?.id ?? '')).toBe(200);
    expect(await groupsListed(reference)).toEqual([]);
    await sleep(AFTER_LAG_MS);
    expect(await groupsListed(reference)).toEqual([]);
  }));

test('deleted records are listed for a while, but sessions can no longer use them', () =>
  withReference({ ...LAG, variants: ['deletions-shown-late'] }, async (reference) => {
    await define(reference, { name: 'one' }, { name: 'two' });
    const [one] = await groupsListed(reference);
    await remove(reference, one?.id ?? '');
    expect(
      await session(reference, { creatorMode: true, embedTenantName: 'conformance-1', groups: ['one'] }),
    ).toBe(400);
    expect((await groupsListed(reference)).map(({ name }) => name)).toEqual(['one', 'two']);
    await sleep(AFTER_LAG_MS);
    expect((await groupsListed(reference)).map(({ name }) => name)).toEqual(['two']);
  }));

test('with late definitions and late deletions, a list shows what existed a while ago', () =>
  withReference(
    { ...LAG, variants: ['definitions-shown-late', 'deletions-shown-late'] },
    async (reference) => {
      await define(reference, { name: 'one' });
      await sleep(AFTER_LAG_MS);
      const [one] = await groupsListed(reference);
      await remove(reference, one?.id ?? '');
      await define(reference, { name: 'two' });
      expect((await groupsListed(reference)).map(({ name }) => name)).toEqual(['one']);
      await sleep(AFTER_LAG_MS);
      expect((await groupsListed(reference)).map(({ name }) => name)).toEqual(['two']);
    },
  ));

test('of two replicas that answer in turn, one is behind for a while', () =>
  withReference({ ...LAG, variants: ['replicas-take-turns'] }, async (reference) => {
    expect(readSettings(reference.settings).TARGET_LAG_MS).toBe(2000);
    await define(reference, { name: 'one' });
    const lengths = async () => [
      (await groupsListed(reference)).length,
      (await groupsListed(reference)).length,
    ];
    expect(await lengths()).toEqual([0, 1]);
    await sleep(AFTER_LAG_MS);
    expect(await lengths()).toEqual([1, 1]);
  }));
