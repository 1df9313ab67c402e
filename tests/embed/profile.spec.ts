import {
  ANY_PROFILE,
  atOnce,
  control,
  type Exchange,
  expect,
  fc,
  forAll,
  isAccepted,
  isRefused,
  notTested,
  profileOf,
  requirement,
  test,
  writeJson,
} from '../../fixtures/index.ts';
import {
  elsewhereOf,
  expectEachRejected,
  expectingProfile,
  PROPERTIES,
  type Property,
  pick,
  SAVED_PROFILES,
  type SentProfile,
  shownOf,
} from './support.ts';

/** None with a user: RFC 9110 section 4.2.4 deprecates these, and has whoever receives one treat it as an error. */
const HOSTS = [
  'images.example.com',
  'localhost',
  '203.0.113.7',
  '[2001:db8::7]',
  'xn--bcher-kva.example.com',
];
const SEGMENTS = [
  'ada.png',
  'ada.jpeg',
  'ada.svg',
  'ada.pdf',
  'avatars',
  '17',
  'a%20b',
  '%C3%A9',
  "~!$&'()*+,;=:@-_",
];

/** URLs of some schemes, with every part that RFC 3986 defines. They need not lead to a picture. */
const urlsOf = (...schemes: string[]): fc.Arbitrary<string> =>
  fc
    .record({
      scheme: fc.constantFrom(...schemes),
      host: fc.constantFrom(...HOSTS),
      port: fc.constantFrom('', '', ':8443'),
      path: fc.array(fc.constantFrom(...SEGMENTS), { maxLength: 3 }),
      query: fc.constantFrom('', '', '?', '?size=64&v=a/b?c'),
      fragment: fc.constantFrom('', '', '#face'),
    })
    .map(
      ({ scheme, host, port, path, query, fragment }) =>
        `${scheme}://${host}${port}${path.map((segment) => `/${segment}`).join('')}${query}${fragment}`,
    );

const pictureUrls = (): fc.Arbitrary<string> => urlsOf('https', 'http');

/** No absolute http or https URLs for any parser. Some match a pattern that may begin anywhere, or at any line. Empty ones are free. */
const INVALID_PICTURES = [
  'ada.png',
  '/avatars/ada.png',
  '//images.example.com/ada.png',
  'images.example.com/ada.png',
  'http',
  'https://',
  'https://[images.example.com/ada.png',
  'https://images example/ada.png',
  'ftp://images.example.com/ada.png',
  'file:///avatars/ada.png',
  'data:image/png;base64,iVBORw0KGgo=',
  'javascript:alert(1)//\nhttps://images.example.com/ada.png',
  'see https://images.example.com/ada.png',
];

test(
  'a profile with both properties, one or none is accepted',
  requirement('embed-profile-accepted'),
  async ({ embed, user }) => {
    control(await embed.mint({ externalId: user }));
    // Whether a target accepts every name is another matter: this one is plain.
    const displayName = ANY_PROFILE.displayName;
    const ask = (userProfile: Partial<SentProfile>) => embed.mint({ externalId: user, userProfile });
    for (const userProfile of [{ displayName }, {}]) expect(await ask(userProfile)).toBeAccepted();
    await forAll(
      [pictureUrls()],
      async (picture) => {
        for (const userProfile of [{ displayName, picture }, { picture }])
          expect(await ask(userProfile)).toBeAccepted();
      },
      { atMost: 2 },
    );
  },
);

