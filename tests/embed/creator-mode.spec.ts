import { control, expect, requirement, test } from '../../fixtures/index.ts';

// "`creatorMode`: When true, mints a creator-mode session [...]; requires tenant flag `useCreatorMode`"

test(
  'a creator-mode session is minted where the flag is on',
  requirement('embed-creator-mode-accepted'),
  async ({ embed, users, scope }) => {
    const readOnly = { externalId: users[0] as string, embedTenantName: scope.name };
    control(await embed.mint(readOnly));
    expect(await embed.mint({ ...readOnly, creatorMode: true })).toBeAccepted();
  },
);

test(
  'a creator-mode session is rejected where the flag is off',
  requirement('embed-creator-mode-needs-flag'),
  async ({ plainEmbed, users, discovery }) => {
    const embedTenantName = discovery.identities.embedTenants[0] as string;
    const valid = { externalId: users[0] as string, embedTenantName };
    control(await plainEmbed.mint({ ...valid, creatorMode: false }));
    expect(await plainEmbed.mint({ ...valid, creatorMode: true })).toBeRejected();
  },
);
