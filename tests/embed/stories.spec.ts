import {
  alsoRequirement,
  type Discovery,
  type Emphasis,
  embedTenantStories,
  fc,
  forAll,
  plainest,
  Stories,
  test,
  type UserMatter,
  userStories,
} from '../../fixtures/index.ts';

// Sequences of calls, compared step by step with a model. A failing story names the rule that it breaks, which may
// differ from the rule of its test.

/** Some of the tenant-wide groups, as far as they are known. */
async function someGroups(discovery: Discovery): Promise<string[]> {
  const groups = await discovery.groups();
  return 'value' in groups ? groups.value.slice(0, 4) : [];
}

/** The rules of users, what stories of each are about (everything, unless given), and their share of the examples. */
const USER_RULES: readonly (readonly [id: string, share: number, matters?: readonly UserMatter[]])[] = [
  ['embed-groups-replaces', 0.2],
  ['embed-groups-omitted-keeps', 0.14, ['groups', 'profile']],
  ['embed-attributes-overwrite', 0.14, ['values', 'groups']],
  ['embed-profile-overwrites', 0.07, ['profile']],
  ['embed-profile-keeps-omitted', 0.07, ['profile', 'values']],
];

// "`groups` semantics", "Attribute values are persisted per user", "`userProfile` is persisted on the external user"
for (const [id, share, matters] of USER_RULES)
  test(
    `users have what their sessions gave them, in any order of calls${matters ? ` (${matters.join(', ')})` : ''}`,
    alsoRequirement(id),
    async ({
      asides,
      attributesOfEachType: attributes,
      discovery,
      embed,
      embedTenants,
      membershipsIfSeen,
      observers,
      user,
      otherUser,
    }) => {
      const stories = new Stories({
        embed,
        embedTenants,
        users: [user, otherUser],
        groups: await someGroups(discovery),
        attributes,
        observers: { ...observers, memberships: await membershipsIfSeen() },
        asides,
      });
      await forAll([userStories(matters)], (steps) => stories.play(steps), { share });
    },
  );

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
      attributesOfEachType: attributes,
      definitionNames,
      discovery,
      embed,
      embedTenants,
      membershipsIfSeen,
      observers,
      scope,
      sibling,
      target: { settings },
      user,
      otherUser,
    }) => {
      const stories = new Stories({
        embed,
        embedTenants,
        scopes: { scope, sibling },
        users: [user, otherUser],
        groups: await someGroups(discovery),
        attributes,
        oddNames: {
          group: definitionNames.groups.mixed('story-group'),
          attribute: definitionNames['user-attributes'].mixed('story-attribute'),
        },
        // Names that were declared for use: what was found by looking may be somebody's.
        namesakes: {
          group: plainest(settings.TARGET_GROUPS ?? [], (name) => name),
          attribute: plainest(settings.TARGET_USER_ATTRIBUTES ?? [], ({ name }) => name)?.name,
        },
        observers: { ...observers, memberships: await membershipsIfSeen() },
      });
      await forAll([fc.oneof(...emphases.map(embedTenantStories))], (steps) => stories.play(steps), {
        share,
      });
    },
  );