test(
  'every http or https URL is accepted as picture',
  requirement('embed-picture-http-accepted'),
  async ({ creatorMode, embed, user }) => {
    control(await embed.mint({ externalId: user, userProfile: {} }));
    const ask = (picture: string) => embed.mint({ externalId: user, userProfile: { picture } });
    await forAll([pictureUrls()], async (picture) => expect(await ask(picture)).toBeAccepted());
    const others = [
      // Signed URLs are this long.
      `https://images.example.com/ada.png?signature=${'a1'.repeat(600)}`,
      // "Schemes are case-insensitive" (RFC 3986, section 3.1), and the browser shows SVG.
      'HTTPS://images.example.com/ada.svg',
      // A host may be of one label (section 3.2.2), and a path hold these (section 3.3).
      "http://images/~!$&'()*+,;=:@-_.png",
    ];
    for (const [picture, answer] of await atOnce(others, ask))
      expect(answer, `picture "${picture}":`).toBeAccepted();

    if (!creatorMode) return;
    const there = { externalId: user, ...creatorMode };
    control(await embed.mint(there));
    const userProfile = { picture: 'http://images.example.com/ada.png' };
    expect(await embed.mint({ ...there, userProfile }), 'creator mode:').toBeAccepted();
  },
);

test(
  'a picture that is not an absolute http or https URL is rejected',
  requirement('embed-picture-invalid-rejected'),
  async ({ creatorMode, embed, user }) => {
    const valid = { externalId: user, userProfile: { picture: 'https://images.example.com/ada.png' } };
    control(await embed.mint(valid));
    const ask = (picture: string) => embed.mintInvalid({ ...valid, userProfile: { picture } });
    await expectEachRejected(INVALID_PICTURES, ask);
    const askBeside = (picture: string) =>
      embed.mintInvalid({ ...valid, userProfile: { ...ANY_PROFILE, picture } });
    await expectEachRejected(INVALID_PICTURES.slice(0, 2), askBeside, ' beside displayName');
    const judge = async (picture: string) =>
      expect(await ask(picture), `picture "${picture}":`).toBeRejected();
    await forAll([urlsOf('ftp', 'ws', 'wss', 'file', 'blob', 'about', 'httpx', 'xhttps', 'https+x')], judge, {
      atMost: 4,
    });

    if (!creatorMode) return;
    control(await embed.mint({ ...valid, ...creatorMode }));
    const askThere = (text: string) =>
      embed.mintInvalid({ ...valid, ...creatorMode, userProfile: { picture: text } });
    await expectEachRejected(INVALID_PICTURES.slice(-2), askThere, ' in creator mode');
  },
);

/** Valid URLs that no server can load a picture from: their names and addresses are reserved (RFC 2606, RFC 3849). */
const UNREACHABLE_PICTURES = [
  'https://conformance.invalid/ada.png',
  'https://[2001:db8::1]/ada.png',
  'http://127.0.0.1:9/ada.png',
];

test(
  'a picture that cannot be loaded causes no error',
  requirement('embed-picture-unreachable-accepted'),
  async ({ embed, user }) => {
    control(await embed.mint({ externalId: user, userProfile: {} }));
    for (const picture of UNREACHABLE_PICTURES) {
      const userProfile = { ...ANY_PROFILE, picture };
      expect(await embed.mint({ externalId: user, userProfile })).toBeAccepted();
    }
  },
);

// The picture is not fetched: neither before the answer nor after it.
test(
  'the picture is not fetched',
  requirement('embed-picture-not-fetched'),
  async ({ creatorMode, embed, listener, user }) => {
    control(await embed.mint({ externalId: user, ...creatorMode, userProfile: {} }));
    if (!(await listener.isReachable()))
      notTested('nothing arrives at TARGET_LISTENER_PORT from TARGET_LISTENER_URL');
    for (const [scheme, path, beside, mode] of [
      ['http', 'avatar.png', ANY_PROFILE, {}],
      ['https', 'avatar.png', ANY_PROFILE, {}],
      ['http', 'avatar', {}, creatorMode],
    ] as const) {
      const userProfile = { ...beside, picture: listener.address(scheme, path) };
      expect(await embed.mint({ externalId: user, ...mode, userProfile })).toBeAccepted();
    }
    expect(await listener.connectionsInTheEnd(), 'requests for the picture').toBe(0);
    // The saved picture stays: later sessions should not show one of a host that is gone.
    await embed.session({
      externalId: user,
      userProfile: { picture: 'https://images.example.com/conformance-1.png' },
    });
  },
);

