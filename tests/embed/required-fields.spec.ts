import { control, expect, requirement, test, writeJson } from '../../fixtures/index.ts';

// "`deploymentId`: number, required"
test(
  'a body without deploymentId is rejected',
  requirement('embed-deployment-required'),
  async ({ embed, target, user }) => {
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    const external = { externalId: user };
    const calls = [external, { ...external, settings: {} }, ...(internalId ? [{ internalId }] : [])];
    for (const valid of calls) {
      control(await embed.mint(valid));
      expect(
        await embed.mintInvalid({ ...valid, deploymentId: undefined }),
        `${writeJson(valid)} without deploymentId:`,
      ).toBeRejected();
    }
  },
);

// "Exactly one of `externalId` or `internalId` is supplied."
test(
  'a body without externalId and internalId is rejected',
  requirement('embed-identity-neither-rejected'),
  async ({ creatorMode, embed, user }) => {
    const optional = { email: `${user}@example.com`, userProfile: { displayName: 'Ada Viewer' }, groups: [] };
    const calls = [{}, optional, ...(creatorMode ? [creatorMode] : [])];
    for (const fields of calls) {
      control(await embed.mint({ ...fields, externalId: user }));
      expect(await embed.mintInvalid(fields), `${writeJson(fields)} without a user:`).toBeRejected();
    }
  },
);
