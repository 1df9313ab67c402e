import {
  type AwaitedProfiles,
  allOf,
  control,
  expect,
  internalUserIn,
  isAccepted,
  notTested,
  requirement,
  test,
  usersNamed,
  writeJson,
} from '../../fixtures/index.ts';

const NONE_SHOWN = 'no email of external users is shown by SCIM, or profileOf of TARGET_ADAPTER';
const OTHERS_SHOWN =
  'the external users of this test show emails that no session sent: whether a later email replaces one is not shown';

/** Emails that sessions of this suite attach: a user may keep one that they got before. */
const isOwn = (email: string | undefined): boolean => /@(?:mail\.)?example\.com$/.test(email ?? '');

/** The email of a user after one was sent, and whether anything is seen of the user. */
async function attachedTo(profiles: AwaitedProfiles, externalId: string, sent: string) {
  const seen = await profiles.settled(externalId, { email: sent });
  const isSeen = Object.values(seen).some((value) => typeof value === 'string');
  return { externalId, email: seen.email ?? undefined, isSeen };
}

/**
 * Judges that users who got emails have some.
 *
 * @throws the runner's skip, as not tested, where none of them shows that emails show
 */
function expectAttached(users: readonly Awaited<ReturnType<typeof attachedTo>>[]): void {
  if (users.every(({ email }) => email === undefined)) notTested(NONE_SHOWN);
  if (!users.some(({ email }) => isOwn(email))) notTested(OTHERS_SHOWN);
  for (const { externalId, email, isSeen } of users) {
    if (!isSeen) notTested(`nothing that is saved of "${externalId}" is shown`);
    expect(email !== undefined, `whether "${externalId}" has an email, where another user does`).toBe(true);
  }
}

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

// The interface does not say whether a later one replaces it: who has one
// may keep it, and who has none gets it.
test(
  'an email is attached to its user',
  requirement('embed-email-attached'),
  async ({ creatorMode, embed, profiles, user, otherUser }) => {
    const plain = `${user}@example.com`;
    const tagged = `${user}+tag@mail.example.com`;
    const emailOf = async (wanted: string) => (await attachedTo(profiles, user, wanted)).email;
    const userProfile = {
      displayName: 'Conformance Viewer 1',
      picture: 'https://images.example.com/conformance-1.png',
    };

    // Given a user with a profile, who gets an email unless they have one of an earlier call
    control(await embed.mint({ externalId: user, userProfile }));
    control(await embed.mint({ externalId: user, email: plain }));
    const mine = await attachedTo(profiles, user, plain);
    const { email: attached } = mine;

    // When another user gets an email, in creator mode where that is possible, then the first one keeps theirs
    const other = { externalId: otherUser, email: `${otherUser}@example.com`, userProfile };
    const inCreatorMode = creatorMode && isAccepted(await embed.mint({ ...other, ...creatorMode }));
    if (!inCreatorMode) await embed.session(other);
    expectAttached([mine, await attachedTo(profiles, otherUser, other.email)]);
    const own = 'save email on the user of the session, and on no other';
    expect(await emailOf(plain), `the email of "${user}" after another user got one`, own).toBe(attached);

    // And so they do when the other one has the very same, in either mode: whether that is accepted is not shown
    const shared = attached ?? plain;
    for (const mode of [{}, ...(creatorMode ? [creatorMode] : [])]) {
      await embed.mint({ externalId: otherUser, ...mode, email: shared });
      const fix = 'look users up by externalId alone: an email may be that of several';
      const seen = await emailOf(shared);
      expect(seen, `the email of "${user}" after another user got the same`, fix).toBe(attached);
    }

    // When the user gets another email, then they have that one or keep the one before
    await embed.session({ externalId: user, email: tagged, userProfile });
    const replaced = await emailOf(tagged);
    expect(replaced, `the email after ${tagged} was sent`).toBeOneOf([attached, tagged]);
    await embed.session({ externalId: user, email: plain });
    expect(await emailOf(plain), `the email after ${plain} was sent`).toBeOneOf([replaced, plain]);
  },
);

const EMAILS = ['conformance-internal-1@example.com', 'conformance-internal-2@example.com'] as const;
const FIX = 'refuse `email` next to `internalId`, or ignore it';

// "`email`: Attached to the provisioned external user; only with `externalId`". Whether it is refused otherwise is not shown.
test(
  'an email that comes with internalId is refused, or changes nobody',
  requirement('embed-email-only-external'),
  async ({ bystanderOf, creatorMode, embed, eventually, internalId, scim }) => {
    // Given an internal user whom SCIM shows, and who gets sessions
    control(await embed.mint({ internalId }));
    const shown = await internalUserIn(scim, internalId);
    const watch = await bystanderOf(shown?.id);
    if (!watch) return notTested('SCIM does not show the internal user of TARGET_INTERNAL_ID');
    const others = async (): Promise<string[]> => {
      const found = await allOf([internalId, ...EMAILS].map((name) => usersNamed(scim, name)));
      const users = found.flat().filter(({ id }) => id !== shown?.id);
      return users.map(({ id, userName, emails = [] }) =>
        writeJson([id, userName, emails.map(({ value }) => value)]),
      );
    };
    const before = await others();

    // When sessions for them carry an email, then it is refused
    const modes: object[] = [];
    for (const mode of [{}, ...(creatorMode ? [creatorMode] : [])])
      if (isAccepted(await embed.mint({ internalId, ...mode, email: EMAILS[0] }))) modes.push(mode);
    if (modes.length === 0) return;

    // Or it changes nothing of them, and provisions nobody
    const send = async (email: string): Promise<void> => {
      for (const mode of modes) await embed.mint({ internalId, ...mode, email });
    };
    try {
      await watch.expectUntouched(
        EMAILS.toReversed().map((email) => ({ group: '', act: () => send(email) })),
        { after: `a session for the internal user "${internalId}" carried an email`, fix: FIX },
      );
    } finally {
      // A tester's user gets back what they had.
      const [address] = shown?.emails ?? [];
      const now = (await internalUserIn(scim, internalId))?.emails?.[0]?.value;
      if (address?.value !== undefined && now !== address.value) await send(address.value);
    }
    await eventually.untilLooksAgree();
    const after = await others();
    expect(after, 'other users of the name of the internal one, or of the email', FIX).toEqual(before);
  },
);
