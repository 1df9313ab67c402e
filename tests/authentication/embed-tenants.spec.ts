import {
  alsoRequirement,
  control,
  controlLetIn,
  definitionsOf,
  definitionsOfBoth,
  type Exchange,
  endIfStrangersGetTheSame,
  expect,
  firstRecord,
  guardedRoutes,
  isAccepted,
  isForbidden,
  isRefused,
  notApplicable,
  notTested,
  RECORD_KIND_NAMES,
  type RecordKind,
  recordsIn,
  requirement,
  type SessionRequest,
  sampleCall,
  sessionModes,
  test,
  usageOf,
} from '../../fixtures/index.ts';
import {
  controlEachTenant,
  endIfScopeIsOther,
  expectNothingShown,
  expectNoWayInByAlias,
  expectTurnedAway,
  furtherCalls,
  realCredential,
  SCOPED,
  SCOPED_OUT,
} from './support.ts';

const DEFINED = 'conformancestrangers';
const REFUSED = 'conformancestrangersrefused';

/** The modes that differ most from the plain one, of which another test makes more. */
const OTHER_MODES = /every optional field|creator mode$|internal user$/;

// A refusal proves nothing here before something is defined in the embed tenant.

const kindOf = (operation: string): RecordKind =>
  operation.includes('Attribute') ? 'user-attributes' : 'groups';

for (const { id, operation, statement } of guardedRoutes.filter((one) =>
  /^(get|list)EmbedTenant/.test(one.operation),
))
  test(
    statement,
    requirement(id),
    async ({ contract, deploymentId, http, openScope, setting, target, user }) => {
      const real = realCredential(contract, operation, setting);
      const { TARGET_CREATOR_MODE: creatorMode, TARGET_API_KEY: key } = target.settings;
      const scope = openScope(0);
      const call = sampleCall(operation, { deploymentId, embedTenantName: scope.name });

      // Given an embed tenant with a record of the kind: an empty list may be a 404 even to the right key
      const canDefine = creatorMode === 'on' && key !== undefined;
      if (canDefine) await scope.session(user, definitionsOf(kindOf(operation), [DEFINED]));

      // And that the right credential is let in
      const isList = operation.startsWith('list');
      const ask = () => http.send({ ...call, as: real.as });
      const answer = await (isList && canDefine ? scope.whenServed(ask, isAccepted) : ask());
      if (isList && !canDefine && answer.status === 404)
        notTested('the list of an embed tenant that nobody used may be refused: set TARGET_CREATOR_MODE=on');
      const letIn = controlLetIn(answer);

      // When others call, then they are turned away
      const refusals = await expectTurnedAway(http, call, real, isList ? 'all' : 'some');
      endIfStrangersGetTheSame(letIn, refusals);
      expectNothingShown(letIn, refusals);
      await expectNoWayInByAlias(http, call, letIn, isList ? 'all' : 'usual');
      for (const further of isList ? furtherCalls(call, letIn) : [])
        await expectTurnedAway(http, further, real, 'few');
    },
  );

for (const { id, operation, statement } of guardedRoutes.filter((one) =>
  /^deleteEmbedTenant/.test(one.operation),
)) {
  const kind = kindOf(operation);
  test(statement, requirement(id), async ({ contract, embedTenants, http, scope, setting, target, user }) => {
    const { TARGET_CREATOR_MODE: creatorMode } = target.settings;
    if (creatorMode === 'off') notApplicable('TARGET_CREATOR_MODE=off: there is no record to delete');
    if (creatorMode !== 'on')
      notTested('set TARGET_CREATOR_MODE=on: a record to delete has to be defined first');

    // Given a record, after another one that the right credential could delete
    const spare = await scope.define(user, definitionsOf(kind, [`${DEFINED}spare`]));
    control(await embedTenants.remove(kind, scope.name, firstRecord(spare, kind).id));
    const record = firstRecord(await scope.define(user, definitionsOfBoth(DEFINED)), kind);

    // When others delete the record, then they are turned away
    const call = { operation, path: { embedTenantName: scope.name, id: record.id } };
    await expectTurnedAway(http, call, realCredential(contract, operation, setting), 'some');
    const alias = kind === 'groups' ? 'its last word in capitals' : 'a slash at its end';
    await http.probe({ ...call, as: null, alias });

    // And the record is still there, until the right credential deletes it
    const left = await scope.settled((now) => now[kind].some((one) => one.id === record.id));
    expect(
      left[kind].map((one) => one.id),
      `the ${kind} after every deletion with a bad credential was refused`,
    ).toContain(record.id);
    control(await embedTenants.remove(kind, scope.name, record.id));
  });
}

// What a session may do does not change who may ask for it: sessions that define groups and attributes, and deletions of these.

