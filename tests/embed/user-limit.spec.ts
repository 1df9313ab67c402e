import { control, EVERY_USER, expect, isAccepted, requirement, test } from '../../fixtures/index.ts';

// "External users per account: 10,000 (raisable through support)". Only where the target declares a limit that is small
// for the purpose: what fills the account cannot be deleted.
test(
  'an account takes no more external users than its limit',
  requirement('embed-external-user-limit'),
  async ({ embed, target, users }) => {
    const limit = target.settings.TARGET_EXTERNAL_USER_LIMIT as number;
    const [known] = users as [string];
    control(await embed.mint({ externalId: known }));
    // Users that other tests need come first, so that there is room for them.
    for (const externalId of EVERY_USER) control(await embed.mint({ externalId }));

    let held = EVERY_USER.length;
    const fresh = (): string => `conformance-limit-${held}`;
    while (held < limit && isAccepted(await embed.mint({ externalId: fresh() }))) held += 1;
    const last = fresh();
    for (const fields of [{}, { email: `${last}@example.com` }, { groups: [] }, { creatorMode: false }])
      expect(await embed.mint({ externalId: last, ...fields }), `external user ${held + 1}:`).toBeRejected();
    expect(await embed.mint({ externalId: known }), 'a known user of a full account:').toBeAccepted();
  },
);
