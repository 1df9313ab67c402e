import {
  control,
  credentialOf,
  type Discovery,
  type Exchange,
  expect,
  forgeries,
  guardedRoutes,
  requirement,
  sampleCall,
  strangers,
  test,
} from '../../fixtures/index.ts';

// "Every request must be authenticated." Judged route by route: the list comes from the contract.
// Those of embed tenants are in a file of their own.
for (const { id, operation, statement } of guardedRoutes.filter(
  (route) => !/EmbedTenant/.test(route.operation),
)) {
  test(statement, requirement(id), async ({ contract, deploymentId, discovery, http, target, users }) => {
    const { scheme, family } = contract.operation(operation);
    const setting = credentialOf(scheme.name, family);
    const [externalId] = users as [string];
    const call = sampleCall(operation, { deploymentId, externalId });
    const watch = operation === 'generateSession' ? await membershipsToWatch(discovery) : undefined;
    const joining = watch ? { body: { deploymentId, externalId, groups: watch.groups } } : {};
    const leaving = watch ? { body: { deploymentId, externalId, groups: [] } } : {};

    // The control: the right credential is let in.
    const admitted = control.letIn(await http.send({ ...call, ...joining, as: setting }));

    const before = await watch?.of(externalId);
    const credential = target.settings[setting] as string;
    const refusals: Exchange[] = [];
    for (const { name, authorization } of [
      ...strangers(scheme.prefix),
      ...forgeries(scheme.prefix, credential),
    ]) {
      const answer = await http.send({
        ...call,
        ...leaving,
        as: null,
        ...(authorization === undefined ? {} : { authorization }),
      });
      expect(answer, `with ${name}:`).toBeRejected();
      refusals.push(answer);
    }
    expect(await watch?.of(externalId), 'groups of the user after every stranger was refused').toEqual(
      before,
    );
    control.toldApart(admitted, refusals);
  });
}

/** What a refused session must not change, where it can be seen: the groups of a user. */
async function membershipsToWatch(discovery: Discovery) {
  const [groups, memberships] = [await discovery.groups(), await discovery.memberships()];
  if ('missing' in groups || 'missing' in memberships) return undefined;
  return { groups: groups.value.slice(0, 2), of: (user: string) => memberships.value.of(user) };
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
