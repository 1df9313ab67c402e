import { control, expect, requirement, test } from '../../fixtures/index.ts';

// "`internalId`: Username of an existing internal user"
test(
  'an existing internal user gets a session',
  requirement('embed-internal-accepted'),
  async ({ embed, target }) => {
    const internalId = target.settings.TARGET_INTERNAL_ID as string;
    for (const fields of [{}, { settings: { showDashboardChat: false } }, { creatorMode: false }, {}])
      expect(
        await embed.mint({ internalId, ...fields }),
        `an internal user with ${JSON.stringify(fields)}:`,
      ).toBeAccepted();
  },
);

// "`internalId` must name an existing internal user."
test(
  'a username of nobody is rejected',
  requirement('embed-internal-unknown-rejected'),
  async ({ embed, users, target }) => {
    const internalId = target.settings.TARGET_INTERNAL_ID as string;
    const [external] = users;
    await embed.session({ externalId: external as string });
    control(await embed.mint({ internalId }));
    // An external user exists, and is no internal one.
    for (const nobody of ['conformance-nobody', `${internalId}-nobody`, external, '%', '']) {
      expect(await embed.mintAnyway({ internalId: nobody }), `internalId "${nobody}":`).toBeRejected();
    }
  },
);

// "Exactly one of `externalId` or `internalId` is supplied."
test(
  'two users at once are rejected',
  requirement('embed-identity-both-rejected'),
  async ({ embed, users, target }) => {
    const externalId = users[0] as string;
    const internalId = target.settings.TARGET_INTERNAL_ID as string;
    control(await embed.mint({ externalId }));
    control(await embed.mint({ internalId }));
    expect(await embed.mintAnyway({ externalId, internalId })).toBeRejected();
    expect(await embed.mintAnyway({ externalId: internalId, internalId }), 'one id twice:').toBeRejected();
  },
);
