import {
  alsoRequirement,
  equalityFilter,
  expect,
  filteredPage,
  isAccepted,
  isSameText,
  judgeWithRetries,
  notTested,
  scimIds,
  scimPageOf,
  test,
} from '../../fixtures/index.ts';

/** Display names that differ in one character. */
const NAMES = [
  'Conformance 🚀 plan',
  'Conformance 🎉 plan',
  'Conformance q\u0307 plan',
  'Conformance q plan',
];

const NO_KEY = 'set TARGET_API_KEY: users with unusual names are provisioned with it';

// RFC 7644 §3.4.2.2: `eq` compares whole values, whatever characters they hold.
test(
  'a filter by displayName tells names apart that differ in an emoji or a mark',
  alsoRequirement('scim-filter-display-name'),
  async ({ embed, eventually, scim, target, user }) => {
    if (target.settings.TARGET_API_KEY === undefined) notTested(NO_KEY);
    for (const [index, displayName] of NAMES.entries()) {
      // Given a user of that name
      if (!isAccepted(await embed.mint({ externalId: user, userProfile: { displayName } })))
        notTested('no user could be given a display name');

      // When users are looked for by it, or by another, then those found have that name
      const other = NAMES[(index + 1) % NAMES.length] as string;
      await judgeWithRetries(eventually, async () => {
        for (const name of [displayName, other]) {
          const { resources } = await filteredPage(scim, 'users', equalityFilter('displayName', name));
          const wrong = resources.filter((one) => !isSameText(one.displayName, name));
          expect(scimIds(wrong), `users found by "${name}" whose displayName is not that`).toEqual([]);
          if (name !== displayName || resources.length > 0) continue;
          // Who is shown by that name is found by it.
          const own = scimPageOf(await scim.users({ filter: equalityFilter('externalId', user) }));
          const missing = own?.resources.filter((one) => one.displayName === name) ?? [];
          expect(scimIds(missing), `users whose displayName is "${name}", and whom it does not find`).toEqual(
            [],
          );
        }
      });
    }
  },
);

test(
  'a filter by externalId tells letters apart that are written alike in capitals',
  alsoRequirement('scim-filter-external-id'),
  async ({ embed, eventually, scim, target, unusualUser }) => {
    if (target.settings.TARGET_API_KEY === undefined) notTested(NO_KEY);
    if (!isAccepted(await embed.mint({ externalId: unusualUser })))
      notTested('the user could not be provisioned');
    await judgeWithRetries(eventually, async () => {
      for (const id of [unusualUser, unusualUser.replace('ß', 'ss'), unusualUser.replace('e\u0301', 'e')]) {
        const { resources } = await filteredPage(scim, 'users', equalityFilter('externalId', id));
        const wrong = resources.filter((one) => !isSameText(one.externalId, id));
        expect(scimIds(wrong), `users found by "${id}" whose externalId is not that`).toEqual([]);
      }
    });
  },
);
