import {
  alsoRequirement,
  control,
  credentialOf,
  definitionsOf,
  type EmbedTenantScope,
  type EmbedTenantsClient,
  type Exchange,
  expect,
  expectTurnedAway,
  firstRecord,
  isAccepted,
  notTested,
  RECORD_KIND_NAMES,
  requirement,
  type SessionRequest,
  sessionModes,
  test,
  usageOf,
} from '../../fixtures/index.ts';

// What a session may do does not change who may ask for it: sessions that define groups and attributes, and deletions of these.

const DEFINED = 'conformance-strangers';
const REFUSED = 'conformance-strangers-refused';

/** The modes that differ most from the plain one, of which another test makes more. */
const OTHER_MODES = /every optional field|creator mode$|internal user$/;

/** Definitions of groups and attributes of these names. */
const bothNamed = (...names: readonly string[]): SessionRequest => ({
  ...definitionsOf('groups', names),
  ...definitionsOf('user-attributes', names),
});

test(
  'generateSession refuses callers without valid credentials in every mode',
  requirement('auth-generate-session-refuses-strangers'),
  async ({ contract, creatorMode, deploymentId, embed, http, openScope, setting, target, user }) => {
    const { scheme, family } = contract.operation('generateSession');
    const real = { prefix: scheme.prefix, credential: setting(credentialOf(scheme.name, family)) };
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
    try {
      const before = await scope.snapshot();
      await refuse(scope.body(user, bothNamed(REFUSED)));
      expect(await scope.settled(before), 'what is defined after every refused session').toEqual(before);
    } finally {
      await scope.leave();
    }
  },
);

test(
  'a scoped key gets 403 for definitions in a deployment outside its scope',
  requirement('auth-scope-outside-403'),
  async ({ creatorMode, embed, outOfScopeDeploymentId, openScope, user }) => {
    const scoped = { as: 'TARGET_SCOPED_API_KEY' } as const;
    const outside = { deploymentId: outOfScopeDeploymentId };
    control(await embed.mint({ externalId: user }, scoped));

    // Where nothing can be defined, a plain session stands for one with definitions.
    const scope = creatorMode && openScope(0);
    const defining = (name: string): SessionRequest =>
      scope ? scope.body(user, bothNamed(name)) : { externalId: user };
    try {
      // Given that a key without a scope may define something in that deployment
      control(await embed.mint({ ...defining(DEFINED), ...outside }));

      // When the scoped key does, then the answer is exactly 403
      const isFinal = ({ status }: Exchange): boolean => status === 403;
      const answer = await embed.mint({ ...defining(REFUSED), ...outside }, { ...scoped, isFinal });
      expect(answer, `a session ${scope ? 'with' : 'without'} definitions:`).toHaveStatus(403);
    } finally {
      await scope?.leave();
    }
  },
);

test(
  'a scoped key defines groups and attributes by a deployment inside its scope',
  alsoRequirement('auth-scope-inside-accepted'),
  async ({ creatorMode, embed, openScope, target, user }) => {
    const scoped = { as: 'TARGET_SCOPED_API_KEY' } as const;
    // Another test says whether a plain session is minted.
    control(await embed.mint({ externalId: user }, scoped));
    if (!creatorMode) notTested('nothing can be defined without creator mode');
    if (target.settings.TARGET_API_KEY === undefined)
      notTested('set TARGET_API_KEY: what is defined is removed with a key that has admin access');
    const scope = openScope(0);
    try {
      // A session that uses what it defines shows that it is defined.
      const uses = { ...usageOf('groups', DEFINED), ...usageOf('user-attributes', DEFINED) };
      const body = scope.body(user, { ...bothNamed(DEFINED), ...uses });
      const answer = await embed.mint(body, scoped);
      if (isAccepted(answer) || isAccepted(await embed.mint(body)))
        expect(answer, 'a session with definitions:').toBeAccepted();
    } finally {
      await scope.leave();
    }
  },
);

test(
  'a key of one tenant defines and deletes nothing in another one',
  requirement('auth-foreign-key-refused'),
  async ({ creatorMode, embed, embedTenants, openScope, plainEmbed, target, user }) => {
    const { TARGET_BASE_URL: base, TARGET_PLAIN_BASE_URL: other } = target.settings;
    const { TARGET_API_KEY: key, TARGET_PLAIN_API_KEY: otherKey } = target.settings;
    const foreign = 'TARGET_PLAIN_API_KEY';
    if (base === other || key === otherKey)
      notTested('TARGET_PLAIN_BASE_URL and TARGET_PLAIN_API_KEY are those of the same tenant');

    // Given that each key is accepted by its own tenant
    control(await embed.mint({ externalId: user }));
    control(await plainEmbed.mint({ externalId: user }));

    // And that there is something of each kind, where something can be defined
    const scope = creatorMode && openScope(0);
    try {
      const before = scope && (await oneOfEachKind(scope, embedTenants, user));

      // When the other tenant's key defines something, then it is turned away
      const body = scope ? scope.body(user, bothNamed(REFUSED)) : { externalId: user };
      const answer = await embed.mint(body, { as: foreign });
      expect(answer, `a session ${scope ? 'with' : 'without'} definitions:`).toBeTurnedAway();
      if (!scope || !before) return;

      // And so it is when it deletes what its own key can delete
      for (const { kind, noun } of RECORD_KIND_NAMES) {
        const { id } = firstRecord(before, kind);
        const removal = await embedTenants.remove(kind, scope.name, id, foreign);
        expect(removal, `a ${noun} that ${foreign} deletes:`).toBeTurnedAway();
      }

      // And everything is as it was
      expect(await scope.settled(before), 'what is there after every refusal').toEqual(before);
    } finally {
      await scope?.leave();
    }
  },
);

/** Defines two records of each kind and deletes one: another one can be deleted then. */
async function oneOfEachKind(
  scope: EmbedTenantScope,
  embedTenants: EmbedTenantsClient,
  user: string,
): ReturnType<EmbedTenantScope['settled']> {
  await scope.enter();
  const defined = await scope.define(user, bothNamed(DEFINED, `${DEFINED}-spare`));
  for (const { kind } of RECORD_KIND_NAMES)
    control(await embedTenants.remove(kind, scope.name, firstRecord(defined, kind).id));
  return scope.settled(({ groups, 'user-attributes': attributes }) =>
    [groups, attributes].every(({ length }) => length === 1),
  );
}
