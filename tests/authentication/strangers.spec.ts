import {
  control,
  credentialOf,
  expect,
  forgeries,
  guardedRoutes,
  isAbsent,
  notTested,
  requirement,
  sampleCall,
  strangers,
  summarise,
  test,
} from '../../fixtures/index.ts';

// "Every request must be authenticated." Judged route by route: the list comes from the contract.
for (const { id, operation, statement } of guardedRoutes.filter(
  (route) => !route.operation.startsWith('delete'),
)) {
  test(statement, requirement(id), async ({ contract, deploymentId, discovery, embed, http, target }) => {
    const { scheme, family } = contract.operation(operation);
    const setting = credentialOf(scheme.name, family);
    const [externalId, embedTenantName] = [
      discovery.identities.users[0],
      discovery.identities.embedTenants[0],
    ];
    const call = sampleCall(operation, {
      deploymentId,
      externalId: externalId as string,
      embedTenantName: embedTenantName as string,
    });
    const { TARGET_CREATOR_MODE: creatorMode, TARGET_API_KEY: key } = target.settings;
    // An embed tenant that was never used may be a 404 even to the right key.
    if (/EmbedTenant/.test(operation) && creatorMode === 'on' && key) {
      await embed.session({
        externalId: externalId as string,
        embedTenantName: embedTenantName as string,
        creatorMode: true,
        groupDefinitions: [{ name: 'conformance-strangers' }],
      });
    }

    // The control: the right credential is let in.
    const admitted = await http.send({ ...call, as: setting });
    if (isAbsent(admitted)) notTested(`the route is not served: ${summarise(admitted)}`);
    if (admitted.status === 401 || admitted.status === 403) {
      notTested(`the right credential is refused, so a refusal proves nothing: ${summarise(admitted)}`);
    }

    const credential = target.settings[setting] as string;
    for (const { name, authorization } of [
      ...strangers(scheme.prefix),
      ...forgeries(scheme.prefix, credential),
    ]) {
      const answer = await http.send({
        ...call,
        as: null,
        ...(authorization === undefined ? {} : { authorization }),
      });
      expect(answer, `with ${name}:`).toBeRejected();
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
      const [record] = defined[kind] as [{ id: string }];
      const { scheme } = contract.operation(operation);
      const path = { embedTenantName: scope.name, id: record.id };
      const callers = [
        ...strangers(scheme.prefix),
        ...forgeries(scheme.prefix, target.settings.TARGET_API_KEY as string),
      ];
      for (const { name, authorization } of callers) {
        const answer = await http.send({
          operation,
          path,
          as: null,
          ...(authorization === undefined ? {} : { authorization }),
        });
        expect(answer, `with ${name}:`).toBeRejected();
      }
      const left = (await scope.records(kind)).map((one) => String(one.id));
      expect(left, `the ${kind} after every stranger was refused`).toContain(record.id);
      control(await embedTenants.remove(kind, scope.name, record.id));
    },
  );
}

test(
  'without credentials the answer is 401',
  requirement('auth-strangers-get-401'),
  async ({ deploymentId, http, workspace }) => {
    await workspace.page({ first: 1 });
    const answer = await http.send({ operation: 'workspaceObjects', path: { deploymentId }, as: null });
    expect(answer).toHaveStatus(401);
  },
);
