import { expect, judgeShape, requirement, test } from '../../fixtures/index.ts';

// "`sessionId`: Session identifier used in the embed URL of signed embedding"
test(
  'a valid request is answered with a session id',
  requirement('embed-session-id'),
  async ({ embed, http, users }) => {
    expect(await embed.mint({ externalId: users[0] as string })).toBeAccepted();
    judgeShape(http);
  },
);

// "`embedTenantName`: no [not required]; default is the current tenant"
test(
  'a session needs no tenant name',
  requirement('embed-tenant-name-optional'),
  async ({ embed, users }) => {
    const externalId = users[0] as string;
    const fields = [
      {},
      { creatorMode: false },
      { groups: [] },
      { userAttributes: [] },
      { userProfile: { displayName: 'Ada Viewer' } },
      { settings: { showDashboardChat: true } },
    ];
    for (const carried of fields)
      expect(
        await embed.mint({ externalId, ...carried }),
        `${JSON.stringify(carried)} without embedTenantName:`,
      ).toBeAccepted();
  },
);
