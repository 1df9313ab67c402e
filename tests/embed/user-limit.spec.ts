import {
  control,
  EVERY_USER,
  type Exchange,
  expect,
  isAccepted,
  isRefused,
  requirement,
  summarise,
  test,
  textsOf,
} from '../../fixtures/index.ts';

// "External users per account: 10,000 (raisable through support)". Only where the target declares a limit that is small
// for the purpose: what fills the account cannot be deleted.
/** What tells a limit of users from a limit of requests, which is answered 429 as well: it speaks of users, and of no rate. */
const OF_USERS = /\busers?\b/i;
const OF_REQUESTS = /\b(rate|requests?|calls?|per (second|minute|hour))\b/i;
const saysLimit = (answer: Exchange): boolean =>
  answer.status === 429 && textsOf(answer).some((text) => OF_USERS.test(text) && !OF_REQUESTS.test(text));
const UNTIL_LIMIT = { settles: saysLimit };

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
    while (held < limit && isAccepted(await embed.mint({ externalId: fresh() }, UNTIL_LIMIT))) held += 1;
    const last = fresh();
    for (const fields of [{}, { email: `${last}@example.com` }, { groups: [] }, { creatorMode: false }]) {
      const answer = await embed.mint({ externalId: last, ...fields }, UNTIL_LIMIT);
      const isOver = isRefused(answer) || saysLimit(answer);
      expect(isOver ? 'refused' : summarise(answer), `external user ${held + 1}`).toBe('refused');
    }
    expect(
      await embed.mint({ externalId: known }),
      'a known user of a full account:',
      'apply the limit to users who are new, and serve the others however full the account is',
    ).toBeAccepted();
  },
);
