import { control, expect, isAccepted, requirement, test, writeJson } from '../../fixtures/index.ts';

// "`internalId`: Username of an existing internal user"
test(
  'an existing internal user gets a session',
  requirement('embed-internal-accepted'),
  async ({ embed, target }) => {
    const internalId = target.settings.TARGET_INTERNAL_ID as string;
    for (const fields of [{}, { settings: { showDashboardChat: false } }, { creatorMode: false }, {}])
      expect(
        await embed.mint({ internalId, ...fields }),
        `an internal user with ${writeJson(fields)}:`,
      ).toBeAccepted();
  },
);

// "`internalId` must name an existing internal user."
test(
  'a username of nobody is rejected',
  requirement('embed-internal-unknown-rejected'),
  async ({ embed, users, target, discovery }) => {
    const { TARGET_INTERNAL_ID: internalId = '', TARGET_CREATOR_MODE: flag } = target.settings;
    const [external] = users;
    await embed.session({ externalId: external as string });
    control(await embed.mint({ internalId }));
    // An external user exists, and is no internal one.
    for (const nobody of ['conformance-nobody', `${internalId}-nobody`, external, '%', '']) {
      expect(await embed.mintAnyway({ internalId: nobody }), `internalId "${nobody}":`).toBeRejected();
    }
    const [embedTenantName] = discovery.identities.embedTenants;
    if (flag !== 'on' || embedTenantName === undefined) return;
    // The same in creator mode, where other code may look users up. Whether an internal user may have such a session
    // is not shown: where not, any refusal will do.
    const creator = { creatorMode: true, embedTenantName };
    const taken = isAccepted(await embed.mint({ internalId, ...creator }));
    for (const nobody of ['conformance-nobody', external]) {
      const answer = await embed.mintAnyway({ internalId: nobody, ...creator });
      if (taken || isAccepted(answer))
        expect(answer, `internalId "${nobody}" in creator mode:`).toBeRejected();
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
