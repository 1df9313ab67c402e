import {
  badCredentials,
  control,
  credentialOf,
  type Exchange,
  expect,
  forgeries,
  guardedRoutes,
  requirement,
  sampleCall,
  test,
} from '../../fixtures/index.ts';

// "Every request must be authenticated." Judged route by route: the list comes from the contract.
// Those of embed tenants are in a file of their own.
for (const { id, operation, statement } of guardedRoutes.filter(
  (route) => !/EmbedTenant/.test(route.operation),
)) {
  test(
    statement,
    requirement(id),
    async ({ contract, deploymentId, discovery, http, membershipsIfSeen, target, users }) => {
      const { scheme, family } = contract.operation(operation);
      const setting = credentialOf(scheme.name, family);
      const [externalId] = users as [string];
      const call = sampleCall(operation, { deploymentId, externalId });
      // What a refused session must not change, where it can be seen: the groups of a user.
      const watched = operation === 'generateSession' ? await membershipsIfSeen() : undefined;
      const tenantWide = watched ? await discovery.groups() : undefined;
      const groups = tenantWide && 'value' in tenantWide ? tenantWide.value.slice(0, 2) : [];
      const joining = groups.length > 0 ? { body: { deploymentId, externalId, groups } } : {};
      const leaving = groups.length > 0 ? { body: { deploymentId, externalId, groups: [] } } : {};

      // The control: the right credential is let in.
      const admitted = control.letIn(await http.send({ ...call, ...joining, as: setting }));
      const before = groups.length > 0 ? await watched?.settled(externalId, groups) : undefined;

      const credential = target.settings[setting] as string;
      const refusals: Exchange[] = [];
      for (const { name, authorization } of [
        ...badCredentials(scheme.prefix),
        ...forgeries(scheme.prefix, credential),
      ]) {
        const answer = await http.send({
          ...call,
          ...leaving,
          as: null,
          ...(authorization === undefined ? {} : { authorization }),
        });
        expect(answer, `with ${name}:`).toBeTurnedAway();
        refusals.push(answer);
      }
      control.toldApart(admitted, refusals);
      if (!watched || before === undefined) return;
      const after = await watched.settled(externalId, before);
      expect(after, 'groups of the user after every stranger was refused').toEqual(before);
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
