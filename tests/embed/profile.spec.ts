import { control, expect, forAll, pictureUrls, requirement, test } from '../../fixtures/index.ts';

// "omitting it, or a property in it, keeps the saved values"
test(
  'a profile with both properties, one or none is accepted',
  requirement('embed-profile-accepted'),
  async ({ embed, user }) => {
    control(await embed.mint({ externalId: user }));
    await forAll(
      [pictureUrls()],
      async (picture) => {
        // Whether a target accepts every name is another matter: this one is plain.
        const displayName = 'Ada Viewer';
        for (const userProfile of [{ displayName, picture }, { displayName }, { picture }, {}]) {
          expect(await embed.mint({ externalId: user, userProfile })).toBeAccepted();
        }
      },
      { atMost: 3 },
    );
  },
);
