import {
  alsoRequirement,
  control,
  type Exchange,
  expect,
  isAccepted,
  type Names,
  namesakes,
  notTested,
  otherKind,
  RECORD_KIND_NAMES,
  test,
  valueOfNamesake,
} from '../../fixtures/index.ts';

// Embed tenants may use the names of tenant-wide records, and each other's. What is done to one record leaves those of the
// same name elsewhere as they were.

const APART = 'delete, list and change records by their ids, and not by their names';

/** What a user has tenant-wide: membership in the group and a value of the attribute. */
const outside = (names: Names) => ({ groups: [names.group], ...valueOfNamesake(names, 0) });

for (const { kind, slug, noun } of RECORD_KIND_NAMES) {
  test(
    `deleting a ${noun} leaves its namesakes alone, and who has them`,
    alsoRequirement(`embed-tenants-${slug}-delete`),
    async ({ embed, embedTenants, membershipsIfSeen, names, observers, scope, sibling, user, otherUser }) => {
      // Given namesakes in two embed tenants, and a user who has the tenant-wide record
      const { group, attribute } = names;
      const value = { [attribute.name]: valueOfNamesake(names, 0).userAttributes?.[0]?.value ?? null };
      const memberships = await membershipsIfSeen();
      const earlier = await scope.ids(kind);
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
      const record = here[kind].find(({ id }) => !earlier.includes(id)) ?? notTested(`no ${noun} is listed`);
      const beside = here[otherKind(kind)].map(({ id }) => id);

      // When one of them is deleted
      const deletion = await embedTenants.remove(kind, scope.name, record.id);
      if (!isAccepted(deletion)) {
        const none = { groups: [], userAttributes: [{ name: attribute.name, value: null }] };
        for (const externalId of [otherUser, user]) await scope.session(externalId, none);
        control(await embed.mint({ externalId: user, ...outside(names) }));
        control(await embedTenants.remove(kind, scope.name, record.id));
      }

      // Then those elsewhere and of the other kind are there, and their users have them
      const left = await scope.ids(otherKind(kind), beside);
      expect(left, 'ids of the other kind', `delete the ${noun} alone, if it is the last`).toEqual(beside);
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

      // And who had the deleted one gets sessions like anybody, there and elsewhere, even when it is defined anew
      const fix = `keep nothing of a deleted ${noun} with its users`;
      const expectSession = (answer: Exchange) =>
        expect(answer, `a session of who had the ${noun}:`, fix).toBeAccepted();
      for (const place of [scope, sibling]) expectSession(await place.mint(otherUser));
      await scope.session(user, namesakes(names, 0, 'defined anew'));
      expectSession(await scope.mint(otherUser));
      expectSession(await embed.mint({ externalId: otherUser }));
    },
  );

  test(
    `the ${noun} list holds each ${noun} once, whatever has the same name elsewhere`,
    alsoRequirement(`embed-tenants-${slug}-list`),
    async ({ embed, embedTenants, names, scope, sibling, user, otherUser }) => {
      // Given a record that has namesakes everywhere, the older ones first, and users who have each of them
      control(await embed.mint({ externalId: user, ...outside(names) }));
      control(await embed.mint({ externalId: otherUser, ...outside(names) }));
      const before = new Map([
        [scope, (await scope.ids(kind, 0)).length],
        [sibling, (await sibling.ids(kind, 0)).length],
      ]);
      for (const [place, steps] of [
        [sibling, 2],
        [scope, 1],
      ] as const)
        for (const externalId of [user, otherUser]) {
          await place.session(externalId, namesakes(names, steps, 'a namesake'));
          await place.session(externalId, { groups: [names.group], ...valueOfNamesake(names, steps) });
        }

      // Then each embed tenant lists one
      const fix = 'list the records of the embed tenant, whoever has them and whatever else is called so';
      for (const [place, others] of before) {
        const count = others + 1;
        const ids = await place.ids(kind, count);
        const { records } = await embedTenants.walk(kind, place.name);
        const what = `how many ids, and records, of ${noun}s are listed in "${place.name}"`;
        expect([ids.length, records.length], what, fix).toEqual([count, count]);
      }
    },
  );
}
