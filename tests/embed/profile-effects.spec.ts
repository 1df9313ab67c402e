import {
  type AwaitedProfiles,
  control,
  definitionsOf,
  expect,
  isAccepted,
  notTested,
  requirement,
  test,
  type UserProfile,
  writeJson,
} from '../../fixtures/index.ts';

// "`userProfile` is persisted on the external user keyed by `externalId`. Sending it again overwrites saved values;
// omitting it, or a property in it, keeps the saved values."

interface Sent {
  displayName: string;
  picture: string;
}

const profileOf = (number: number, query = ''): Sent => ({
  displayName: `Conformance Viewer ${number}`,
  picture: `https://images.example.com/conformance-${number}.png${query}`,
});
/** The profiles that the tests save: fixed, so that a value that an earlier run saved is recognised. */
const SAVED = [profileOf(1), profileOf(2), profileOf(3, `?size=64&token=${'a1'.repeat(60)}`)] as const;
const PROPERTIES = ['displayName', 'picture'] as const;
type Property = (typeof PROPERTIES)[number];

/** The properties that the target shows: after one was sent, a value of these tests is there. */
const visible = (seen: UserProfile): Property[] =>
  PROPERTIES.filter((property) => SAVED.some((saved) => saved[property] === seen[property]));
const NOT_SEEN =
  'neither displayName nor photos of external users are shown by SCIM, or profileOf of TARGET_ADAPTER';

/**
 * The properties of a profile that the target shows after it was sent. Where it shows none, the test fails if the target
 * declares that it shows them, and is not tested otherwise.
 */
async function shownOf(profiles: AwaitedProfiles, externalId: string, sent: Sent): Promise<Property[]> {
  const seen = await profiles.settled(externalId, sent);
  const shown = visible(seen);
  if (shown.length > 0) return shown;
  if (profiles.isDeclared)
    expect(
      seen,
      'the profile that was sent, where TARGET_PROFILES declares that it shows',
      'save the profile that is sent; or set TARGET_PROFILES to none, if saved profiles do not show there',
    ).toEqual(sent);
  await profiles.noteSilence();
  return notTested(NOT_SEEN);
}

/** A profile reduced to some of its properties. */
const pick = (profile: UserProfile, properties: readonly Property[]): UserProfile =>
  Object.fromEntries(properties.map((property) => [property, profile[property]]));

/** Judges a saved profile by the properties that the target shows. */
const expectingProfile =
  (profiles: AwaitedProfiles, shown: readonly Property[]) =>
  async (externalId: string, expected: UserProfile, when: string): Promise<void> => {
    const wanted = pick(expected, shown);
    const seen = pick(await profiles.settled(externalId, wanted), shown);
    expect(seen, `the profile ${when}`).toEqual(wanted);
  };

/** An empty displayName: it may be refused, or take the place of the saved one. */
const withoutName = (externalId: string) => ({ externalId, userProfile: { displayName: '' } });

