import { embedTenantStories, forAll, requirement, Stories, test, userStories } from '../../fixtures/index.ts';

// Sequences of calls, compared step by step with a model. A failing story names the rule that it breaks, which may
// differ from the rule of its test.

const MAX_GROUPS = 4;

// "`groups` semantics", "Attribute values are persisted per user", "`userProfile` is persisted on the external user"
test(
  'users have what their sessions gave them, in any order of calls',
  requirement('embed-groups-replaces'),
  async ({ embed, embedTenants, groups, memberships, observers, attributesOfEachType, user, otherUser }) => {
    const stories = new Stories({
      embed,
      embedTenants,
      users: [user, otherUser],
      groups: groups.slice(0, MAX_GROUPS),
      attributes: attributesOfEachType,
      observers: { ...observers, memberships },
    });
    await forAll([userStories()], (steps) => stories.play(steps), { atMost: 12 });
  },
);

// "Definitions are upserted and validated before `groups` and `userAttributes` are applied. Repeating an identical
// request yields the same end state."
test(
  'embed tenants hold what sessions defined, in any order of calls',
  requirement('embed-definitions-idempotent'),
  async ({ discovery, embed, embedTenants, scope, sibling, attributesOfEachType, user, otherUser }) => {
    const tenantWide = await discovery.groups();
    const stories = new Stories({
      embed,
      embedTenants,
      scopes: { scope, sibling },
      users: [user, otherUser],
      groups: 'value' in tenantWide ? tenantWide.value.slice(0, MAX_GROUPS) : [],
      attributes: attributesOfEachType,
      observers: {},
    });
    await forAll([embedTenantStories()], (steps) => stories.play(steps));
  },
);
