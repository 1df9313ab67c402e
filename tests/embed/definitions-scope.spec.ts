import {
  allOf,
  definitionsOf,
  expect,
  isAccepted,
  notTested,
  requirement,
  scimGroupsNamed,
  test,
  usageOf,
} from '../../fixtures/index.ts';

const GROUP = 'conformance-scoped-group';
const ATTRIBUTE = 'conformance-scoped-attribute';
const OWN = 'conformance-scoped-own';

const DEFINITIONS = {
  groupDefinitions: [{ name: GROUP }],
  userAttributeDefinitions: [{ name: ATTRIBUTE, type: 'string' as const }],
};
const USES = [
  ['the group', usageOf('groups', GROUP)],
  ['the attribute', usageOf('user-attributes', ATTRIBUTE)],
] as const;

// "They affect only the embed-tenant scope, never tenant-wide groups or attributes."
test(
  'definitions appear only in their embed tenant',
  requirement('embed-definitions-stay-in-scope'),
  async ({ embed, http, scope, sibling, target, user, otherUser }) => {
    // Given names that are unknown, and a sibling in which definitions work
    await embed.session({ externalId: user });
    for (const [what, use] of USES)
      if (isAccepted(await embed.mint({ externalId: user, ...use })))
        notTested(`${what} conformance-scoped-... exists tenant-wide: remove it`);
    await sibling.define(otherUser, {
      ...definitionsOf('groups', [OWN]),
      ...definitionsOf('user-attributes', [OWN]),
    });
    await sibling.session(otherUser, { ...usageOf('groups', OWN), ...usageOf('user-attributes', OWN) });
    const shown = () =>
      target.settings.TARGET_ACCESS_TOKEN === undefined ? [] : scimGroupsNamed(http, GROUP);
    const [before, shownBefore] = await allOf([sibling.snapshot(), shown()]);

    // When they are defined in one embed tenant
    await scope.define(user, DEFINITIONS);

    // Then they are unknown tenant-wide
    for (const [what, use] of USES)
      expect(
        await embed.mint({ externalId: user, ...use }),
        `${what} in a read-only session:`,
      ).toBeRejected();

    // And in the sibling
    const [after, shownAfter] = await allOf([sibling.settled(before), shown()]);
    expect(after, 'what the sibling holds').toEqual(before);
    // SCIM shows tenant-wide groups. One of that name may have been there before: no session can assign it then.
    if (shownBefore.length === 0)
      expect(shownAfter, `tenant-wide groups of SCIM called ${GROUP}`).toEqual([]);
    for (const [what, use] of USES)
      expect(await sibling.mint(user, use), `${what} in the sibling:`).toBeRejected();

    // And the names are still free there: for an attribute of another type, which is no change of type
    const own = await scope.snapshot();
    const taken = {
      ...DEFINITIONS,
      userAttributeDefinitions: [{ name: ATTRIBUTE, type: 'number' as const }],
    };
    const apart = 'look definitions up by embed tenant and name: each embed tenant has types of its own';
    expect(await sibling.mint(otherUser, taken), 'the same names in the sibling:', apart).toBeAccepted();
    expect(await scope.settled(own), 'what the embed tenant holds after that').toEqual(own);
    expect(
      await scope.mint(user, usageOf('user-attributes', ATTRIBUTE)),
      'a value of the type of this embed tenant:',
      apart,
    ).toBeAccepted();
  },
);
