import { alsoRequirement, test } from '../../fixtures/index.ts';

const TEXTS = ['Conformance 1', 'Conformance 2'];

// "They affect only the embed-tenant scope, never tenant-wide groups or attributes": nor who is in those.
test(
  'definitions do not change who is in the tenant-wide groups of their names',
  alsoRequirement('embed-definitions-stay-in-scope'),
  async ({ bystanders, definitionNames, scope, target, user }) => {
    // Given tenant-wide groups in which others are
    const joined = bystanders.joinedAmong(
      target.settings.TARGET_GROUPS?.filter((name) => definitionNames.groups.allows(name)),
    );

    // When groups of their names are defined in an embed tenant, and used there, then the others stay as they were
    await bystanders.expectUntouched(
      joined.map((name) => ({
        group: name,
        act: async () => {
          for (const description of TEXTS)
            await scope.session(user, { groupDefinitions: [{ name, description }], groups: [name] });
          await scope.session(user, { groups: [] });
        },
      })),
      {
        after: 'a group of the name of a tenant-wide one was defined in an embed tenant',
        fix: 'keep the groups of an embed tenant apart from tenant-wide ones, and the members of either',
      },
    );
  },
);
