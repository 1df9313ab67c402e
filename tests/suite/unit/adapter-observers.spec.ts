import { expect, test } from '@playwright/test';
import {
  findRedemption,
  findScopedMemberships,
  findScopedValues,
} from '../../../fixtures/discovery/adapter-observers.ts';
import type { Adapter } from '../../../fixtures/embed/adapter.ts';
import { partsIn, sessionView, showsView } from '../../../fixtures/embed/redeemed-sessions.ts';
import { Redemption } from '../../../fixtures/embed/redemption.ts';
import { Eventually } from '../../../fixtures/expect/eventually.ts';

const found = (value: Adapter) => ({ value, how: 'adapter.mts' });

test('without an adapter, or the export, it is said which one would show it', () => {
  for (const adapter of [{ missing: 'set TARGET_ADAPTER' }, found({})]) {
    expect(findRedemption(adapter)).toMatchObject({ missing: /redeem\(sessionId\)/ });
    expect(findScopedMemberships(adapter)).toMatchObject({ missing: /membershipsOf\(externalId, scope\)/ });
    expect(findScopedValues(adapter)).toMatchObject({ missing: /attributeValuesOf\(externalId, scope\)/ });
  }
});

test('a function of one parameter shows what is tenant-wide, and is not asked about embed tenants', () => {
  const membershipsOf = async (_externalId: string) => ['analysts'];
  expect(findScopedMemberships(found({ membershipsOf }))).toMatchObject({ missing: /two|both parameters/ });
});

test('a function of two parameters is told the embed tenant', async () => {
  const asked: unknown[] = [];
  const membershipsOf: Adapter['membershipsOf'] = async (externalId, scope) => {
    asked.push([externalId, scope]);
    return ['east', 'east'];
  };
  const lookIn = findScopedMemberships(found({ membershipsOf }));
  if (!('value' in lookIn)) throw new Error(lookIn.missing);
  expect(await lookIn.value('acme').of('ada')).toEqual(new Set(['east']));
  expect(asked).toEqual([['ada', { embedTenantName: 'acme' }]]);
});

test('of a session only the names that are asked about count, and only what is shown', () => {
  const names = { groups: ['east', 'west'], attributes: ['city', 'rank'] };
  const session = {
    groups: ['everybody', 'west'],
    attributeValues: { city: 'Oslo', other: 1 },
    creatorMode: false,
  };
  const view = sessionView(session, names);
  expect(view).toEqual({ groups: ['west'], values: { city: 'Oslo', rank: null }, creatorMode: false });
  expect(showsView(session, names, { externalId: 'ada', groups: ['west'] })).toBe(true);
  expect(showsView(session, names, { groups: ['east'] })).toBe(false);
  expect(showsView(session, names, { creatorMode: true })).toBe(false);
  expect(partsIn({ externalId: 'ada', groups: [] }, view)).toEqual({ groups: [] });
  expect(sessionView({}, names)).toEqual({});
});

const minted = (sessionId: unknown) => ({
  operation: 'generateSession',
  status: 200,
  headers: {},
  mediaType: 'application/json',
  text: '',
  json: { sessionId },
  curl: '',
});

test('a session that opens late is waited for, and each look takes a new session', async () => {
  const looks = new Map<string, number>();
  let sessions = 0;
  const redemption = new Redemption(
    async (id) => {
      looks.set(id, (looks.get(id) ?? 0) + 1);
      return looks.get(id) === 1 ? undefined : { groups: id === 's3' ? ['west'] : [] };
    },
    {},
    new Eventually(5_000),
  );
  const mint = async () => minted(`s${++sessions}`);
  const seen = await redemption.settled(mint, ({ groups }) => [...(groups ?? [])].includes('west'));
  expect(seen).toEqual({ groups: ['west'] });
  expect([...looks.values()]).toEqual([2, 2, 2]);
});

test('a session that was used up is none any more, however late that is', async () => {
  let looks = 0;
  const redemption = new Redemption(async () => (++looks < 3 ? {} : undefined), {}, new Eventually(5_000));
  expect(await redemption.again(minted('s1'))).toBeUndefined();
  const stays = new Redemption(async () => ({}), {}, new Eventually(0));
  expect(await stays.again(minted('s1'))).toEqual({});
});
