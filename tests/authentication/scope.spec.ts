import { control, expect, requirement, test } from '../../fixtures/index.ts';

const SCOPED = { as: 'TARGET_SCOPED_API_KEY' } as const;

// "deploymentId in the generate-session body must be within scope; otherwise ... 403 Forbidden"
test(
  'a scoped key gets 403 for a deployment outside its scope',
  requirement('auth-scope-outside-403'),
  async ({ embed, outOfScopeDeploymentId, runs, target, user, otherUser }) => {
    const outside = { deploymentId: outOfScopeDeploymentId };

    // Given that the key is accepted inside its scope, and the deployment is accepted from an unscoped key
    control(await embed.mint({ externalId: user }, SCOPED));
    control(await embed.mint({ externalId: user, ...outside }));

    // When the key asks for a session of that deployment, then the answer is exactly 403
    for (const body of [{ externalId: user }, { externalId: otherUser, groups: [] }])
      expect(await embed.mint({ ...body, ...outside }, SCOPED)).toHaveStatus(403);

    // And so it is each time, also when it asks several times at once
    const asked = Array.from({ length: runs }, () => embed.mint({ externalId: user, ...outside }, SCOPED));
    for (const answer of await Promise.all(asked)) expect(answer).toHaveStatus(403);

    // The same holds for an internal user.
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    if (internalId === undefined) return;
    control(await embed.mint({ internalId }, SCOPED));
    expect(await embed.mint({ internalId, ...outside }, SCOPED)).toHaveStatus(403);
  },
);

test(
  'a scoped key mints sessions for a deployment inside its scope',
  requirement('auth-scope-inside-accepted'),
  async ({ embed, user }) => {
    expect(await embed.mint({ externalId: user }, SCOPED)).toBeAccepted();
  },
);

// "Unscoped keys may mint sessions for any" deployment.
test(
  'an unscoped key mints sessions for any deployment',
  requirement('auth-unscoped-any-deployment'),
  async ({ embed, outOfScopeDeploymentId, user }) => {
    control(await embed.mint({ externalId: user }));
    expect(await embed.mint({ externalId: user, deploymentId: outOfScopeDeploymentId })).toBeAccepted();
  },
);
