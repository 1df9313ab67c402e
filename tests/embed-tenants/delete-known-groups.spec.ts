import { alsoRequirement, control, firstRecord, test } from '../../fixtures/index.ts';

// "DELETE {base_url}/v1/embed-tenants/{embedTenantName}/groups/{id}" deletes one group, of that embed tenant.
test(
  'deleting a group of an embed tenant does not change who is in the tenant-wide group of its name',
  alsoRequirement('embed-tenants-groups-delete'),
  async ({ bystanders, definitionNames, embedTenants, scope, target, user }) => {
    // Given tenant-wide groups in which others are, and groups of their names in an embed tenant
    const joined = bystanders.joinedAmong(
      target.settings.TARGET_GROUPS?.filter((name) => definitionNames.groups.allows(name)),
    );

    // When one of the latter is deleted, then the others stay as they were
    await bystanders.expectUntouched(
      joined.map((name) => ({
        group: name,
        act: async () => {
          const { id } = firstRecord(await scope.define(user, { groupDefinitions: [{ name }] }), 'groups');
          await scope.session(user, { groups: [name] });
          await scope.session(user, { groups: [] });
          control(await embedTenants.remove('groups', scope.name, id));
        },
      })),
      {
        after: 'a group of the name of a tenant-wide one was deleted in an embed tenant',
        fix: 'delete by id, and nothing but the one group of that embed tenant',
      },
    );
  },
);
