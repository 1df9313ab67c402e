import { control, expect, forAll, requirement, securityContexts, test } from '../../fixtures/index.ts';

// "`email`: Attached to the provisioned external user; only with `externalId`"
test('an email address is accepted', requirement('embed-email-accepted'), async ({ embed, users }) => {
  const externalId = users[0] as string;
  control(await embed.mint({ externalId }));
  for (const email of [`${externalId}@example.com`, `${externalId}+tag@mail.example.com`]) {
    // The second time it is the one that is attached already.
    for (const time of ['first', 'second'])
      expect(await embed.mint({ externalId, email }), `${email} for the ${time} time:`).toBeAccepted();
  }
});

// "`securityContext`: object, Custom context passed to queries"
test(
  'any object is accepted as security context',
  requirement('embed-security-context-accepted'),
  async ({ embed, users }) => {
    const externalId = users[0] as string;
    control(await embed.mint({ externalId }));
    await forAll([securityContexts()], async (securityContext) => {
      expect(await embed.mint({ externalId, securityContext })).toBeAccepted();
    });
  },
);

// "each key is tri-state (omitted: inherit the account-wide setting; `true` or `false`: force it [...])"
test(
  'the chat setting is true, false or absent',
  requirement('embed-settings-show-dashboard-chat'),
  async ({ embed, users }) => {
    const externalId = users[0] as string;
    control(await embed.mint({ externalId }));
    for (const settings of [{ showDashboardChat: true }, { showDashboardChat: false }, {}]) {
      expect(await embed.mint({ externalId, settings })).toBeAccepted();
    }
  },
);
