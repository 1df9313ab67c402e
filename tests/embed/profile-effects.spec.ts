import {
  control,
  expect,
  notTested,
  type PatientProfiles,
  type Profile,
  requirement,
  test,
  writeJson,
} from '../../fixtures/index.ts';

// "`userProfile` is persisted on the external user keyed by `externalId`. Sending it again overwrites saved values;
// omitting it, or a property in it, keeps the saved values."

interface Sent {
  displayName: string;
  picture: string;
}

/** What the tests save, so that what an earlier run saved is known for the suite's own. */
const SAVED = [1, 2, 3].map((number) => ({
  displayName: `Conformance Viewer ${number}`,
  picture: `https://images.example.com/conformance-${number}.png`,
})) as [Sent, Sent, Sent];
const PROPERTIES = ['displayName', 'picture'] as const;
type Property = (typeof PROPERTIES)[number];

/** The properties whose saved values can be seen: once one was sent, a value of these tests is there. */
const visible = (seen: Profile): Property[] =>
  PROPERTIES.filter((property) => SAVED.some((saved) => saved[property] === seen[property]));
const NOT_SEEN =
  'neither displayName nor photos of external users are shown by SCIM, or profileOf of TARGET_ADAPTER';

/**
 * The properties of a profile that show once it was sent. What the target declares to show is owed: it fails where
 * nothing does, and is not tested otherwise.
 */
async function shownOf(profiles: PatientProfiles, externalId: string, sent: Sent): Promise<Property[]> {
  const seen = await profiles.settled(externalId, sent);
  const shown = visible(seen);
  if (shown.length > 0) return shown;
  if (profiles.isDeclared)
    expect(
      seen,
      'what shows of the profile that was sent, as TARGET_PROFILES declares',
      'save the profile that is sent; or set TARGET_PROFILES to none, if saved profiles do not show there',
    ).toEqual(sent);
  return notTested(NOT_SEEN);
}

const some = (profile: Profile, properties: readonly Property[]): Profile =>
  Object.fromEntries(properties.map((property) => [property, profile[property]]));

test(
  'a profile that is sent again overwrites',
  requirement('embed-profile-overwrites'),
  async ({ embed, profiles, users }) => {
    const [user, other] = users as [string, string];
    const [one, two, three] = SAVED;
    control(await embed.mint({ externalId: user, userProfile: one }));
    const shown = await shownOf(profiles, user, one);
    const judge = async (externalId: string, expected: Profile, when: string): Promise<void> => {
      const wanted = some(expected, shown);
      expect(some(await profiles.settled(externalId, wanted), shown), `the profile ${when}`).toEqual(wanted);
    };
    await judge(user, one, 'that was sent');
    const updates: [string, Partial<Sent>, Sent][] = [
      ['after both properties were sent', two, two],
      [
        'after displayName was sent',
        { displayName: one.displayName },
        { ...two, displayName: one.displayName },
      ],
      [
        'after picture was sent',
        { picture: three.picture },
        { displayName: one.displayName, picture: three.picture },
      ],
      ['after both were sent once more', one, one],
    ];
    for (const [when, userProfile, expected] of updates) {
      await embed.session({ externalId: user, userProfile });
      await judge(user, expected, when);
    }
    // "keyed by `externalId`"
    await embed.session({ externalId: other, userProfile: two });
    await judge(other, two, 'of another user');
    await judge(user, one, 'after that of another user was sent');
  },
);

test(
  'what a call omits of a profile is kept',
  requirement('embed-profile-keeps-omitted'),
  async ({ embed, profiles, users }) => {
    const externalId = users[0] as string;
    const [one, two] = SAVED;
    for (const saved of [one, two]) {
      control(await embed.mint({ externalId, userProfile: saved }));
      const shown = await shownOf(profiles, externalId, saved);
      const kept = some(await profiles.settled(externalId, some(saved, shown)), shown);
      const judge = async (what: string, properties: readonly Property[]): Promise<void> => {
        const wanted = some(
          kept,
          properties.filter((property) => shown.includes(property)),
        );
        const now = await profiles.settled(externalId, wanted);
        expect(some(now, Object.keys(wanted) as Property[]), `the profile after ${what}`).toEqual(wanted);
      };
      await embed.session({ externalId });
      await judge('a call without one', PROPERTIES);
      await embed.session({ externalId, userProfile: {} });
      await judge('an empty one', PROPERTIES);
      await embed.session({
        externalId,
        email: `${externalId}@example.com`,
        settings: {},
        creatorMode: false,
      });
      await judge('a call with other fields', PROPERTIES);
      await embed.session({ externalId, userProfile: { displayName: saved.displayName } });
      await judge('displayName alone', ['picture']);
      await embed.session({ externalId, userProfile: { picture: saved.picture } });
      await judge('picture alone', ['displayName']);
    }
  },
);

test(
  'a session in creator mode saves the profile as well',
  requirement('embed-profile-in-creator-mode'),
  async ({ embed, profiles, scope, users }) => {
    const externalId = users[0] as string;
    const [one, two, three] = SAVED;
    control(await embed.mint({ externalId, userProfile: one }));
    const shown = await shownOf(profiles, externalId, one);
    const judge = async (expected: Profile, when: string): Promise<void> => {
      const wanted = some(expected, shown);
      expect(some(await profiles.settled(externalId, wanted), shown), `the profile after ${when}`).toEqual(
        wanted,
      );
    };
    await scope.session(externalId, { userProfile: two });
    await judge(two, 'one was sent in creator mode');
    await scope.session(externalId);
    await judge(two, 'a session in creator mode without one');
    const { displayName } = three;
    await scope.session(externalId, { userProfile: { displayName } });
    await judge({ ...two, displayName }, 'displayName was sent in creator mode');
    await embed.session({ externalId, userProfile: one });
    await judge(one, 'one was sent in read-only mode again');
  },
);

// "`email`: Attached to the provisioned external user". Whether a later one replaces it is not shown.
test(
  'an email is attached to its user',
  requirement('embed-email-attached'),
  async ({ embed, profiles, users }) => {
    const [user, other] = users as [string, string];
    const plain = `${user}@example.com`;
    const tagged = `${user}+tag@mail.example.com`;
    control(await embed.mint({ externalId: user, email: plain }));
    const { email: attached } = await profiles.settled(user, { email: plain });
    if (attached !== plain && attached !== tagged)
      notTested('no email of external users is shown by SCIM, or profileOf of TARGET_ADAPTER');
    const look = async (wanted: string): Promise<string | null | undefined> =>
      (await profiles.settled(user, { email: wanted })).email;

    await embed.session({ externalId: other, email: `${other}@example.com` });
    expect(
      await look(plain),
      `the email of "${user}" after another user got one`,
      'save email on the user of the session, and on no other',
    ).toBe(attached);
    const [profile] = SAVED;
    await embed.session({ externalId: user, email: tagged, userProfile: profile });
    const after = await look(tagged);
    expect([attached, tagged], `the email, ${writeJson(after)}, after ${tagged} was sent`).toContain(after);
    await embed.session({ externalId: user, email: plain });
    expect([after, plain], `the email after ${plain} was sent`).toContain(await look(plain));
  },
);
