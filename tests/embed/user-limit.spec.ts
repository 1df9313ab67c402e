import {
  ALL_USERS,
  atOnce,
  control,
  describeExchange,
  expect,
  isAccepted,
  isRefused,
  requirement,
  saysUserLimit,
  test,
} from '../../fixtures/index.ts';

// Judged only where the target declares a small limit for this test: the users that fill the account cannot be deleted.

const UNTIL_LIMIT = { isFinal: saysUserLimit };

test(
  'an account holds no more external users than its limit',
  requirement('embed-external-user-limit'),
  async ({ creatorMode, email, embed, setting, user }) => {
    const limit = setting('TARGET_EXTERNAL_USER_LIMIT');
    control(await embed.mint({ externalId: user }));

    // Given a full account. Users that other tests need come first, so that there is room for them.
    const made = await atOnce(ALL_USERS, (externalId) => embed.mint({ externalId }, UNTIL_LIMIT));
    let held = made.filter(([, answer]) => isAccepted(answer)).length;
    const nextUser = (): string => `conformancelimit${held}`;
    while (held < limit && isAccepted(await embed.mint({ externalId: nextUser() }, UNTIL_LIMIT))) held += 1;

    // When another user asks for a session, then it is refused
    const last = nextUser();
    const modes = [{}, { email: email.replace(user, last) }, { groups: [] }, { creatorMode: false }];
    const named = creatorMode && { embedTenantName: creatorMode.embedTenantName };
    for (const fields of [...modes, ...(creatorMode && named ? [creatorMode, named] : [])]) {
      const answer = await embed.mint({ externalId: last, ...fields }, UNTIL_LIMIT);
      const isOver = isRefused(answer) || saysUserLimit(answer);
      expect(isOver ? 'refused' : describeExchange(answer), `external user ${held + 1}`).toBe('refused');
    }

    // And a known user still gets one
    const fix = 'apply the limit to users who are new, and serve the others however full the account is';
    expect(await embed.mint({ externalId: user }), 'a known user of a full account:', fix).toBeAccepted();
  },
);