test(
  'a profile that is sent again overwrites the saved one',
  requirement('embed-profile-overwrites'),
  async ({ asides, embed, foreign, profiles, user, otherUser }) => {
    // Given a saved profile
    const [one, two, three] = SAVED;
    const email = `${user}@example.com`;
    control(await embed.mint({ externalId: user, email, userProfile: one }));
    const shown = await shownOf(profiles, user, one);
    const expectProfile = expectingProfile(profiles, shown);
    await expectProfile(user, one, 'that was sent');

    // When it is sent again, whole or in part, then the properties that were sent are overwritten
    const { displayName } = one;
    const { picture } = three;
    const updates: [string, Partial<Sent>, Sent][] = [
      ['after both properties were sent', two, two],
      ['after displayName was sent', { displayName }, { ...two, displayName }],
      ['after picture was sent', { picture }, { displayName, picture }],
      ['after both were sent once more', one, one],
    ];
    for (const [index, [when, userProfile, expected]] of updates.entries()) {
      await embed.session({
        externalId: user,
        ...(index % 2 === 0 ? { email } : { groups: [] }),
        userProfile,
      });
      await expectProfile(user, expected, when);
    }
    if (shown.includes('displayName') && isAccepted(await embed.mint(withoutName(user)))) {
      const seen = await profiles.settled(user, withoutName(user).userProfile);
      expect(seen.displayName, 'the displayName after an empty one was accepted').not.toBe(displayName);
    }
    // An empty picture, too, may be refused, or take the place of the saved one: it is no omission
    const withoutPicture = { externalId: user, userProfile: { picture: '' } };
    if (shown.includes('picture') && isAccepted(await embed.mintInvalid(withoutPicture))) {
      const seen = await profiles.settled(user, withoutPicture.userProfile);
      expect(seen.picture, 'the picture after an empty one was accepted').not.toBe(one.picture);
    }

    // And so they are whatever else a session says
    for (const [index, { body, as }] of asides.entries()) {
      const userProfile = [two, one][index % 2] as Sent;
      await embed.session({ ...body, externalId: user, userProfile }, as ? { as } : {});
      await expectProfile(user, userProfile, `after both properties were sent, ${as ?? writeJson(body)}`);
    }

    // And another user has a profile of their own: "keyed by `externalId`"
    await embed.session({ externalId: otherUser, userProfile: two });
    await embed.session({ externalId: user, userProfile: one });
    await expectProfile(otherUser, two, 'of another user');
    await expectProfile(user, one, 'after that of another user was sent');

    // Even if both have one email
    control(await embed.mint({ externalId: user, email }));
    await embed.mint({ externalId: otherUser, email, userProfile: three });
    await expectProfile(user, one, 'after that of another user with the same email was sent');

    // And so has a user of that id in another tenant
    const elsewhere = await foreign();
    if (!elsewhere) return;
    await elsewhere.embed.mint({ externalId: user, userProfile: three });
    await expectProfile(user, one, 'after that of a user of another tenant was sent');
  },
);

test(
  'a property that a call omits keeps its saved value',
  requirement('embed-profile-keeps-omitted'),
  async ({ embed, profiles, user }) => {
    const [one, two] = SAVED;
    for (const saved of [one, two]) {
      // Given a saved profile
      control(await embed.mint({ externalId: user, userProfile: saved }));
      const shown = await shownOf(profiles, user, saved);
      const kept = pick(await profiles.settled(user, pick(saved, shown)), shown);
      const expectKept = async (properties: readonly Property[], when: string): Promise<void> => {
        const judged = properties.filter((property) => shown.includes(property));
        await expectingProfile(profiles, judged)(user, kept, `after ${when}`);
      };

      // When a call omits it, then it is kept
      await embed.session({ externalId: user });
      await expectKept(PROPERTIES, 'a call without one');
      await embed.session({ externalId: user, userProfile: {} });
      await expectKept(PROPERTIES, 'an empty one');
      const email = `${user}@example.com`;
      await embed.session({ externalId: user, email, settings: {}, creatorMode: false });
      await expectKept(PROPERTIES, 'a call with other fields');

      // When a call sends one property, then the other one is kept
      const { displayName, picture } = saved;
      for (const times of ['', ', twice', ', three times']) {
        await embed.session({ externalId: user, userProfile: { displayName } });
        await expectKept(['picture'], `a call with only displayName${times}`);
      }
      for (const times of ['', ', twice', ', three times']) {
        await embed.session({ externalId: user, userProfile: { picture } });
        await expectKept(['displayName'], `a call with only picture${times}`);
      }
    }
  },
);

test(
  'a creator-mode session saves the profile as well',
  requirement('embed-profile-in-creator-mode'),
  async ({ embed, profiles, scope, user }) => {
    const [one, two, three] = SAVED;
    control(await embed.mint({ externalId: user, userProfile: one }));
    const expectProfile = expectingProfile(profiles, await shownOf(profiles, user, one));

    await scope.session(user, { userProfile: two });
    await expectProfile(user, two, 'after one was sent in creator mode');
    await scope.session(user);
    await expectProfile(user, two, 'after a creator-mode session without one');
    const { displayName } = three;
    await scope.session(user, { userProfile: { displayName } });
    await expectProfile(user, { ...two, displayName }, 'after displayName was sent in creator mode');
    const { picture } = three;
    await scope.session(user, { userProfile: { picture } });
    await expectProfile(user, three, 'after picture was sent in creator mode');
    await scope.session(user, { ...definitionsOf('groups', ['conformance-profile']), userProfile: two });
    await expectProfile(user, two, 'after one was sent beside definitions');
    await embed.session({ externalId: user, userProfile: one });
    await expectProfile(user, one, 'after one was sent in read-only mode again');
  },
);
