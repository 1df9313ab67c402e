import {
  control,
  definitionsOf,
  expect,
  notTested,
  RECORD_KIND_NAMES,
  requirement,
  type SessionRequest,
  test,
} from '../../fixtures/index.ts';

// "groupDefinitions and userAttributeDefinitions require creatorMode: true, an embedTenantName, and the
// useCreatorMode tenant flag."

/** Definitions of one name in both arrays. */
const bothKinds = (name: string): SessionRequest =>
  Object.assign({}, ...RECORD_KIND_NAMES.map(({ kind }) => definitionsOf(kind, [name])));

test(
  'definitions without creatorMode: true are rejected',
  requirement('embed-definitions-need-creator-mode'),
  async ({ embed, scope, user }) => {
    for (const { kind, field } of RECORD_KIND_NAMES) {
      const valid = scope.body(user, definitionsOf(kind, ['conformance-needs-creator-mode']));
      control(await embed.mint(valid));
      const { creatorMode: _, ...omitted } = valid;
      expect(await embed.mintInvalid(omitted), `${field} with creatorMode omitted:`).toBeRejected();
      expect(
        await embed.mintInvalid({ ...valid, creatorMode: false, groups: [] }),
        `${field} with creatorMode: false:`,
      ).toBeRejected();
    }
    const valid = scope.body(user, bothKinds('conformance-needs-creator-mode'));
    control(await embed.mint(valid));
    const { creatorMode: _, ...omitted } = valid;
    expect(await embed.mintInvalid(omitted), 'both kinds with creatorMode omitted:').toBeRejected();
  },
);

test(
  'definitions without embedTenantName are rejected',
  requirement('embed-definitions-need-tenant-name'),
  async ({ embed, scope, user }) => {
    for (const { kind, field } of RECORD_KIND_NAMES) {
      const valid = scope.body(user, definitionsOf(kind, ['conformance-needs-tenant-name']));
      control(await embed.mint(valid));
      const { embedTenantName: _, ...nameless } = valid;
      expect(await embed.mintInvalid(nameless), `${field} without embedTenantName:`).toBeRejected();
    }
    const valid = scope.body(user, bothKinds('conformance-needs-tenant-name'));
    control(await embed.mint(valid));
    const { embedTenantName: _, ...nameless } = valid;
    expect(await embed.mintInvalid(nameless), 'both kinds without embedTenantName:').toBeRejected();
  },
);

test(
  'definitions are rejected where the tenant flag is off',
  requirement('embed-definitions-need-flag'),
  async ({ plainEmbed, discovery, user }) => {
    const embedTenantName =
      discovery.identities.embedTenants[0] ?? notTested('TARGET_EMBED_TENANTS names too few embed tenants');
    await plainEmbed.session({ externalId: user });
    for (const { kind, field } of RECORD_KIND_NAMES) {
      const body = { externalId: user, embedTenantName, creatorMode: true };
      const defining = { ...body, ...definitionsOf(kind, ['conformance-needs-flag']) };
      expect(await plainEmbed.mint(defining), `${field} without useCreatorMode:`).toBeRejected();
    }
  },
);
