import {
  definitionsOf,
  EDGE_VALUES,
  expect,
  isAccepted,
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
const RANK = 'conformance-rank';
const DEFINED: SessionRequest = {
  groupDefinitions: GROUPS.map((name) => ({ name })),
  userAttributeDefinitions: [{ name: RANK, type: 'number' }],
};
/** The same groups with other descriptions, one that is new, and a value. */
const REDEFINED: SessionRequest = {
  groupDefinitions: [...GROUPS, 'conformance-beside'].map((name) => ({ name, description: 'Described' })),
  userAttributes: [{ name: RANK, value: 1 }],
};
/** A call that must be refused: it changes a type. */
const CONFLICT: SessionRequest = { userAttributeDefinitions: [{ name: RANK, type: 'string' }] };
const CONFLICT_ACCEPTED = 'a type conflict was accepted (see embed-type-conflict-rejected)';
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

    // In the call that defines them, and in later ones: others, one more beside new definitions, one fewer, all
    await scope.session(user, { ...DEFINED, groups: [EAST] });
    await expectGroups([EAST], 'after the call that defines them');
    for (const groups of [[WEST], [WEST, NORTH], [NORTH, EAST, WEST], GROUPS, [NORTH]]) {
      const isMore = groups.length === 2;
      await scope.session(user, { ...(isMore ? definitionsOf('groups', ['conformance-more']) : {}), groups });
      await expectGroups(groups, `after ${writeJson(groups)}`);
    }
    // Kept by a call that is refused before its groups count, and by calls that say nothing of them
    if (isAccepted(await scope.mint(user, { ...CONFLICT, groups: [EAST] }))) notTested(CONFLICT_ACCEPTED);
    for (const fields of [{}, REDEFINED, { userProfile: { displayName: 'Ada' } }, { userAttributes: [] }]) {
      await scope.session(user, fields);
      await expectGroups([NORTH], `after a call with ${writeJson(Object.keys(fields))}`);
    }
    await scope.session(user, { ...DEFINED, groups: [] });
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

type Value = NonNullable<SessionRequest['userAttributes']>[number]['value'];
type Values = Record<string, Value>;

/** The field that assigns values, by the names of their attributes. */
const valuesFor = (values: Values): SessionRequest => ({
  userAttributes: Object.entries(values).map(([name, value]) => ({ name, value })),
});

// "Attribute values are persisted per user; later calls with the same `externalId` overwrite values for the supplied names."
test(
  'in creator mode values are saved for each user, in their embed tenant',
  requirement('embed-tenant-values'),
  async ({ otherUser, scope, sibling, user, valuesIn }) => {
    // A dot in a name is no path.
    const [city, rank, tags] = ['conformance-home.city', RANK, 'conformance-tags'] as const;
    const definitions = (description: string): SessionRequest => ({
      userAttributeDefinitions: [
        { name: city, type: 'string', description },
        { name: rank, type: 'number', description },
        { name: tags, type: 'string_array', description },
      ],
    });
    const expectValues = async (
      place: typeof scope,
      externalId: string,
      values: Values,
      when: string,
    ): Promise<void> =>
      expect(
        await valuesIn(place.name).settled(externalId, values),
        `values of "${externalId}" in ${place === scope ? 'the' : 'another'} embed tenant, ${when}`,
      ).toEqual(values);
    // Given an attribute of one name in two embed tenants
    await sibling.session(user, definitions('there'));
    const saved: Values = { [city]: 'Oslo', [rank]: 1, [tags]: ['fjord', 'north'] };
    await scope.session(user, { ...definitions('here'), ...valuesFor(saved) });
    await expectValues(scope, user, saved, 'after the call that defines them');

    // When calls say nothing of an attribute, even if they define it, then its value is kept; otherwise it is overwritten, or cleared
    await scope.session(user, { ...definitions('once more'), groups: [] });
    await expectValues(scope, user, saved, 'after a call without values');
    for (const [index, own] of EDGE_VALUES.string.entries()) {
      Object.assign(saved, {
        [city]: own,
        [rank]: EDGE_VALUES.number[index] ?? index,
        [tags]: EDGE_VALUES.string_array[index] ?? [],
      });
      await scope.session(user, valuesFor(saved));
      await expectValues(scope, user, saved, `after ${writeJson(saved)}`);
    }
    const refused = await scope.mint(user, { ...CONFLICT, ...valuesFor({ [city]: 'refused' }) });
    if (isAccepted(refused)) notTested(CONFLICT_ACCEPTED);
    await scope.session(user, { ...definitions('once more'), ...valuesFor({ [rank]: null }) });
    const kept = { ...saved, [rank]: null };
    await expectValues(scope, user, kept, 'after null, and after a call that was refused');

    // And what is saved elsewhere, and of others, leaves it alone
    await sibling.session(user, valuesFor({ [city]: 'Rome' }));
    await scope.session(otherUser, valuesFor({ [city]: 'Bern' }));
    await expectValues(sibling, user, { [city]: 'Rome', [rank]: null, [tags]: null }, 'saved there');
    await expectValues(scope, otherUser, { [city]: 'Bern', [rank]: null, [tags]: null }, 'of their own');
    await expectValues(scope, user, kept, 'after values of others and elsewhere');
    for (const place of [scope, sibling])
      for (const externalId of [user, otherUser])
        await place.session(externalId, valuesFor({ [city]: null, [rank]: null, [tags]: null }));
  },
);
