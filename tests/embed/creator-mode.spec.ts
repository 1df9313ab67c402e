import { control, expect, isAccepted, requirement, test, writeJson } from '../../fixtures/index.ts';

// "`creatorMode`: When true, mints a creator-mode session [...]; requires tenant flag `useCreatorMode`"

test(
  'a creator-mode session is minted where useCreatorMode is on',
  requirement('embed-creator-mode-accepted'),
  async ({ embed, scope, user }) => {
    const readOnly = { externalId: user, embedTenantName: scope.name };
    control(await embed.mint(readOnly));
    expect(await embed.mint({ ...readOnly, creatorMode: true })).toBeAccepted();

    // A creator-mode session may have every field that a read-only session may have.
    const optional = {
      email: `${user}@example.com`,
      userProfile: { displayName: 'Ada Viewer' },
      groups: [],
      userAttributes: [],
      securityContext: { plan: 'gold' },
      settings: { showDashboardChat: false },
    };
    for (const [field, value] of Object.entries(optional)) {
      const body = { ...readOnly, creatorMode: true, [field]: value };
      expect(await embed.mint(body), `creator mode with ${field}:`).toBeAccepted();
    }
  },
);

test(
  'a creator-mode session is rejected where useCreatorMode is off',
  requirement('embed-creator-mode-needs-flag'),
  async ({ plainEmbed, discovery, target, user }) => {
    const [embedTenantName] = discovery.identities.embedTenants;
    const named = embedTenantName === undefined ? {} : { embedTenantName };
    for (const fields of [named, { ...named, groups: [] }, {}]) {
      control(await plainEmbed.mint({ externalId: user, ...fields, creatorMode: false }));
      expect(
        await plainEmbed.mint({ externalId: user, ...fields, creatorMode: true }),
        `creator mode with ${writeJson(fields)}:`,
      ).toBeRejected();
    }

    // And so for an internal user of that tenant, if the settings name one
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    if (internalId === undefined) return;
    const valid = await plainEmbed.mint({ internalId, ...named });
    if (!isAccepted(valid)) return;
    control(valid);
    expect(
      await plainEmbed.mint({ internalId, ...named, creatorMode: true }),
      'creator mode of an internal user:',
    ).toBeRejected();
  },
);
