import {
  assignmentOf,
  control,
  definitionsOf,
  expect,
  isAccepted,
  notTested,
  requirement,
  test,
  usageOf,
  writeJson,
} from '../../fixtures/index.ts';

// "Attribute lookup in read-only mode (`creatorMode` omitted or false): names resolve against the tenant-wide
// attribute catalog. In creator mode they resolve against the embed tenant's scoped catalog"; "Group lookup in
// read-only mode resolves against tenant-wide groups; in creator mode against the embed tenant's scoped groups"

const KINDS = [
  { kind: 'groups', slug: 'groups' },
  { kind: 'user-attributes', slug: 'attributes' },
] as const;

/** Calls of which each uses one tenant-wide record. */
const tenantWideUses = (
  kind: (typeof KINDS)[number]['kind'],
  groups: readonly string[],
  attributes: readonly { name: string; type: Parameters<typeof assignmentOf>[1] }[],
): ReturnType<typeof usageOf>[] =>
  kind === 'groups'
    ? groups.slice(0, 5).map((group) => ({ groups: [group] }))
    : attributes.slice(0, 5).map(({ name, type }) => ({ userAttributes: [assignmentOf(name, type)] }));

for (const { kind, slug } of KINDS) {
  const name = `conformance-scoped-${slug}`;

  test(
    `read-only mode does not know the ${slug} of an embed tenant`,
    requirement(`embed-${slug}-scope-read-only`),
    async ({ embed, scope, target, user }) => {
      // Given a record that creator mode knows
      await scope.session(user, { ...definitionsOf(kind, [name]), ...usageOf(kind, name) });

      // When read-only mode uses it, then it is unknown, be the embed tenant named or not
      for (const mode of [{}, { creatorMode: false }]) {
        for (const tenant of [{}, { embedTenantName: scope.name }]) {
          const valid = { externalId: user, ...mode, ...tenant };
          control(await embed.mint(valid));
          expect(await embed.mint({ ...valid, ...usageOf(kind, name) })).toBeRejected();
        }
      }

      // And tenant-wide records are known where the embed tenant is named
      const { TARGET_GROUPS: groups = [], TARGET_USER_ATTRIBUTES: attributes = [] } = target.settings;
      for (const use of tenantWideUses(kind, groups, attributes)) {
        control(await embed.mint({ externalId: user, ...use }));
        expect(
          await embed.mint({ externalId: user, embedTenantName: scope.name, ...use }),
          `${writeJson(use)} where an embed tenant is named:`,
        ).toBeAccepted();
      }
    },
  );

  test(
    `creator mode knows only the ${slug} of its embed tenant`,
    requirement(`embed-${slug}-scope-creator`),
    async ({ embed, scope, sibling, discovery, target, user }) => {
      // Given a user who has each tenant-wide record
      const tenantWide = await discovery.groups();
      const groups = 'value' in tenantWide ? tenantWide.value : [];
      const uses = tenantWideUses(kind, groups, target.settings.TARGET_USER_ATTRIBUTES ?? []);
      await scope.session(user);
      for (const use of uses) {
        control(await embed.mint({ externalId: user, ...use }));

        // When creator mode uses it, then it is unknown
        expect(
          await scope.mint(user, use),
          `${writeJson(use)}, which the user has tenant-wide:`,
        ).toBeRejected();
      }

      // When the embed tenant has records of its own, then they are known, whichever deployment their session was for,
      // and the tenant-wide ones are not
      const other = await discovery.outOfScopeDeploymentId();
      const elsewhere = 'value' in other ? { deploymentId: other.value } : {};
      const defined = definitionsOf(kind, [name]);
      if (!isAccepted(await scope.mint(user, { ...elsewhere, ...defined })))
        await scope.session(user, defined);
      await sibling.session(user, definitionsOf(kind, [`${name}-sibling`]));
      expect(await scope.mint(user, usageOf(kind, name))).toBeAccepted();
      for (const use of uses) expect(await scope.mint(user, use)).toBeRejected();

      // And those of its sibling are unknown, unless definitions appear in every embed tenant, which another rule judges
      if ((await scope.snapshot())[kind].length > 1)
        notTested('definitions leak', 'embed-definitions-stay-in-scope');
      expect(await scope.mint(user, usageOf(kind, `${name}-sibling`))).toBeRejected();
    },
  );
}
