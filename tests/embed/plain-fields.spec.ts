import { control, expect, forAll, requirement, securityContexts, test } from '../../fixtures/index.ts';

// "`email`: Attached to the provisioned external user; only with `externalId`"
test('an email address is accepted', requirement('embed-email-accepted'), async ({ embed, user }) => {
  control(await embed.mint({ externalId: user }));
  for (const email of [`${user}@example.com`, `${user}+tag@mail.example.com`]) {
    // The second time it is attached to the user already.
    for (const time of ['first', 'second'])
      expect(await embed.mint({ externalId: user, email }), `${email} for the ${time} time:`).toBeAccepted();
  }
});

// "`securityContext`: object, Custom context passed to queries"
test(
  'any object is accepted as securityContext',
  requirement('embed-security-context-accepted'),
  async ({ embed, user }) => {
    control(await embed.mint({ externalId: user }));
    await forAll([securityContexts()], async (securityContext) => {
      expect(await embed.mint({ externalId: user, securityContext })).toBeAccepted();
    });
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
