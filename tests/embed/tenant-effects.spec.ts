import {
  definitionsOf,
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
/** What else a call may say. None of it is about groups. */
const BESIDE_GROUPS: SessionRequest = {
  userProfile: { displayName: 'Ada' },
  userAttributes: [{ name: RANK, value: 2 }],
  securityContext: {},
  settings: { showDashboardChat: false },
};
/** A call that must be refused: it changes a type. */
const CONFLICT: SessionRequest = { userAttributeDefinitions: [{ name: RANK, type: 'string' }] };
const CONFLICT_ACCEPTED = ['a type conflict was accepted', 'embed-type-conflict-rejected'] as const;
const NONE_SEEN = [
  'the user joined a group of the embed tenant and none is seen',
  'embed-tenant-memberships',
] as const;

// "Field omitted leaves memberships unchanged; empty array clears all memberships; populated array replaces memberships with
// exactly the named groups."
test(
  'in creator mode groups replace, clear and keep the memberships in the embed tenant',
  requirement('embed-tenant-memberships'),
  async ({ discovery, membershipsIn, scope, user }) => {
    const other = await discovery.outOfScopeDeploymentId();
    const elsewhere = 'value' in other ? { deploymentId: other.value } : {};
    const isOpen = isAccepted(await scope.mint(user, elsewhere));
    const everything = {
      ...DEFINED,
      ...(isOpen ? elsewhere : {}),
      ...BESIDE_GROUPS,
      email: `${user}@example.com`,
    };
    const memberships = membershipsIn(scope.name, GROUPS);
    const expectGroups = async (wanted: readonly string[], when: string): Promise<void> =>
      expect(
        (await memberships.settled(user, wanted)) ?? new Set(),
        `groups of "${user}" in the embed tenant, ${when}`,
      ).toEqual(new Set(wanted));

    // In the call that defines them, and in later ones: others, one more beside new definitions, others, all, one alone
    await scope.session(user, { ...DEFINED, groups: [EAST] });
    await expectGroups([EAST], 'after the call that defines them');
    for (const [groups, fields] of [
      [[WEST], everything],
      [[WEST, NORTH], definitionsOf('groups', ['conformance-more'])],
      [[NORTH, EAST], {}],
      [GROUPS, {}],
      [[NORTH], {}],
    ] as const) {
      await scope.session(user, { ...fields, groups: [...groups] });
      await expectGroups(groups, `after ${writeJson(groups)}`);
    }
    // Kept by a call that is refused before its groups count, and by calls that say nothing of them
    if (isAccepted(await scope.mint(user, { ...CONFLICT, groups: [EAST] }))) notTested(...CONFLICT_ACCEPTED);
    for (const fields of [{}, REDEFINED, everything, { userAttributes: [] }]) {
      await scope.session(user, fields);
      await expectGroups([NORTH], `after a call with ${writeJson(Object.keys(fields))}`);
    }
    await scope.session(user, { ...everything, groups: [] });
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
    // Given a group of one name in two embed tenants and tenant-wide, in which one user is in the sibling alone
    const groupDefinitions = [{ name: group }];
    await scope.session(otherUser, { groups: [] });
    await sibling.session(otherUser, { groupDefinitions, groups: [group] });
    for (const place of [sibling, scope]) await place.session(user, { groupDefinitions, groups: [] });
    for (const externalId of [user, otherUser]) await embed.session({ externalId, groups: [] });

    // When a user joins one of them, then they are in that one
    await scope.session(user, { groups: [group] });
    if ((await groupsIn(scope, user, [group])).size === 0) notTested(...NONE_SEEN);
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
