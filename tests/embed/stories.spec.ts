import { embedTenantStories, forAll, requirement, Stories, test, userStories } from '../../fixtures/index.ts';

// Sequences of calls, compared step by step with a model. A failing story names the rule that it breaks, which may be
// another one than the rule that the test belongs to.

const MOST_GROUPS = 4;

// "`groups` semantics", "Attribute values are persisted per user", "`userProfile` is persisted on the external user"
test(
  'users are as their sessions left them, whatever the order',
  requirement('embed-groups-replaces'),
  async ({ embed, embedTenants, groups, memberships, observers, attributesOfEachType, users }) => {
    const stories = new Stories({
      embed,
      embedTenants,
      users: users.slice(0, 2) as [string, string],
      groups: groups.slice(0, MOST_GROUPS),
      attributes: attributesOfEachType,
      observers: { ...observers, memberships },
    });
    await forAll([userStories()], (steps) => stories.play(steps), { atMost: 12 });
  },
);

// "Definitions are upserted and validated before `groups` and `userAttributes` are applied. Repeating an identical
// request yields the same end state."
test(
  'embed tenants hold what sessions defined, whatever the order',
  requirement('embed-definitions-idempotent'),
  async ({ discovery, embed, embedTenants, scope, sibling, attributesOfEachType, users }) => {
    const tenantWide = await discovery.groups();
    const stories = new Stories({
      embed,
      embedTenants,
      scopes: { scope, sibling },
      users: users.slice(0, 2) as [string, string],
      groups: 'value' in tenantWide ? tenantWide.value.slice(0, MOST_GROUPS) : [],
      attributes: attributesOfEachType,
      observers: {},
    });
    await forAll([embedTenantStories()], (steps) => stories.play(steps));
  },
);
