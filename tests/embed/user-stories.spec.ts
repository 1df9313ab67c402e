import {
  alsoRequirement,
  forAll,
  Stories,
  test,
  type UserMatter,
  userStories,
} from '../../fixtures/index.ts';

// Sequences of calls, compared step by step with a model. A failing story names the rule that it breaks, which may
// differ from the rule of its test.

const MAX_GROUPS = 4;

/** The rules of users, what stories of each are about (everything, unless given), and their share of the examples. */
const USER_RULES: readonly (readonly [id: string, share: number, matters?: readonly UserMatter[]])[] = [
  ['embed-groups-replaces', 0.13],
  ['embed-attributes-overwrite', 0.07, ['values', 'groups']],
  ['embed-profile-overwrites', 0.07, ['profile', 'values']],
];

// "`groups` semantics", "Attribute values are persisted per user", "`userProfile` is persisted on the external user"
for (const [id, share, matters] of USER_RULES)
  test(
    `users have what their sessions gave them, in any order of calls${matters ? ` (${matters.join(', ')})` : ''}`,
    alsoRequirement(id),
    async ({
      asides,
      attributesOfEachType,
      discovery,
      embed,
      embedTenants,
      membershipsIfSeen,
      observers,
      users,
    }) => {
      const groups = await discovery.groups();
      const stories = new Stories({
        embed,
        embedTenants,
        users: [users[0], users[1]],
        groups: 'value' in groups ? groups.value.slice(0, MAX_GROUPS) : [],
        attributes: attributesOfEachType,
        observers: { ...observers, memberships: await membershipsIfSeen() },
        asides,
      });
      await forAll([userStories(matters)], (steps) => stories.play(steps), { share });
    },
  );
