import { assigned, control, expect, isAccepted, requirement, test } from '../../fixtures/index.ts';

// "When `internalId` is used, [...] `groups`, `userAttributes`, `groupDefinitions`, `userAttributeDefinitions`,
// `securityContext` and `userProfile` must not be sent."

const PLAIN = [
  { slug: 'security-context', field: 'securityContext', values: [{ plan: 'gold' }, {}] },
  { slug: 'user-profile', field: 'userProfile', values: [{ displayName: 'Ada Viewer' }, {}] },
];

for (const { slug, field, values } of PLAIN) {
  test(
    `an internal user with ${field} is rejected`,
    requirement(`embed-internal-forbids-${slug}`),
    async ({ embed, target }) => {
      const valid = { internalId: target.settings.TARGET_INTERNAL_ID as string };
      control(await embed.mint(valid));
      for (const value of values) expect(await embed.mintAnyway({ ...valid, [field]: value })).toBeRejected();
    },
  );
}

test(
  'an internal user with groups is rejected',
  requirement('embed-internal-forbids-groups'),
  async ({ embed, target }) => {
    const { TARGET_INTERNAL_ID: internalId, TARGET_GROUPS: groups = [] } = target.settings;
    control(await embed.mint({ internalId: internalId as string }));
    // Names that resolve, so that nothing else is wrong; and an empty array, which would clear memberships.
    for (const names of [groups.slice(0, 1), []]) {
      expect(await embed.mintAnyway({ internalId, groups: names })).toBeRejected();
    }
  },
);

test(
  'an internal user with attributes is rejected',
  requirement('embed-internal-forbids-user-attributes'),
  async ({ embed, target }) => {
    const { TARGET_INTERNAL_ID: internalId, TARGET_USER_ATTRIBUTES: attributes = [] } = target.settings;
    control(await embed.mint({ internalId: internalId as string }));
    const values = attributes.slice(0, 1).map(({ name, type }) => assigned(name, type));
    for (const userAttributes of [values, []]) {
      expect(await embed.mintAnyway({ internalId, userAttributes })).toBeRejected();
    }
  },
);

const DEFINITIONS = [
  { slug: 'group-definitions', field: 'groupDefinitions', value: [{ name: 'conformance-internal' }] },
  {
    slug: 'attribute-definitions',
    field: 'userAttributeDefinitions',
    value: [{ name: 'conformance-internal', type: 'string' }],
  },
];

for (const { slug, field, value } of DEFINITIONS) {
  test(
    `an internal user with ${field} is rejected`,
    requirement(`embed-internal-forbids-${slug}`),
    async ({ embed, scope, target }) => {
      const internal = { internalId: target.settings.TARGET_INTERNAL_ID as string };
      const creator = { ...internal, creatorMode: true, embedTenantName: scope.name };
      // Whether an internal user may have a creator-mode session is not shown: where not, the rule holds without.
      const valid = isAccepted(await embed.mint(creator)) ? creator : internal;
      control(await embed.mint(valid));
      // Empty definitions without creator mode may pass for none; in creator mode nothing excuses them.
      for (const sent of valid === creator ? [value, []] : [value])
        expect(await embed.mintAnyway({ ...valid, [field]: sent })).toBeRejected();
    },
  );
}
