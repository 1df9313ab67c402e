import { expect, isAccepted, requirement, test, writeJson } from '../../fixtures/index.ts';

// "`externalId`: Stable id of the external user; lowercase and trimmed"
test(
  'an externalId in capitals or with blanks around it is refused, or names the same user',
  requirement('embed-external-id-canonical'),
  async ({ embed, speltUser: user, groups, memberships }) => {
    const [first, second] = groups;
    // A few fixed spellings: each may become an external user, who cannot be deleted.
    for (const spelling of [user.toUpperCase(), `\t ${user}`, `${user} \n`]) {
      await embed.session({ externalId: user, groups: [first] });
      const answer = await embed.mintInvalid({ externalId: spelling, groups: [second] });
      if (!isAccepted(answer)) {
        expect(answer).toBeRejected();
        continue;
      }
      const seen = await memberships.settled(user, [second]);
      expect(seen, `groups of "${user}" after ${writeJson(spelling)} joined`).toEqual(new Set([second]));
    }
  },
);