test(
  'generateSession refuses callers without valid credentials in every mode',
  requirement('auth-generate-session-refuses-strangers'),
  async ({ contract, creatorMode, deploymentId, embed, http, openScope, setting, target, user }) => {
    const real = realCredential(contract, 'generateSession', setting);
    const refuse = (body: SessionRequest): Promise<Exchange[]> =>
      expectTurnedAway(http, { operation: 'generateSession', body: { deploymentId, ...body } }, real, 'few');

    // Given that a session is minted, when others ask for one of any mode, then they are turned away
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    control(await embed.mint({ externalId: user }));
    for (const { name, body } of sessionModes({ user, internalId, creatorMode }))
      if (OTHER_MODES.test(name)) await refuse(body);

    // And where they define something, nothing is defined
    if (!creatorMode) return;
    const scope = openScope(0);
    const before = await scope.snapshot();
    await refuse(scope.body(user, definitionsOfBoth(REFUSED)));
    expect(await scope.settled(before), 'what is defined after every refused session').toEqual(before);
  },
);

test(
  'a scoped key gets 403 for definitions in a deployment outside its scope',
  requirement('auth-scope-outside-403'),
  async ({ creatorMode, discovery, embed, outOfScopeDeploymentId, openScope, user }) => {
    const outside = { deploymentId: outOfScopeDeploymentId };
    control(await embed.mint({ externalId: user }, SCOPED));

    const scope = creatorMode && openScope(0);
    // Given that a key without a scope may define something in that deployment: otherwise a plain session stands for one with definitions
    const plain: SessionRequest = { externalId: user };
    const canDefine =
      scope && isAccepted(await embed.mint({ ...scope.body(user, definitionsOfBoth(DEFINED)), ...outside }));
    if (!canDefine) control(await embed.mint({ ...plain, ...outside }));

    // When the scoped key does, then the answer is exactly 403
    const body = canDefine ? scope.body(user, definitionsOfBoth(REFUSED)) : plain;
    const answer = await embed.mint({ ...body, ...outside }, SCOPED_OUT);
    if (isAccepted(answer))
      await endIfScopeIsOther({ discovery, embed, user }, 'TARGET_OUT_OF_SCOPE_DEPLOYMENT_ID');
    expect(answer, `a session ${canDefine ? 'with' : 'without'} definitions:`).toHaveStatus(403);
  },
);

test(
  'a scoped key defines groups and attributes by a deployment inside its scope',
  alsoRequirement('auth-scope-inside-accepted'),
  async ({ creatorMode, embed, openScope, target, user }) => {
    // Another test says whether a plain session is minted.
    control(await embed.mint({ externalId: user }, SCOPED));
    if (!creatorMode) notTested('nothing can be defined without creator mode');
    if (target.settings.TARGET_API_KEY === undefined)
      notTested('set TARGET_API_KEY: what is defined is removed with a key that has admin access');
    const scope = openScope(0);
    // A session that uses what it defines shows that it is defined.
    const uses = { ...usageOf('groups', DEFINED), ...usageOf('user-attributes', DEFINED) };
    const body = scope.body(user, { ...definitionsOfBoth(DEFINED), ...uses });
    const answer = await embed.mint(body, SCOPED);
    if (isForbidden(answer.status))
      notTested(`${SCOPED.as} may define nothing: what a key must be allowed beside its scope is not shown`);
    if (isAccepted(answer) || isAccepted(await embed.mint(body)))
      expect(answer, 'a session with definitions:').toBeAccepted();
  },
);

test(
  'a key of one tenant defines and deletes nothing in another one',
  requirement('auth-foreign-key-refused'),
  async ({ creatorMode, embed, embedTenants, openScope, plainEmbed, target, user }) => {
    const foreign = 'TARGET_PLAIN_API_KEY';
    await controlEachTenant(target.settings, [embed, plainEmbed], user);

    // Given that there is something of each kind, where something can be defined
    const scope = creatorMode && openScope(0);
    await scope?.enter();
    const defined = await scope?.define(user, definitionsOfBoth(DEFINED, `${DEFINED}spare`));
    // Of two records of each kind one is deleted: the other one can be deleted then.
    if (scope && defined)
      for (const { kind } of RECORD_KIND_NAMES)
        control(await embedTenants.remove(kind, scope.name, firstRecord(defined, kind).id));
    const before = await scope?.settled(({ groups, 'user-attributes': attributes }) =>
      [groups, attributes].every(({ length }) => length === 1),
    );

    // When the other tenant's key defines something, then it is turned away
    const body = scope ? scope.body(user, definitionsOfBoth(REFUSED)) : { externalId: user };
    const answer = await embed.mint(body, { as: foreign, isFinal: isRefused });
    const what = `a session ${scope ? 'with' : 'without'} definitions that ${foreign} asks for at TARGET_BASE_URL:`;
    expect(answer, what).toBeTurnedAway();
    if (!scope || !before) return;

    // And it is shown nothing of the embed tenant, and turned away when it deletes what its own key can delete
    for (const { kind, noun } of RECORD_KIND_NAMES) {
      const { id } = firstRecord(before, kind);
      // Where one address serves all tenants, the key may have an embed tenant of that name: its own.
      const list = await embedTenants.list(kind, scope.name, {}, foreign);
      const shown = (recordsIn(list) ?? []).map((record) => String(record.id));
      expect(shown, `${noun}s that are listed to ${foreign}`).not.toContain(id);
      const removal = await embedTenants.remove(kind, scope.name, id, foreign);
      expect(removal, `a ${noun} that ${foreign} deletes:`).toBeTurnedAway();
    }

    // And everything is as it was
    expect(await scope.settled(before), 'what is there after every refusal').toEqual(before);
  },
);
