import {
  control,
  credentialOf,
  definitionsOf,
  expect,
  expectNoWayInAtSlash,
  expectTurnedAway,
  firstRecord,
  furtherCalls,
  guardedRoutes,
  notTested,
  requirement,
  sampleCall,
  test,
} from '../../fixtures/index.ts';

// "Every request must be authenticated": the routes of embed tenants, where a refusal proves nothing before something
// is defined there.

const isOfEmbedTenants = ({ operation }: { operation: string }): boolean => /EmbedTenant/.test(operation);
const isDeletion = ({ operation }: { operation: string }): boolean => operation.startsWith('delete');

const READING_ROUTES = guardedRoutes.filter((route) => isOfEmbedTenants(route) && !isDeletion(route));

for (const { id, operation, statement } of READING_ROUTES) {
  test(
    statement,
    requirement(id),
    async ({ contract, deploymentId, http, openScope, setting, target, user }) => {
      const { scheme, family } = contract.operation(operation);
      const credential = credentialOf(scheme.name, family);
      const { TARGET_CREATOR_MODE: creatorMode, TARGET_API_KEY: key } = target.settings;
      const scope = openScope(0);
      const call = sampleCall(operation, { deploymentId, embedTenantName: scope.name });

      // Given an embed tenant with a group: one that was never used may be a 404 even to the right key
      const canDefine = creatorMode === 'on' && key !== undefined;
      if (canDefine) await scope.session(user, definitionsOf('groups', ['conformance-strangers']));

      try {
        // And that the right credential is let in
        const letIn = control.admitted(await http.send({ ...call, as: credential }));

        // When others call, then they are turned away
        const real = { prefix: scheme.prefix, credential: setting(credential) };
        const isList = operation.startsWith('list');
        control.distinguishes(letIn, await expectTurnedAway(http, call, real, isList ? 'all' : 'some'));
        await expectNoWayInAtSlash(http, call, letIn);
        for (const further of isList ? furtherCalls(call, letIn) : [])
          await expectTurnedAway(http, further, real, 'few');
      } finally {
        if (canDefine) await scope.leave();
      }
    },
  );
}

const DELETIONS = [
  { id: 'auth-delete-embed-tenant-group-refuses-strangers', kind: 'groups' },
  { id: 'auth-delete-embed-tenant-user-attribute-refuses-strangers', kind: 'user-attributes' },
] as const;
const OPERATIONS = { groups: 'deleteEmbedTenantGroup', 'user-attributes': 'deleteEmbedTenantUserAttribute' };

for (const { id, kind } of DELETIONS) {
  const operation = OPERATIONS[kind];
  test(
    `${operation} refuses callers without valid credentials`,
    requirement(id),
    async ({ contract, embedTenants, http, scope, setting, target, user }) => {
      if (target.settings.TARGET_CREATOR_MODE !== 'on')
        notTested('set TARGET_CREATOR_MODE=on: a record to delete has to be defined first');

      // Given a record, and another one that the right credential can delete
      const defined = await scope.define(user, {
        ...definitionsOf('groups', ['conformance-strangers']),
        ...definitionsOf('user-attributes', ['conformance-strangers']),
      });
      const record = firstRecord(defined, kind);
      const spare = await scope.define(user, definitionsOf(kind, ['conformance-strangers-spare']));
      control(await embedTenants.remove(kind, scope.name, firstRecord(spare, kind).id));

      // When others delete the record, then they are turned away
      const { scheme } = contract.operation(operation);
      const call = { operation, path: { embedTenantName: scope.name, id: record.id } };
      const real = { prefix: scheme.prefix, credential: setting('TARGET_API_KEY') };
      await expectTurnedAway(http, call, real, 'some');

      // And the record is still there, until the right credential deletes it
      const left = await scope.settled((now) => now[kind].some((one) => one.id === record.id));
      expect(
        left[kind].map((one) => one.id),
        `the ${kind} after every deletion with a bad credential was refused`,
      ).toContain(record.id);
      control(await embedTenants.remove(kind, scope.name, record.id));
    },
  );
}
