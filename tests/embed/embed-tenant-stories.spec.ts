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

const MAX_GROUPS = 4;

const FEW = { names: 2 } as const;

/** What stories of embed tenants may be about. */
const EMPHASES: readonly Emphasis[] = [
  {},
  FEW,
  { ...FEW, flaws: ['type changed'] },
  { ...FEW, kind: 'groups', flaws: ['unknown group', 'foreign group'] },
  {
    ...FEW,
    kind: 'user-attributes',
    flaws: ['unknown attribute', 'foreign attribute', 'value of another type'],
  },
];

/** The rules of embed tenants, what stories of each are about, and their share of the examples. */
const EMBED_TENANT_RULES: readonly (readonly [id: string, share: number, emphases: readonly Emphasis[]])[] = [
  ['embed-definitions-idempotent', 0.13, EMPHASES],
  ['embed-group-description-updated', 0.07, [{ ...FEW, flaws: ['type changed'] }]],
  ['embed-attribute-definition-updated', 0.07, [{ ...FEW, kind: 'user-attributes' }]],
  ['embed-tenants-groups-delete', 0.07, [{ names: 3, kind: 'groups', removals: 4 }]],
  ['embed-tenants-attributes-delete', 0.07, [{ ...FEW, kind: 'user-attributes', removals: 5 }]],
];

// "Definitions are upserted and validated before `groups` and `userAttributes` are applied. Repeating an identical
// request yields the same end state."
for (const [id, share, emphases] of EMBED_TENANT_RULES)
  test(
    `embed tenants hold what sessions defined, in any order of calls (${id})`,
    alsoRequirement(id),
    async ({
      attributesOfEachType,
      definitionNames,
      discovery,
      embed,
      embedTenants,
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
      const tenantWide = await discovery.groups();
      const stories = new Stories({
        embed,
        embedTenants,
        scopes: { scope, sibling },
        users: [user, otherUser],
        groups: 'value' in tenantWide ? tenantWide.value.slice(0, MAX_GROUPS) : [],
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
      await forAll([fc.oneof(...emphases.map(embedTenantStories))], (steps) => stories.play(steps), {
        share,
      });
    },
  );
