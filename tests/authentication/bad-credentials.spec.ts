import {
  allOf,
  control,
  controlLetIn,
  declaredCall,
  type Exchange,
  endIfStrangersGetTheSame,
  expect,
  guardedRoutes,
  isDeclared,
  isServed,
  requirement,
  test,
} from '../../fixtures/index.ts';
import {
  expectNothingShown,
  expectNoWayIn,
  expectNoWayInByAlias,
  expectTurnedAway,
  furtherCalls,
  isOpaque,
  realCredential,
} from './support.ts';

/** Routes that show what belongs to somebody, and are the first that a monitor or a crawler asks by HEAD. */
const ASKED_BY_HEAD = ['workspaceObjects', 'listDeployments', 'scimListUsers', 'scimListGroups', 'dataMeta'];

/** Routes that show what belongs to somebody, or change it. Of most others the interface names the address alone. */
const OWN_ROUTES = ['workspaceObjects', 'generateSession'];

// The routes of embed tenants have a file of their own.
for (const { id, operation, statement } of guardedRoutes.filter((one) => !/EmbedTenant/.test(one.operation)))
  test(
    statement,
    requirement(id),
    async ({ contract, discovery, http, membershipsIfSeen, setting, target, user }) => {
      const real = realCredential(contract, operation, setting);
      const deploymentId = await discovery.deploymentFor(contract.operation(operation));
      const call = declaredCall(operation, target.settings, { deploymentId, externalId: user });

      // Given, for sessions, a user who belongs to some groups, where memberships can be seen
      const memberships = operation === 'generateSession' ? await membershipsIfSeen() : undefined;
      const tenantWide = memberships ? await discovery.groups() : undefined;
      const groups = tenantWide && 'value' in tenantWide ? tenantWide.value.slice(0, 2) : [];
      const joining = groups.length > 0 ? { body: { deploymentId, externalId: user, groups } } : {};
      const leaving = groups.length > 0 ? { body: { deploymentId, externalId: user, groups: [] } } : {};

      // And that the right credential is let in
      const answer = await http.send({ ...call, ...joining, as: real.as });
      const letIn = controlLetIn(answer, { isDeclared: isDeclared(operation, target.settings) });
      const before = groups.length > 0 ? await memberships?.settled(user, groups) : undefined;

      // When others call, then they are turned away
      const showsOwn = [...OWN_ROUTES, ...ASKED_BY_HEAD].includes(operation);
      const effort = OWN_ROUTES.includes(operation) ? 'all' : 'some';
      const refusals = await expectTurnedAway(http, { ...call, ...leaving }, real, effort);
      endIfStrangersGetTheSame(letIn, refusals);
      expectNothingShown(letIn, refusals);
      if (OWN_ROUTES.includes(operation)) {
        // Sent alone it takes the connection that served the right credential: what stands between may remember who called on it.
        const later = await http.send({ ...call, ...leaving, as: null });
        expect(later, 'without credentials, on a connection that served the right one:').toBeTurnedAway();
      }
      // A guard may look at the method that a route was declared with. What HEAD is served is free, unless it is what GET answers.
      const isAsked = ASKED_BY_HEAD.includes(operation) && !isOpaque(letIn);
      const isRight = ({ mediaType }: Exchange): boolean => mediaType === letIn.mediaType;
      await allOf([
        expectNoWayInByAlias(http, { ...call, ...leaving }, letIn, showsOwn ? 'all' : 'usual'),
        isAsked && expectNoWayIn(http, { ...call, asHead: true }, isRight, 'by HEAD'),
      ]);

      // Whatever the call asks for, and of single resources as well
      const other = operation === 'workspaceObjects' && (await discovery.outOfScopeDeploymentId());
      const elsewhere = other && 'value' in other ? [{ ...call, path: { deploymentId: other.value } }] : [];
      for (const further of [...furtherCalls(call, letIn), ...elsewhere]) {
        const right = await http.send({ ...further, as: real.as, allowsAbsent: true });
        if (!isServed(right)) continue;
        control(right);
        const isOther = further.operation !== operation;
        await expectTurnedAway(http, further, real, isOther ? 'some' : 'few');
      }

      // And what they asked for has not happened
      if (!memberships || before === undefined) return;
      const after = await memberships.settled(user, before);
      expect(after, 'groups of the user after every bad credential was refused').toEqual(before);
    },
  );

test(
  'a request without credentials is answered 401',
  requirement('auth-strangers-get-401'),
  async ({ deploymentId, http, workspace }) => {
    for (let asked = 1; ; asked += 1) {
      await workspace.page({ first: 1 });
      const answer = await http.send({ operation: 'workspaceObjects', path: { deploymentId }, as: null });
      // A gateway may lose a route for a moment, and nobody owes a stranger the route.
      if (answer.status !== 404 || asked === 3) return expect(answer).toHaveStatus(401);
    }
  },
);
