import {
  alsoRequirement,
  control,
  type EmbedTenantSnapshot,
  expect,
  isAccepted,
  listNotServedReason,
  type Names,
  namesakes,
  notTested,
  RECORD_KIND_NAMES,
  RECORD_KINDS,
  type RecordKind,
  test,
  under,
  valueOfNamesake,
} from '../../fixtures/index.ts';

// Embed tenants may use the names of tenant-wide records, and each other's. What is done to one record leaves those of the
// same name elsewhere as they were.

const APART = 'delete, list and change records by their ids, and not by their names';

/** What a user has tenant-wide: membership in the group and a value of the attribute. */
const outside = (names: Names) => ({ groups: [names.group], ...valueOfNamesake(names, 0) });

test(
  'deleting a group and an attribute leaves their namesakes and the users of these alone',
  alsoRequirement('embed-tenants-groups-delete'),
  async ({ embed, embedTenants, membershipsIfSeen, names, observers, scope, sibling, user, otherUser }) => {
    // Given namesakes in two embed tenants, and a user who has the tenant-wide records
    const { group, attribute } = names;
    const value = { [attribute.name]: valueOfNamesake(names, 0).userAttributes?.[0]?.value ?? null };
    const memberships = await membershipsIfSeen();
    const earlier = await scope.snapshot();
    for (const place of [scope, sibling]) {
      await place.session(otherUser, namesakes(names, 0, 'a namesake'));
      for (const externalId of [otherUser, user])
        await place.session(externalId, { groups: [group], ...valueOfNamesake(names, 0) });
    }
    control(await embed.mint({ externalId: user, ...outside(names) }));
    const joined = await memberships?.settled(user, [group]);
    const seen = await observers.values?.settled(user, value);
    const there = await sibling.snapshot();
    const here = await scope.snapshot();

    for (const { kind, slug, noun } of RECORD_KIND_NAMES)
      await under(`embed-tenants-${slug}-delete`, async () => {
        const isNew = ({ id }: { id: string }): boolean => !earlier[kind].some((one) => one.id === id);
        const record = here[kind].find(isNew) ?? notTested(`no ${noun} is listed`);

        // When one of them is deleted
        const deletion = await embedTenants.remove(kind, scope.name, record.id);
        if (!isAccepted(deletion)) {
          const none = { groups: [], userAttributes: [{ name: attribute.name, value: null }] };
          for (const externalId of [otherUser, user]) await scope.session(externalId, none);
          control(await embed.mint({ externalId: user, ...outside(names) }));
          control(await embedTenants.remove(kind, scope.name, record.id));
        }
        here[kind] = here[kind].filter(({ id }) => id !== record.id);

        // Then those elsewhere and of the other kind are there, and their users have them
        const left = await scope.settled(here);
        expect(left, 'what is left beside it', `delete the ${noun} alone, if it is the last`).toEqual(here);
        expect(await sibling.settled(there), 'what the sibling holds', APART).toEqual(there);
        if (memberships && joined?.size)
          expect(await memberships.settled(user, joined), `groups of "${user}"`, APART).toEqual(joined);
        if (observers.values && seen?.[attribute.name] !== null)
          expect(await observers.values.settled(user, value), `values of "${user}"`, APART).toEqual(value);
        const use = kind === 'groups' ? { groups: [group] } : valueOfNamesake(names, 0);
        const tenantWide = await embed.mint({ externalId: user, ...use });
        for (const answer of [tenantWide, await sibling.mint(otherUser, use)])
          expect(answer, `the ${noun} of the same name elsewhere:`, APART).toBeAccepted();
        expect(await scope.mint(otherUser, use), `the ${noun} that was deleted:`, APART).toBeRejected();

        // And who had the deleted one gets sessions like anybody, there and elsewhere
        const fix = `keep nothing of a deleted ${noun} with its users`;
        for (const place of [scope, sibling])
          expect(await place.mint(otherUser), `a session of a user who had the ${noun}:`, fix).toBeAccepted();
      });

    // And so they do when both are defined anew
    await scope.session(user, namesakes(names, 0, 'defined anew'));
    const anew = 'keep nothing of deleted records with their users';
    for (const answer of [await scope.mint(otherUser), await embed.mint({ externalId: otherUser })])
      expect(answer, 'a session of a user who had the deleted ones:', anew).toBeAccepted();
  },
);

test(
  'lists hold each record once, even if others elsewhere have the same name',
  alsoRequirement('embed-tenants-groups-list'),
  async ({ embed, embedTenants, names, scope, sibling, user, otherUser }) => {
    // Given records that have namesakes everywhere, the older ones first, and users who have each of them
    control(await embed.mint({ externalId: user, ...outside(names) }));
    control(await embed.mint({ externalId: otherUser, ...outside(names) }));
    const before = new Map([
      [scope, await scope.snapshot()],
      [sibling, await sibling.snapshot()],
    ]);
    for (const [place, steps] of [
      [sibling, 2],
      [scope, 1],
    ] as const)
      for (const externalId of [user, otherUser]) {
        await place.session(externalId, namesakes(names, steps, 'a namesake'));
        await place.session(externalId, { groups: [names.group], ...valueOfNamesake(names, steps) });
      }

    // Then each embed tenant lists one of each kind
    const fix = 'list the records of the embed tenant, whoever has them and whatever else is called so';
    for (const [place, others] of before) {
      const isOneMore = (now: EmbedTenantSnapshot, kind: RecordKind): boolean =>
        now[kind].length === others[kind].length + 1;
      const now = await place.settled((seen) => RECORD_KINDS.every((kind) => isOneMore(seen, kind)));
      for (const { kind, slug, noun } of RECORD_KIND_NAMES)
        await under(`embed-tenants-${slug}-list`, async () => {
          if (!place.isServed(kind)) notTested(listNotServedReason(kind));
          const { records } = await embedTenants.walk(kind, place.name);
          const what = `how many ids, and records, of ${noun}s are listed in "${place.name}"`;
          // One that was there before, and could not be removed, may be of that name.
          const mayBeOld = others[kind].length > 0 && now[kind].length === others[kind].length;
          const count = others[kind].length + (mayBeOld ? 0 : 1);
          expect([now[kind].length, records.length], what, fix).toEqual([count, count]);
        });
    }
  },
);
