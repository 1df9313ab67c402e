import {
  callsWithoutGroups,
  expect,
  forAll,
  groupSubsets,
  membershipHistories,
  notTested,
  requirement,
  type SessionRequest,
  test,
} from '../../fixtures/index.ts';

// "`groups` semantics: field omitted leaves memberships unchanged; empty array clears all memberships; populated
// array replaces memberships with exactly the named groups."

/** The rule needs something to keep or to clear. */
const NONE_SEEN = 'the user joined groups and none is seen (see embed-groups-replaces)';

test(
  'named groups replace the memberships',
  requirement('embed-groups-replaces'),
  async ({ embed, users, groups, memberships }) => {
    const externalId = users[0] as string;
    const judge = async (history: readonly string[][]): Promise<void> => {
      for (const names of history) {
        await embed.session({ externalId, groups: names });
        const seen = await memberships.settled(externalId, names);
        expect(seen, `groups of "${externalId}"`).toEqual(new Set(names));
      }
    };
    // As many others, one more, one fewer: each is told from the one before by a difference of its own.
    const [first, second] = groups as [string, string];
    await judge([[first], [second], [second, first], [first]]);
    await forAll([membershipHistories(groups)], judge, { atMost: 6 });
  },
);

test(
  'an empty array clears every membership',
  requirement('embed-groups-empty-clears'),
  async ({ embed, users, groups, memberships }) => {
    const externalId = users[0] as string;
    await forAll(
      [groupSubsets(groups, 1)],
      async (names) => {
        await embed.session({ externalId, groups: names });
        if (!(await memberships.settled(externalId, names))?.size) notTested(NONE_SEEN);
        await embed.session({ externalId, groups: [] });
        expect(await memberships.settled(externalId, []), `groups of "${externalId}"`).toEqual(new Set());
      },
      { atMost: 6 },
    );
  },
);

test(
  'a call without groups keeps the memberships',
  requirement('embed-groups-omitted-keeps'),
  async ({ embed, users, groups, memberships, discovery, target }) => {
    const externalId = users[0] as string;
    const { TARGET_USER_ATTRIBUTES: attributes = [], TARGET_CREATOR_MODE: creatorMode } = target.settings;
    const judge = async (names: readonly string[], call: SessionRequest): Promise<void> => {
      await embed.session({ externalId, groups: [...names] });
      const before = await memberships.settled(externalId, names);
      if (!before?.size) return notTested(NONE_SEEN);
      await embed.session({ externalId, ...call });
      expect(await memberships.settled(externalId, before), `groups of "${externalId}"`).toEqual(before);
    };
    const calls = callsWithoutGroups(attributes, `${externalId}@example.com`);
    await forAll([groupSubsets(groups, 1), calls], judge, { atMost: 10 });
    const [embedTenantName] = discovery.identities.embedTenants;
    if (creatorMode === 'on' && embedTenantName !== undefined)
      await judge(groups.slice(0, 2), { creatorMode: true, embedTenantName });
  },
);

test(
  "one user's groups leave another user alone",
  requirement('embed-groups-other-users-untouched'),
  async ({ embed, users, groups, memberships }) => {
    const [user, other] = users as [string, string];
    await forAll(
      [groupSubsets(groups, 1), groupSubsets(groups)],
      async (shared, names) => {
        // Both belong to the same groups, which one of them then leaves.
        await embed.session({ externalId: user, groups: shared });
        await embed.session({ externalId: other, groups: shared });
        const before = await memberships.settled(other, shared);
        if (!before?.size) return notTested(NONE_SEEN);
        await embed.session({ externalId: user, groups: names });
        expect(await memberships.settled(other, before), `groups of "${other}"`).toEqual(before);
      },
      { atMost: 6 },
    );
  },
);
