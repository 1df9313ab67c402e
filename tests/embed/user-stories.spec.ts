import { alsoRequirement, forAll, Stories, test, userStories } from '../../fixtures/index.ts';

// "`groups` semantics", "Attribute values are persisted per user", "`userProfile` is persisted on the external user"
test(
  'users have the groups and values of their sessions, in any order of calls',
  alsoRequirement('embed-groups-replaces'),
  async ({
    extras,
    attributesOfEachType,
    embed,
    embedTenants,
    groupsIfAny,
    membershipsIfSeen,
    observers,
    users,
  }) => {
    const stories = new Stories({
      embed,
      embedTenants,
      users: [users[0], users[1]],
      groups: groupsIfAny.slice(0, 4),
      attributes: attributesOfEachType,
      observers: { ...observers, memberships: await membershipsIfSeen() },
      extras,
    });
    await forAll([userStories()], (steps) => stories.play(steps), { share: 0.13 });
  },
);
