import {
  assigned,
  control,
  definitionsOf,
  expect,
  notTested,
  requirement,
  test,
  useOf,
} from '../../fixtures/index.ts';

// "Attribute lookup in read-only mode (`creatorMode` omitted or false): names resolve against the tenant-wide
// attribute catalog. In creator mode they resolve against the embed tenant's scoped catalog"; "Group lookup in
// read-only mode resolves against tenant-wide groups; in creator mode against the embed tenant's scoped groups"

const KINDS = [
  { kind: 'groups', slug: 'groups' },
  { kind: 'user-attributes', slug: 'attributes' },
] as const;

for (const { kind, slug } of KINDS) {
  const name = `conformance-scoped-${slug}`;

  test(
    `read-only mode knows no scoped ${slug}`,
    requirement(`embed-${slug}-scope-read-only`),
    async ({ embed, users, scope }) => {
      const externalId = users[0] as string;
      await scope.session(externalId, { ...definitionsOf(kind, [name]), ...useOf(kind, name) });
      for (const mode of [{}, { creatorMode: false }]) {
        for (const tenant of [{}, { embedTenantName: scope.name }]) {
          const valid = { externalId, ...mode, ...tenant };
          control(await embed.mint(valid));
          expect(await embed.mint({ ...valid, ...useOf(kind, name) })).toBeRejected();
        }
      }
    },
  );

  test(
    `creator mode knows scoped ${slug} alone`,
    requirement(`embed-${slug}-scope-creator`),
    async ({ users, scope, sibling, discovery, target }) => {
      const externalId = users[0] as string;
      const tenantWide = await discovery.groups();
      const uses =
        kind === 'groups'
          ? ('value' in tenantWide ? tenantWide.value : []).slice(0, 5).map((group) => ({ groups: [group] }))
          : (target.settings.TARGET_USER_ATTRIBUTES ?? []).slice(0, 5).map((attribute) => ({
              userAttributes: [assigned(attribute.name, attribute.type)],
            }));

      await scope.session(externalId, definitionsOf(kind, [name]));
      await sibling.session(externalId, definitionsOf(kind, [`${name}-sibling`]));
      expect(await scope.mint(externalId, useOf(kind, name))).toBeAccepted();
      for (const use of uses) expect(await scope.mint(externalId, use)).toBeRejected();

      // What the sibling defined is unknown here, unless a definition already leaks into every embed tenant.
      if ((await scope.records(kind)).length > 1)
        notTested('definitions leak (see embed-definitions-stay-in-scope)');
      expect(await scope.mint(externalId, useOf(kind, `${name}-sibling`))).toBeRejected();
    },
  );
}
