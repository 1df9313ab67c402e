import { control, expect, requirement, test } from '../../fixtures/index.ts';

const SCOPED = { as: 'TARGET_SCOPED_API_KEY' } as const;

// "deploymentId in the generate-session body must be within scope; otherwise ... 403 Forbidden"
test(
  'outside its scope a key gets exactly 403',
  requirement('auth-scope-outside-403'),
  async ({ embed, outOfScopeDeploymentId, target, users }) => {
    const [externalId] = users as [string];
    control(await embed.mint({ externalId }, SCOPED));
    control(await embed.mint({ externalId, deploymentId: outOfScopeDeploymentId }));
    for (const body of [{ externalId }, { externalId: users[1] as string, groups: [] }]) {
      expect(await embed.mint({ ...body, deploymentId: outOfScopeDeploymentId }, SCOPED)).toHaveStatus(403);
    }
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    if (internalId === undefined) return;
    control(await embed.mint({ internalId }, SCOPED));
    expect(await embed.mint({ internalId, deploymentId: outOfScopeDeploymentId }, SCOPED)).toHaveStatus(403);
  },
);

test(
  'inside its scope a key mints sessions',
  requirement('auth-scope-inside-accepted'),
  async ({ embed, users }) => {
    expect(await embed.mint({ externalId: users[0] as string }, SCOPED)).toBeAccepted();
  },
);

// "Unscoped keys may mint sessions for any" deployment.
test(
  'an unscoped key mints sessions for any deployment',
  requirement('auth-unscoped-any-deployment'),
  async ({ embed, outOfScopeDeploymentId, users }) => {
    const [externalId] = users as [string];
    control(await embed.mint({ externalId }));
    expect(await embed.mint({ externalId, deploymentId: outOfScopeDeploymentId })).toBeAccepted();
  },
);
