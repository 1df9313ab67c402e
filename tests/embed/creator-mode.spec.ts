import { control, expect, requirement, test, writeJson } from '../../fixtures/index.ts';

// "`creatorMode`: When true, mints a creator-mode session [...]; requires tenant flag `useCreatorMode`"

test(
  'a creator-mode session is minted where the flag is on',
  requirement('embed-creator-mode-accepted'),
  async ({ embed, users, scope }) => {
    const readOnly = { externalId: users[0] as string, embedTenantName: scope.name };
    control(await embed.mint(readOnly));
    expect(await embed.mint({ ...readOnly, creatorMode: true })).toBeAccepted();
    // What a session may carry anyway, it may carry in creator mode.
    const plain = {
      email: `${users[0]}@example.com`,
      userProfile: { displayName: 'Ada Viewer' },
      groups: [],
      userAttributes: [],
      securityContext: { plan: 'gold' },
      settings: { showDashboardChat: false },
    };
    for (const [field, value] of Object.entries(plain)) {
      const carrying = { ...readOnly, creatorMode: true, [field]: value };
      expect(await embed.mint(carrying), `creator mode with ${field}:`).toBeAccepted();
    }
  },
);

test(
  'a creator-mode session is rejected where the flag is off',
  requirement('embed-creator-mode-needs-flag'),
  async ({ plainEmbed, users, discovery }) => {
    const embedTenantName = discovery.identities.embedTenants[0] as string;
    const externalId = users[0] as string;
    for (const fields of [{ embedTenantName }, { embedTenantName, groups: [] }, {}]) {
      control(await plainEmbed.mint({ externalId, ...fields, creatorMode: false }));
      expect(
        await plainEmbed.mint({ externalId, ...fields, creatorMode: true }),
        `creator mode with ${writeJson(fields)}:`,
      ).toBeRejected();
    }
  },
);
