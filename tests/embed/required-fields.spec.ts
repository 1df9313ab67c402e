import { control, expect, requirement, test, writeJson } from '../../fixtures/index.ts';

// "`deploymentId`: number, required"
test(
  'a body without a deployment is rejected',
  requirement('embed-deployment-required'),
  async ({ embed, users, target }) => {
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    const external = { externalId: users[0] as string };
    const calls = [external, { ...external, settings: {} }, ...(internalId ? [{ internalId }] : [])];
    for (const valid of calls) {
      control(await embed.mint(valid));
      expect(
        await embed.mintAnyway({ ...valid, deploymentId: undefined }),
        `${writeJson(valid)} without deploymentId:`,
      ).toBeRejected();
    }
  },
);

// "Exactly one of `externalId` or `internalId` is supplied."
test(
  'a body that names no user is rejected',
  requirement('embed-identity-neither-rejected'),
  async ({ embed, users, discovery, target }) => {
    const rest = { email: `${users[0]}@example.com`, userProfile: { displayName: 'Ada Viewer' }, groups: [] };
    const creator = { creatorMode: true, embedTenantName: discovery.identities.embedTenants[0] as string };
    const calls = [{}, rest, ...(target.settings.TARGET_CREATOR_MODE === 'on' ? [creator] : [])];
    for (const fields of calls) {
      control(await embed.mint({ ...fields, externalId: users[0] as string }));
      expect(await embed.mintAnyway(fields), `${writeJson(fields)} for nobody:`).toBeRejected();
    }
  },
);
