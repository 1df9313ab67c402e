import {
  control,
  expect,
  forAll,
  NO_PICTURES,
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
