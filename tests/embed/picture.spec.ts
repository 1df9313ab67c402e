import {
  control,
  expect,
  forAll,
  NO_PICTURES,
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
  'every http and https URL is a picture',
  requirement('embed-picture-http-accepted'),
  async ({ embed, users }) => {
    const externalId = users[0] as string;
    control(await embed.mint({ externalId, userProfile: {} }));
    await forAll([pictureUrls()], async (picture) => {
      expect(await embed.mint({ externalId, userProfile: { picture } })).toBeAccepted();
    });
  },
);

test(
  'what is no absolute http or https URL is no picture',
  requirement('embed-picture-invalid-rejected'),
  async ({ embed, users }) => {
    const externalId = users[0] as string;
    const valid = { externalId, userProfile: { picture: 'https://images.example.com/ada.png' } };
    control(await embed.mint(valid));
    const judge = async (picture: string): Promise<void> => {
      const answer = await embed.mintAnyway({ ...valid, userProfile: { picture } });
      expect(answer, `picture "${picture}":`).toBeRejected();
    };
    for (const picture of NO_PICTURES) await judge(picture);
    await forAll([urlsOfOtherSchemes()], judge);
  },
);

test(
  'a picture that cannot be loaded causes no error',
  requirement('embed-picture-unreachable-accepted'),
  async ({ embed, users }) => {
    const externalId = users[0] as string;
    control(await embed.mint({ externalId, userProfile: {} }));
    for (const picture of UNREACHABLE_PICTURES) {
      expect(
        await embed.mint({ externalId, userProfile: { displayName: 'Ada Viewer', picture } }),
      ).toBeAccepted();
    }
  },
);

// "it is not fetched": neither before the answer nor after it.
test(
  'the picture is not fetched',
  requirement('embed-picture-not-fetched'),
  async ({ embed, listener, users }) => {
    const externalId = users[0] as string;
    control(await embed.mint({ externalId, userProfile: {} }));
    if (!(await listener.isReachable()))
      notTested(`nothing arrives at TARGET_LISTENER_PORT from TARGET_LISTENER_URL`);
    for (const picture of [
      listener.address('http', 'avatar.png'),
      listener.address('https', 'avatar.png'),
      listener.address('http', 'avatar'),
    ]) {
      const displayName = 'Conformance';
      expect(await embed.mint({ externalId, userProfile: { displayName, picture } })).toBeAccepted();
    }
    expect(await listener.settled(), 'connections to the host of the picture').toBe(0);
    // What is saved stays: a host that is not there any more is no use to later sessions.
    control(await embed.mint({ externalId, userProfile: { picture: 'https://example.com/avatar.png' } }));
  },
);
