import { alsoRequirement, test } from '../../fixtures/index.ts';

const FIX = "change the memberships of the session's user alone, whoever else is in the group";

// `groups` replaces the memberships of the session's user. Whoever else is in a group, such as an employee, may never have had a
// session.
test(
  "one user's groups do not change who else is in them",
  alsoRequirement('embed-groups-other-users-untouched'),
  async ({ bystanders, embed, groups, user }) => {
    const setting =
      (...history: readonly string[][]) =>
      async (): Promise<void> => {
        for (const names of history) await embed.session({ externalId: user, groups: names });
      };
    await bystanders.expectNotAllGone({ after: 'sessions set groups of other users', fix: FIX });

    // Given groups that others are in
    const joined = await bystanders.joinedAmong(groups);

    // When a user joins one and leaves it for none, or for another one, then the others stay as they were
    await bystanders.expectUntouched(
      joined.map((group) => setting([group], [])),
      { after: "a user's groups were set and cleared", fix: FIX },
    );
    await bystanders.expectUntouched(
      joined.map((group, index) => {
        const other = joined[index - 1] ?? groups.findLast((name) => name !== group) ?? groups[0];
        return setting([other], [group], [other]);
      }),
      { after: "a user's groups were replaced by others", fix: FIX },
    );
    await embed.mint({ externalId: user, groups: [] });
  },
);
