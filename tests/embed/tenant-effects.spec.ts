import {
  EDGE_VALUES,
  expect,
  notTested,
  requirement,
  type SessionRequest,
  test,
  writeJson,
} from '../../fixtures/index.ts';

// What users have inside embed tenants, which only an adapter shows. "In creator mode [names] resolve against the embed tenant's
// scoped" groups and attributes; what a call does with them is what it does tenant-wide.

const [EAST, WEST, NORTH] = ['conformance-east', 'conformance-west', 'conformance-north'] as const;
/** More than ten. */
const GROUPS = [
  EAST,
  WEST,
  NORTH,
  ...Array.from({ length: 8 }, (_, index) => `conformance-town-${index + 1}`),
];
const DEFINED: SessionRequest = { groupDefinitions: GROUPS.map((name) => ({ name })) };
const NONE_SEEN =
  'the user joined a group of the embed tenant and none is seen (see embed-tenant-memberships)';

// "Field omitted leaves memberships unchanged; empty array clears all memberships; populated array replaces memberships with
// exactly the named groups."
test(
  'in creator mode groups replace, clear and keep the memberships in the embed tenant',
  requirement('embed-tenant-memberships'),
  async ({ membershipsIn, scope, user }) => {
    const memberships = membershipsIn(scope.name, GROUPS);
    const expectGroups = async (wanted: readonly string[], when: string): Promise<void> =>
      expect(
        (await memberships.settled(user, wanted)) ?? new Set(),
        `groups of "${user}" in the embed tenant, ${when}`,
      ).toEqual(new Set(wanted));

    // In the call that defines them, and in later ones: others, one more, one fewer, all
    await scope.session(user, { ...DEFINED, groups: [EAST] });
    await expectGroups([EAST], 'after the call that defines them');
    for (const groups of [[WEST], [WEST, NORTH], [NORTH, EAST, WEST], GROUPS, [NORTH]]) {
      await scope.session(user, { groups });
      await expectGroups(groups, `after ${writeJson(groups)}`);
    }
    // Kept by calls that say nothing of them
    for (const fields of [{}, DEFINED, { userProfile: { displayName: 'Ada' } }, { userAttributes: [] }]) {
      await scope.session(user, fields);
      await expectGroups([NORTH], `after a call with ${writeJson(Object.keys(fields))}`);
    }
    await scope.session(user, { groups: [] });
    await expectGroups([], 'after an empty array');
  },
);

test(
  'a membership in an embed tenant counts there alone, and for its user alone',
  requirement('embed-tenant-memberships-apart'),
  async ({ embed, membershipsIfSeen, membershipsIn, names, otherUser, scope, sibling, user }) => {
    const { group } = names;
    const outside = await membershipsIfSeen();
    const groupsIn = async (place: typeof scope, externalId: string, wanted: readonly string[]) =>
      (await membershipsIn(place.name, [group]).settled(externalId, wanted)) ?? new Set();
    const expectAll = async (here: readonly string[], there: readonly string[], when: string) => {
      const seen = await groupsIn(scope, user, here);
      expect(seen, `groups in the embed tenant, ${when}`).toEqual(new Set(here));
      expect(await groupsIn(sibling, user, there), `groups in another embed tenant, ${when}`).toEqual(
        new Set(there),
      );
      expect(await groupsIn(scope, otherUser, []), `groups of another user, ${when}`).toEqual(new Set());
    };
    // Given a group of one name in two embed tenants and tenant-wide, in which nobody is
    for (const place of [scope, sibling])
      for (const externalId of [user, otherUser])
        await place.session(externalId, { groupDefinitions: [{ name: group }], groups: [] });
    for (const externalId of [user, otherUser]) await embed.session({ externalId, groups: [] });

    // When a user joins one of them, then they are in that one
    await scope.session(user, { groups: [group] });
    if ((await groupsIn(scope, user, [group])).size === 0) notTested(NONE_SEEN);
    await expectAll([group], [], 'joined in the first');
    if (outside) {
      const seen = (await outside.settled(user, [])) ?? new Set();
      expect(seen.has(group), `whether "${user}" is in the tenant-wide group of that name`).toBe(false);
    }
    await embed.session({ externalId: otherUser, groups: [group] });
    await sibling.session(user, { groups: [group] });
    await expectAll([group], [group], 'joined in both');
    await scope.session(user, { groups: [] });
    await expectAll([], [group], 'left in the first');
    await embed.session({ externalId: otherUser, groups: [] });
  },
);

// "Attribute values are persisted per user; later calls with the same `externalId` overwrite values for the supplied names."
test(
  'in creator mode values are saved for each user, in their embed tenant',
  requirement('embed-tenant-values'),
  async ({ otherUser, scope, sibling, user, valuesIn }) => {
    // A dot in a name is no path.
    const [city, rank] = ['conformance-home.city', 'conformance-rank'] as const;
    const definitions: SessionRequest = {
      userAttributeDefinitions: [
        { name: city, type: 'string' },
        { name: rank, type: 'number' },
      ],
    };
    const expectValues = async (
      place: typeof scope,
      externalId: string,
      values: Parameters<ReturnType<typeof valuesIn>['settled']>[1],
      when: string,
    ): Promise<void> =>
      expect(
        await valuesIn(place.name).settled(externalId, values),
        `values of "${externalId}" in ${place === scope ? 'the' : 'another'} embed tenant, ${when}`,
      ).toEqual(values);
    const value = (name: string, own: string | number | null): SessionRequest => ({
      userAttributes: [{ name, value: own }],
    });

    // Given an attribute of one name in two embed tenants
    await sibling.session(user, definitions);
    await scope.session(user, {
      ...definitions,
      userAttributes: [
        { name: city, value: 'Oslo' },
        { name: rank, value: 1 },
      ],
    });
    const both = { [city]: 'Oslo', [rank]: 1 };
    await expectValues(scope, user, both, 'after the call that defines them');

    // When calls say nothing of an attribute, then its value is kept; otherwise it is overwritten, or cleared
    await scope.session(user, { groups: [] });
    await expectValues(scope, user, both, 'after a call without values');
    for (const own of EDGE_VALUES.string as readonly string[]) {
      await scope.session(user, value(city, own));
      await expectValues(scope, user, { ...both, [city]: own }, `after ${writeJson(own)}`);
    }
    await scope.session(user, value(rank, null));
    const kept = { [city]: EDGE_VALUES.string.at(-1) as string, [rank]: null };
    await expectValues(scope, user, kept, 'after null');

    // And what is saved elsewhere, and of others, leaves it alone
    await sibling.session(user, value(city, 'Rome'));
    await scope.session(otherUser, value(city, 'Bern'));
    await expectValues(sibling, user, { [city]: 'Rome', [rank]: null }, 'saved there');
    await expectValues(scope, otherUser, { [city]: 'Bern', [rank]: null }, 'of their own');
    await expectValues(scope, user, kept, 'after values of others and elsewhere');
    for (const place of [scope, sibling])
      for (const externalId of [user, otherUser])
        await place.session(externalId, {
          userAttributes: [
            { name: city, value: null },
            { name: rank, value: null },
          ],
        });
  },
);
