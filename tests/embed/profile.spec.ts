import {
  control,
  displayNames,
  expect,
  forAll,
  pictureUrls,
  requirement,
  test,
} from '../../fixtures/index.ts';

// "omitting it, or a property in it, keeps the saved values"
test(
  'a profile is accepted whole, in part and empty',
  requirement('embed-profile-accepted'),
  async ({ embed, users }) => {
    const externalId = users[0] as string;
    control(await embed.mint({ externalId }));
    await forAll(
      [displayNames(), pictureUrls()],
      async (displayName, picture) => {
        for (const userProfile of [{ displayName, picture }, { displayName }, { picture }, {}]) {
          expect(await embed.mint({ externalId, userProfile })).toBeAccepted();
        }
      },
      { atMost: 8 },
    );
  },
);
