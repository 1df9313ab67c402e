import { control, expect, notTested, requirement, test } from '../../fixtures/index.ts';

// "`email`: Attached to the provisioned external user". The interface does not say whether a later one replaces it.
test(
  'an email is attached to its user',
  requirement('embed-email-attached'),
  async ({ creatorMode, embed, profiles, user, otherUser }) => {
    const plain = `${user}@example.com`;
    const tagged = `${user}+tag@mail.example.com`;
    const emailOf = async (wanted: string): Promise<string | null | undefined> =>
      (await profiles.settled(user, { email: wanted })).email;

    // Given a user with an email, of this run or of an earlier one
    control(await embed.mint({ externalId: user, email: plain }));
    const attached = await emailOf(plain);
    if (attached !== plain && attached !== tagged)
      notTested('no email of external users is shown by SCIM, or profileOf of TARGET_ADAPTER');

    // When another user gets an email, then the first one keeps theirs
    await embed.session({ externalId: otherUser, email: `${otherUser}@example.com` });
    expect(
      await emailOf(plain),
      `the email of "${user}" after another user got one`,
      'save email on the user of the session, and on no other',
    ).toBe(attached);

    // And so they do when the other one has the very same, in either mode: whether that is accepted is not shown
    const shared = attached === plain ? plain : tagged;
    for (const mode of [{}, ...(creatorMode ? [creatorMode] : [])]) {
      await embed.mint({ externalId: otherUser, ...mode, email: shared });
      expect(
        await emailOf(shared),
        `the email of "${user}" after another user got the same${creatorMode === mode ? ' in creator mode' : ''}`,
        'look users up by externalId alone: an email may be that of several',
      ).toBe(attached);
    }

    // When the user gets another email, then they have that one or keep the one before
    const userProfile = {
      displayName: 'Conformance Viewer 1',
      picture: 'https://images.example.com/conformance-1.png',
    };
    await embed.session({ externalId: user, email: tagged, userProfile });
    const replaced = await emailOf(tagged);
    expect(replaced, `the email after ${tagged} was sent`).toBeOneOf([attached, tagged]);
    await embed.session({ externalId: user, email: plain });
    expect(await emailOf(plain), `the email after ${plain} was sent`).toBeOneOf([replaced, plain]);
  },
);
