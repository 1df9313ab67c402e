import {
  atOnce,
  control,
  expect,
  forAll,
  INVALID_PICTURES,
  notTested,
  pictureUrls,
  requirement,
  test,
  UNREACHABLE_PICTURES,
  urlsOfOtherSchemes,
} from '../../fixtures/index.ts';

// "`picture` is validated only as a syntactically valid `http(s)` URL; it is not fetched. [...] on load failure the
// UI shows an initials avatar from `displayName` with no error to the caller."

test(
  'every http or https URL is accepted as picture',
  requirement('embed-picture-http-accepted'),
  async ({ embed, user }) => {
    control(await embed.mint({ externalId: user, userProfile: {} }));
    await forAll([pictureUrls()], async (picture) => {
      expect(await embed.mint({ externalId: user, userProfile: { picture } })).toBeAccepted();
    });
    const others = [
      // Signed URLs are this long.
      `https://images.example.com/ada.png?signature=${'a1'.repeat(130)}`,
      // "Schemes are case-insensitive" (RFC 3986, section 3.1).
      'HTTPS://images.example.com/ada.png',
    ];
    const ask = (picture: string) => embed.mint({ externalId: user, userProfile: { picture } });
    for (const [picture, answer] of await atOnce(others, ask))
      expect(answer, `picture "${picture}":`).toBeAccepted();
  },
);

test(
  'a picture that is not an absolute http or https URL is rejected',
  requirement('embed-picture-invalid-rejected'),
  async ({ creatorMode, embed, user }) => {
    const valid = { externalId: user, userProfile: { picture: 'https://images.example.com/ada.png' } };
    control(await embed.mint(valid));
    const ask = (picture: string) => embed.mintInvalid({ ...valid, userProfile: { picture } });
    for (const [picture, answer] of await atOnce(INVALID_PICTURES, ask))
      expect(answer, `picture "${picture}":`).toBeRejected();
    await forAll([urlsOfOtherSchemes()], async (picture) =>
      expect(await ask(picture), `picture "${picture}":`).toBeRejected(),
    );

    // The same in creator mode
    if (!creatorMode) return;
    control(await embed.mint({ ...valid, ...creatorMode }));
    const askThere = (text: string) =>
      embed.mintInvalid({ ...valid, ...creatorMode, userProfile: { picture: text } });
    for (const [picture, answer] of await atOnce(INVALID_PICTURES.slice(-4), askThere))
      expect(answer, `picture "${picture}" in creator mode:`).toBeRejected();
  },
);

test(
  'a picture that cannot be loaded causes no error',
  requirement('embed-picture-unreachable-accepted'),
  async ({ embed, user }) => {
    control(await embed.mint({ externalId: user, userProfile: {} }));
    for (const picture of UNREACHABLE_PICTURES) {
      expect(
        await embed.mint({ externalId: user, userProfile: { displayName: 'Ada Viewer', picture } }),
      ).toBeAccepted();
    }
  },
);

// "it is not fetched": neither before the answer nor after it.
test(
  'the picture is not fetched',
  requirement('embed-picture-not-fetched'),
  async ({ embed, listener, user }) => {
    control(await embed.mint({ externalId: user, userProfile: {} }));
    if (!(await listener.isReachable()))
      notTested('nothing arrives at TARGET_LISTENER_PORT from TARGET_LISTENER_URL');
    for (const picture of [
      listener.address('http', 'avatar.png'),
      listener.address('https', 'avatar.png'),
      listener.address('http', 'avatar'),
    ]) {
      const displayName = 'Conformance';
      expect(await embed.mint({ externalId: user, userProfile: { displayName, picture } })).toBeAccepted();
    }
    expect(await listener.connectionsInTheEnd(), 'connections to the host of the picture').toBe(0);
    // The saved picture stays: later sessions should not show one of a host that is gone.
    control(
      await embed.mint({ externalId: user, userProfile: { picture: 'https://example.com/avatar.png' } }),
    );
  },
);
