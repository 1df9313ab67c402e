import { control, expect, requirement, test } from '../../fixtures/index.ts';

// "`deploymentId`: number, required"
test(
  'a body without a deployment is rejected',
  requirement('embed-deployment-required'),
  async ({ embed, users }) => {
    const valid = { externalId: users[0] as string };
    control(await embed.mint(valid));
    expect(await embed.mintAnyway({ ...valid, deploymentId: undefined })).toBeRejected();
  },
);

// "Exactly one of `externalId` or `internalId` is supplied."
test(
  'a body that names no user is rejected',
  requirement('embed-identity-neither-rejected'),
  async ({ embed, users }) => {
    const rest = { email: `${users[0]}@example.com`, userProfile: { displayName: 'Ada Viewer' }, groups: [] };
    for (const fields of [{}, rest]) {
      control(await embed.mint({ ...fields, externalId: users[0] as string }));
      expect(await embed.mintAnyway(fields)).toBeRejected();
    }
  },
);
