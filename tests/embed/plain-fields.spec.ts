import {
  control,
  expect,
  forAll,
  isAccepted,
  requirement,
  securityContexts,
  test,
} from '../../fixtures/index.ts';

// "`email`: Attached to the provisioned external user; only with `externalId`"
test(
  'an email address is accepted',
  requirement('embed-email-accepted'),
  async ({ embed, otherUser, user }) => {
    control(await embed.mint({ externalId: user }));
    const [plain, tagged] = [`${user}@example.com`, `${user}+tag@mail.example.com`];
    // Another one, one that the user has already, and the first one again.
    for (const email of [plain, tagged, tagged, plain])
      expect(await embed.mint({ externalId: user, email }), `${email}:`).toBeAccepted();
    // Whether it may be that of another user as well is not shown: it may be refused.
    const shared = await embed.mint({ externalId: otherUser, email: plain });
    if (!isAccepted(shared)) expect(shared, 'the email of another user:').toBeRejected();
  },
);

// "`securityContext`: object, Custom context passed to queries"
test(
  'any object is accepted as securityContext',
  requirement('embed-security-context-accepted'),
  async ({ embed, user }) => {
    control(await embed.mint({ externalId: user }));
    await forAll(
      [securityContexts()],
      async (securityContext) => {
        expect(await embed.mint({ externalId: user, securityContext })).toBeAccepted();
      },
      { atMost: 8 },
    );
  },
);

// "each key is tri-state (omitted: inherit the account-wide setting; `true` or `false`: force it [...])"
test(
  'showDashboardChat may be true, false or absent',
  requirement('embed-settings-show-dashboard-chat'),
  async ({ embed, user }) => {
    control(await embed.mint({ externalId: user }));
    for (const settings of [{ showDashboardChat: true }, { showDashboardChat: false }, {}]) {
      expect(await embed.mint({ externalId: user, settings })).toBeAccepted();
    }
  },
);
