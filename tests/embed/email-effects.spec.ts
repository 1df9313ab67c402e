import {
  type AwaitedProfiles,
  control,
  expect,
  isAccepted,
  notTested,
  requirement,
  test,
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
    expect(
      email !== undefined,
      `whether "${externalId}" has an email after one was sent, where another user shows theirs`,
    ).toBe(true);
  }
}

// "`email`: Attached to the provisioned external user". The interface does not say whether a later one replaces it: who has one
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
    expect(
      await emailOf(plain),
      `the email of "${user}" after another user got one`,
      'save email on the user of the session, and on no other',
    ).toBe(attached);

    // And so they do when the other one has the very same, in either mode: whether that is accepted is not shown
    const shared = attached ?? plain;
    for (const mode of [{}, ...(creatorMode ? [creatorMode] : [])]) {
      await embed.mint({ externalId: otherUser, ...mode, email: shared });
      expect(
        await emailOf(shared),
        `the email of "${user}" after another user got the same${creatorMode === mode ? ' in creator mode' : ''}`,
        'look users up by externalId alone: an email may be that of several',
      ).toBe(attached);
    }

    // When the user gets another email, then they have that one or keep the one before
    await embed.session({ externalId: user, email: tagged, userProfile });
    const replaced = await emailOf(tagged);
    expect(replaced, `the email after ${tagged} was sent`).toBeOneOf([attached, tagged]);
    await embed.session({ externalId: user, email: plain });
    expect(await emailOf(plain), `the email after ${plain} was sent`).toBeOneOf([replaced, plain]);
  },
);
