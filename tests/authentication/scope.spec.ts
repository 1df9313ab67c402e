import {
  allOf,
  beyond32Bits,
  control,
  expect,
  idSpellings,
  inconclusive,
  isAccepted,
  isExchange,
  isForbidden,
  isRefused,
  requirement,
  sessionModes,
  test,
} from '../../fixtures/index.ts';
import { endIfScopeIsOther, endIfTakesNone, SCOPED, SCOPED_OUT } from './support.ts';

test(
  'a scoped key gets 403 for a deployment outside its scope',
  requirement('auth-scope-outside-403'),
  async ({
    contract,
    creatorMode,
    deploymentId,
    discovery,
    email,
    embed,
    groupsIfAny: groups,
    http,
    otherUser,
    outOfScopeDeploymentId,
    runs,
    setting,
    target,
    user,
  }) => {
    const { TARGET_INTERNAL_ID: internalId, TARGET_USER_ATTRIBUTES: attributes } = target.settings;
    const outside = { deploymentId: outOfScopeDeploymentId };

    // Given that the key is accepted inside its scope
    control(await embed.mint({ externalId: user }, SCOPED));

    // And that the deployment is accepted from an unscoped key
    const there = await embed.mint({ externalId: user, ...outside });
    await endIfTakesNone(discovery, there);
    control(there);

    // When the key asks for a session of that deployment, then the answer is exactly 403, unless nobody may have such a session
    for (const { name, body } of sessionModes({ user, email, internalId, groups, attributes, creatorMode })) {
      const answer = await embed.mint({ ...body, ...outside }, SCOPED_OUT);
      if (isAccepted(answer))
        await endIfScopeIsOther({ discovery, embed, user }, 'TARGET_OUT_OF_SCOPE_DEPLOYMENT_ID');
      if (answer.status === 403 || isAccepted(await embed.mint({ ...body, ...outside })))
        expect(answer, `a session ${name}:`).toHaveStatus(403);
    }

    // And so it is each time, also when it asks several times at once, now and then beside a key without a scope
    const isUnscoped = (index: number): boolean => index % 5 === 4;
    const asked = Array.from({ length: runs }, (_, index) =>
      embed.mint({ externalId: user, ...outside }, isUnscoped(index) ? {} : SCOPED_OUT),
    );
    for (const [index, answer] of (await allOf(asked)).entries())
      if (!isUnscoped(index)) expect(answer).toHaveStatus(403);

    // Whoever the user is, and however the deployment is spelt
    expect(await embed.mint({ externalId: otherUser, ...outside }, SCOPED_OUT)).toHaveStatus(403);
    for (const { name, value } of idSpellings(outOfScopeDeploymentId)) {
      const spelt = { externalId: user, deploymentId: value };
      // What a key without a scope is refused, nobody may have.
      if (isAccepted(await embed.mintInvalid(spelt)))
        expect(await embed.mintInvalid(spelt, SCOPED_OUT), `deploymentId ${name}:`).toHaveStatus(403);
    }
    const unknown = { externalId: user, deploymentId: beyond32Bits(deploymentId) };
    expect(
      await embed.mint(unknown, SCOPED_OUT),
      `deploymentId ${String(unknown.deploymentId)}, whose lowest 32 bits are those of one in the key's scope:`,
    ).toBeRejected();

    // Nor does another scheme, which a target may take as well, undo what is said of the key
    const authorization = contract.operation('listDeployments').scheme.prefix + setting(SCOPED.as);
    const body = { externalId: user, ...outside };
    const underBearer = await http.probe({ operation: 'generateSession', body, as: null, authorization });
    const isMinted = isExchange(underBearer) && isAccepted(underBearer) && underBearer.json !== undefined;
    expect(isMinted, 'whether the key mints a session of that deployment where it is sent as Bearer').toBe(
      false,
    );
  },
);

test(
  'a scoped key mints sessions for a deployment inside its scope',
  requirement('auth-scope-inside-accepted'),
  async ({ creatorMode, discovery, embed, target, user }) => {
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    const plain = await embed.mint({ externalId: user }, SCOPED);
    if (isRefused(plain)) await endIfScopeIsOther({ discovery, embed, user }, 'TARGET_DEPLOYMENT_ID');
    expect(plain).toBeAccepted();

    // In every mode that is open to a key without a scope
    for (const { name, body } of sessionModes({ user, internalId, creatorMode }).slice(1)) {
      const answer = await embed.mint(body, SCOPED);
      if (isAccepted(answer) || isAccepted(await embed.mint(body)))
        expect(answer, `a session ${name}:`).toBeAccepted();
    }
  },
);

// A key without a scope mints sessions for any deployment.
test(
  'an unscoped key mints sessions for any deployment',
  requirement('auth-unscoped-any-deployment'),
  async ({ creatorMode, discovery, embed, outOfScopeDeploymentId, target, user }) => {
    control(await embed.mint({ externalId: user }));
    // What an internal user may use is their own: their existing permissions apply.
    for (const { name, body } of sessionModes({ user, creatorMode })) {
      const elsewhere = { ...body, deploymentId: outOfScopeDeploymentId };
      const there = await embed.mint(elsewhere);
      if (
        isForbidden(there.status) &&
        target.settings[SCOPED.as] &&
        isAccepted(await embed.mint(elsewhere, SCOPED))
      )
        inconclusive(
          `${SCOPED.as} may use that deployment, but TARGET_API_KEY may not: are the two keys swapped?`,
        );
      // An embed tenant may be one of another deployment: 403 alone says that the key is refused.
      if (body.embedTenantName !== undefined && isRefused(there) && !isForbidden(there.status)) continue;
      await endIfTakesNone(discovery, there);
      if (isAccepted(there) || isAccepted(await embed.mint(body)))
        expect(there, `a session ${name}, of the other deployment:`).toBeAccepted();
    }
  },
);
