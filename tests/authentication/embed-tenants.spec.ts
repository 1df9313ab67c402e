import {
  badCredentials,
  control,
  credentialOf,
  definitionsOf,
  type Exchange,
  expect,
  firstOf,
  forgeries,
  guardedRoutes,
  notTested,
  requirement,
  sampleCall,
  test,
} from '../../fixtures/index.ts';

// "Every request must be authenticated": the routes of embed tenants, which need something to be there.

for (const { id, operation, statement } of guardedRoutes.filter(
  (route) => /EmbedTenant/.test(route.operation) && !route.operation.startsWith('delete'),
)) {
  test(statement, requirement(id), async ({ contract, deploymentId, http, openScope, target, users }) => {
    const { scheme, family } = contract.operation(operation);
    const setting = credentialOf(scheme.name, family);
    const { TARGET_CREATOR_MODE: creatorMode, TARGET_API_KEY: key } = target.settings;
    const scope = openScope(0);
    const call = sampleCall(operation, { deploymentId, embedTenantName: scope.name });
    // An embed tenant that was never used may be a 404 even to the right key.
    const used = creatorMode === 'on' && key !== undefined;
    if (used)
      await scope.session(users[0] as string, { groupDefinitions: [{ name: 'conformance-strangers' }] });

    try {
      // The control: the right credential is let in.
      const admitted = control.letIn(await http.send({ ...call, as: setting }));

      const refusals: Exchange[] = [];
      for (const { name, authorization } of [
        ...badCredentials(scheme.prefix),
        ...forgeries(scheme.prefix, target.settings[setting] as string),
      ]) {
        const answer = await http.send({
          ...call,
          as: null,
          ...(authorization === undefined ? {} : { authorization }),
        });
        expect(answer, `with ${name}:`).toBeTurnedAway();
        refusals.push(answer);
      }
      control.toldApart(admitted, refusals);
    } finally {
      if (used) await scope.leave();
    }
  });
}

const DELETIONS = [
  ['auth-delete-embed-tenant-group-refuses-strangers', 'deleteEmbedTenantGroup', 'groups'],
  [
    'auth-delete-embed-tenant-user-attribute-refuses-strangers',
    'deleteEmbedTenantUserAttribute',
    'user-attributes',
  ],
] as const;

for (const [id, operation, kind] of DELETIONS) {
  test(
    `${operation} refuses strangers`,
    requirement(id),
    async ({ contract, embedTenants, http, scope, target, users }) => {
      if (target.settings.TARGET_CREATOR_MODE !== 'on')
        notTested('set TARGET_CREATOR_MODE=on: a record to delete has to be defined first');
      const defined = await scope.define(users[0] as string, {
        groupDefinitions: [{ name: 'conformance-strangers' }],
        userAttributeDefinitions: [{ name: 'conformance-strangers', type: 'string' }],
      });
      const record = firstOf(defined, kind);
      const spare = await scope.define(
        users[0] as string,
        definitionsOf(kind, ['conformance-strangers-spare']),
      );
      control(await embedTenants.remove(kind, scope.name, firstOf(spare, kind).id));
      const { scheme } = contract.operation(operation);
      const path = { embedTenantName: scope.name, id: record.id };
      const callers = [
        ...badCredentials(scheme.prefix),
        ...forgeries(scheme.prefix, target.settings.TARGET_API_KEY as string),
      ];
      for (const { name, authorization } of callers) {
        const answer = await http.send({
          operation,
          path,
          as: null,
          ...(authorization === undefined ? {} : { authorization }),
        });
        expect(answer, `with ${name}:`).toBeTurnedAway();
      }
      const left = await scope.settled((now) => now[kind].some(({ id }) => id === record.id));
      expect(
        left[kind].map((one) => one.id),
        `the ${kind} after every stranger was refused`,
      ).toContain(record.id);
      control(await embedTenants.remove(kind, scope.name, record.id));
    },
  );
}
