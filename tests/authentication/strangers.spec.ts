import {
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
for (const { id, operation, statement } of guardedRoutes) {
  test(statement, requirement(id), async ({ contract, deploymentId, discovery, http, target }) => {
    const { scheme, family, method } = contract.operation(operation);
    const setting = credentialOf(scheme.name, family);
    const { users, embedTenants } = discovery.identities;
    const call = sampleCall(operation, {
      deploymentId,
      externalId: users[0] as string,
      embedTenantName: embedTenants[0] as string,
    });

    // The control: the right credential is let in. A deletion names a record that is not there.
    const control = await http.send({ ...call, as: setting });
    const absentRecord = method === 'DELETE' && control.status === 404;
    if (isAbsent(control) && !absentRecord) notTested(`the route is not served: ${summarise(control)}`);
    if (control.status === 401 || control.status === 403) {
      notTested(`the right credential is refused, so a refusal proves nothing: ${summarise(control)}`);
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
      // A stranger that gets as far as a missing record was let in.
      if (absentRecord)
        expect(answer.status, `the status with ${name}, where the key gets 404`).not.toBe(404);
    }
  });
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
