import {
  alsoRequirement,
  atOnce,
  controlLetIn,
  credentialOf,
  expect,
  guardedRoutes,
  neverIssued,
  sampleCall,
  test,
} from '../../fixtures/index.ts';

// The last request is authenticated as well as the first: a guard may wear off while the listing is judged, when a
// table of its callers is full or a service that it asks is gone. So this file is the last of its worker by name.

const OPERATIONS = ['workspaceObjects', 'listDeployments', 'scimListUsers', 'scimListGroups'];

for (const { id, operation } of guardedRoutes.filter((route) => OPERATIONS.includes(route.operation)))
  test(
    `${operation} still refuses strangers late in a run`,
    alsoRequirement(id),
    async ({ contract, discovery, http }) => {
      const { scheme, family } = contract.operation(operation);
      const call = sampleCall(operation, {
        deploymentId: await discovery.deploymentFor(contract.operation(operation)),
        externalId: '',
      });
      controlLetIn(await http.send({ ...call, as: credentialOf(scheme.name, family) }));
      const bad = [{}, { authorization: neverIssued(scheme.prefix) }];
      for (const [, answer] of await atOnce(bad, (how) => http.send({ ...call, as: null, ...how })))
        expect(answer, 'late in a run:').toBeTurnedAway();
    },
  );