test(
  'a profile that is sent again overwrites the saved one',
  requirement('embed-profile-overwrites'),
  async ({ extras, email, embed, profiles, user, otherUser }) => {
    // Given a saved profile
    const [one, two, three] = SAVED_PROFILES;
    control(await embed.mint({ externalId: user, email, userProfile: one }));
    const shown = await shownOf(profiles, user, one);
    const expectProfile = expectingProfile(profiles, shown);
    await expectProfile(user, one, 'that was sent');

    // When it is sent again, whole or in part, then the properties that were sent are overwritten
    const { displayName } = one;
    const { picture } = three;
    const updates: [string, Partial<SentProfile>, SentProfile][] = [
      ['after both properties were sent', two, two],
      ['after displayName was sent', { displayName }, { ...two, displayName }],
      ['after picture was sent', { picture }, { displayName, picture }],
      ['after both were sent once more', one, one],
    ];
    for (const [index, [when, userProfile, expected]] of updates.entries()) {
      const beside = index % 2 === 0 ? { email } : { groups: [] };
      await embed.session({ externalId: user, ...beside, userProfile });
      await expectProfile(user, expected, when);
    }

    // And so they are whatever else a session says
    for (const [index, { body, as }] of extras.entries()) {
      const userProfile = [two, one][index % 2] as SentProfile;
      await embed.session({ ...body, externalId: user, userProfile }, as ? { as } : {});
      await expectProfile(user, userProfile, `after both properties were sent, ${as ?? writeJson(body)}`);
    }

    // And another user has a profile of their own
    await embed.session({ externalId: otherUser, userProfile: two });
    await embed.session({ externalId: user, userProfile: one });
    await expectProfile(otherUser, two, 'of another user');
    await expectProfile(user, one, 'after that of another user was sent');

    // Even if both have one email
    control(await embed.mint({ externalId: user, email }));
    const shared = await embed.mint({ externalId: otherUser, email, userProfile: three });
    await expectProfile(user, one, 'after that of another user with the same email was sent');
    if (isAccepted(shared)) await expectProfile(otherUser, three, 'that was sent with the email of another');
  },
);

test(
  'a property that a call omits keeps its saved value',
  requirement('embed-profile-keeps-omitted'),
  async ({ discovery, email, embed, otherUser, profiles, user }) => {
    const [one, two] = SAVED_PROFILES;
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
      const besides =
        saved === one ? { securityContext: { team: 'emea' }, groups: [] } : await elsewhereOf(discovery);
      await embed.mint({ ...besides, externalId: user });
      await expectKept(PROPERTIES, `a call without one, but with ${writeJson(besides)}`);
      await embed.session({ externalId: user, userProfile: {} });
      await expectKept(PROPERTIES, 'an empty one');
      // Another email than the saved one may be refused.
      const other = saved === one ? email : email.replace('@', '+tag@');
      await embed.mint({ externalId: user, email: other, settings: {}, creatorMode: false });
      await expectKept(PROPERTIES, 'a call with other fields');

      // When a call sends one property, then the other one is kept, and not what another user sent
      await embed.session({ externalId: otherUser, userProfile: profileOf(3) });
      const { displayName, picture } = saved;
      for (const [userProfile, other] of [
        [{ displayName }, 'picture'],
        [{ picture }, 'displayName'],
      ] as const)
        for (const times of ['', ', twice', ', three times']) {
          await embed.session({ externalId: user, userProfile });
          await expectKept([other], `a call without ${other}${times}`);
        }
    }
  },
);

const NONE_SHOWN = 'no email of external users is shown by SCIM, or profileOf of TARGET_ADAPTER';
const OTHERS_SHOWN =
  'the external users of this test show emails that no session sent: whether a later email replaces one is not shown';

