import {
  control,
  expect,
  MISSIZED_TENANT_NAMES,
  MISSPELT_TENANT_NAMES,
  requirement,
  test,
  writeJson,
} from '../../fixtures/index.ts';

// "`embedTenantName`: Lowercase, 5 to 36 characters, starts with a letter, ends with a letter or digit, characters
// only `a-z`, `0-9`, `-`"; "`embedTenantName` length: 5 to 36 characters; applies to Generate session, embed tenant"

/** Both kinds of sessions name an embed tenant, and the rule makes no difference between them. */
const MODES = [{ creatorMode: true }, {}];

test(
  'a tenant name has 5 to 36 characters',
  requirement('embed-tenant-name-length'),
  async ({ embed, users, scope, edgeTenants }) => {
    for (const mode of MODES) {
      const valid = { externalId: users[0] as string, ...mode, embedTenantName: scope.name };
      control(await embed.mint(valid));
      for (const name of edgeTenants) {
        expect(
          await embed.mint({ ...valid, embedTenantName: name }),
          `"${name}", ${name.length} characters:`,
        ).toBeAccepted();
      }
      for (const name of MISSIZED_TENANT_NAMES) {
        expect(
          await embed.mintAnyway({ ...valid, embedTenantName: name }),
          `${name.length} characters:`,
        ).toBeRejected();
      }
    }
  },
);

test(
  'a tenant name follows its pattern as a whole',
  requirement('embed-tenant-name-pattern'),
  async ({ embed, users, scope, edgeTenants }) => {
    for (const mode of MODES) {
      const valid = { externalId: users[0] as string, ...mode, embedTenantName: scope.name };
      control(await embed.mint(valid));
      for (const name of edgeTenants)
        expect(await embed.mint({ ...valid, embedTenantName: name }), `"${name}":`).toBeAccepted();
      for (const name of MISSPELT_TENANT_NAMES) {
        expect(
          await embed.mintAnyway({ ...valid, embedTenantName: name }),
          `embedTenantName ${writeJson(name)}:`,
        ).toBeRejected();
      }
    }
  },
);
