import {
  alsoRequirement,
  type Emphasis,
  embedTenantStories,
  fc,
  forAll,
  Stories,
  test,
} from '../../fixtures/index.ts';

// Sequences of calls, compared step by step with a model. A failing story names the rule that it breaks, which may
// differ from the rule of its test.

const FEW = { names: 2 } as const;

/** The rules of embed tenants, and what stories of each are about. */
const EMBED_TENANT_RULES: Readonly<Record<string, readonly Emphasis[]>> = {
  'embed-definitions-idempotent': [
    {},
    FEW,
    { ...FEW, flaws: ['type changed'] },
    { ...FEW, flaws: ['unknown group', 'foreign group'] },
    { ...FEW, flaws: ['unknown attribute', 'foreign attribute', 'value of another type'] },
  ],
  'embed-tenants-groups-delete': [{ names: 3, removals: 5 }],
};

// "Definitions are upserted and validated before `groups` and `userAttributes` are applied. Repeating an identical
// request yields the same end state."
for (const [id, emphases] of Object.entries(EMBED_TENANT_RULES))
  test(
    `embed tenants hold what sessions defined, in any order of calls (${id})`,
    alsoRequirement(id),
    async ({
      attributesOfEachType,
      definitionNames,
      embed,
      embedTenants,
      groupsIfAny,
      membershipsIfSeen,
      observers,
      scope,
      sibling,
      target,
      user,
      otherUser,
    }) => {
      for (const one of [scope, sibling]) await one.expectRemovable(user);
      const { TARGET_GROUPS: toUse = [], TARGET_USER_ATTRIBUTES: declared = [] } = target.settings;
      const stories = new Stories({
        embed,
        embedTenants,
        scopes: { scope, sibling },
        users: [user, otherUser],
        groups: groupsIfAny.slice(0, 4),
        attributes: attributesOfEachType,
        oddNames: {
          group: definitionNames.groups.mixed('story-group'),
          attribute: definitionNames['user-attributes'].mixed('story-value'),
        },
        // Names that were declared for use: what was found by looking may be somebody's.
        namesakes: {
          group: definitionNames.groups.plainestOf(toUse, (name) => name),
          attribute: definitionNames['user-attributes'].plainestOf(declared, ({ name }) => name)?.name,
        },
        observers: { ...observers, memberships: await membershipsIfSeen() },
      });
      const told = fc.oneof(...emphases.map(embedTenantStories));
      await forAll([told], (steps) => stories.play(steps), { share: 0.07 });
    },
  );