test(
  'an email address is accepted',
  requirement('embed-email-accepted'),
  async ({ creatorMode, email: plain, embed, otherUser, user }) => {
    control(await embed.mint({ externalId: user }));
    // Whether a user keeps the email of an earlier call is not shown, nor which emails there are: one of these is accepted at least.
    const emails = [plain, ...['+tag@', '.viewer@'].map((end) => plain.replace('@', end))];
    const answers = new Map<string, Exchange>();
    for (const email of emails) answers.set(email, await embed.mint({ externalId: user, email }));
    const accepted = emails.filter((email) => isAccepted(answers.get(email) as Exchange));
    for (const [email, answer] of answers)
      if (accepted.length === 0) expect(answer, `${email}:`).toBeAccepted();
      else if (!isAccepted(answer)) expect(answer, `${email}:`).toBeRejected();
    // The one that the user has, and another one, are sent again.
    const [first = '', last = ''] = [accepted[0], accepted.at(-1)];
    for (const email of [last, first])
      expect(await embed.mint({ externalId: user, email }), `${email}, again:`).toBeAccepted();
    const besides = { externalId: user, userProfile: ANY_PROFILE, groups: [] };
    if (isAccepted(await embed.mint(besides)))
      expect(await embed.mint({ ...besides, email: first }), 'beside a profile and groups:').toBeAccepted();
    if (creatorMode && isAccepted(await embed.mint({ externalId: user, ...creatorMode })))
      expect(
        await embed.mint({ externalId: user, email: first, ...creatorMode }),
        'in creator mode:',
      ).toBeAccepted();
    // Whether it may be that of another user as well is not shown: it may be refused.
    const shared = await embed.mint({ externalId: otherUser, email: first });
    if (!isAccepted(shared)) expect(shared, 'the email of another user:').toBeRejected();
  },
);

// The interface does not say whether a later one replaces it: who has one
// may keep it, and who has none gets it.
test(
  'an email is attached to its user',
  requirement('embed-email-attached'),
  async ({ creatorMode, email: plain, embed, profiles, user, otherUser }) => {
    const tagged = plain.replace('@', '+tag@');
    // Emails that sessions of this suite attach: a user may keep one that they got before.
    const isOwn = (email = ''): boolean => email.endsWith(plain.slice(user.length));
    const emailOf = async (wanted: string, externalId = user) =>
      (await profiles.settled(externalId, { email: wanted })).email ?? undefined;
    const userProfile = profileOf(1);

    // Given a user with a profile, who gets an email unless they have one of an earlier call
    control(await embed.mint({ externalId: user, userProfile }));
    await embed.mint({ externalId: user, email: plain });
    const attached = await emailOf(plain);

    // When another user gets an email, in creator mode where that is possible, then the first one keeps theirs
    const other = { externalId: otherUser, email: plain.replace(user, otherUser), userProfile };
    const inCreatorMode = creatorMode && isAccepted(await embed.mint({ ...other, ...creatorMode }));
    if (!inCreatorMode) await embed.mint(other);
    const theirs = await emailOf(other.email, otherUser);
    if (attached === undefined && theirs === undefined) notTested(NONE_SHOWN);
    if (!isOwn(attached) && !isOwn(theirs)) notTested(OTHERS_SHOWN);
    // One that is attached only to users whom the call provisions is so in either mode, and beside a profile.
    if (theirs === undefined) {
      await embed.mint({ externalId: otherUser, email: other.email });
      const later = await emailOf(other.email, otherUser);
      expect(later, `the email of "${otherUser}" sent alone, after none sent with more`).toBe(theirs);
    }
    if (attached === undefined || theirs === undefined) notTested('no email of one of the users is shown');
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

    // When the user gets another email, which may be refused, then they have that one or keep the one before
    await embed.mint({ externalId: user, email: tagged });
    const replaced = await emailOf(tagged);
    expect(replaced, `the email after ${tagged} was sent`).toBeOneOf([attached, tagged]);
    // And where it takes the place of the one before, so does one that comes with other fields, and in creator mode
    const besides = { userProfile, groups: [], ...(inCreatorMode ? creatorMode : {}) };
    const answer = await embed.mint({ externalId: user, ...besides, email: plain });
    const mayStay = replaced === attached || isRefused(answer) ? [replaced] : [];
    const last = await emailOf(plain);
    expect(last, `the email after ${plain} was sent with ${writeJson(besides)}`).toBeOneOf([
      ...mayStay,
      plain,
    ]);
  },
);
