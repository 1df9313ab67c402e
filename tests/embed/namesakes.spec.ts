import {
  alsoRequirement,
  control,
  equalityFilter,
  expect,
  isAccepted,
  namesakes,
  notTested,
  resourcesIn,
  type ScimClient,
  type ScimUser,
  test,
  valueOfNamesake,
} from '../../fixtures/index.ts';

// One name may be that of a tenant-wide record and of records in several embed tenants. They have nothing to do with each
// other: what a call creates, changes or deletes in one place leaves the others as they were.

const APART = 'keep records by their ids: a name says which record is meant in one catalog alone';

test(
  'what becomes of namesakes in embed tenants leaves memberships outside alone',
  alsoRequirement('embed-groups-omitted-keeps'),
  async ({ embed, memberships, names, scope, sibling, user, otherUser }) => {
    // Given a member of a tenant-wide group
    control(await embed.mint({ externalId: user, groups: [names.group] }));
    const before = await memberships.settled(user, [names.group]);
    if (!before?.size)
      return notTested('the user joined a group and none is seen (see embed-groups-replaces)');
    const expectKept = async (when: string): Promise<void> =>
      expect(await memberships.settled(user, before), `groups ${when}`, APART).toEqual(before);

    // When the user defines namesakes in two embed tenants and names no groups, then they are kept
    await scope.session(user, namesakes(names, 1, 'one'));
    await sibling.session(user, namesakes(names, 2, 'other'));
    await scope.session(user);
    await expectKept('after namesakes were defined');

    // And so they are when others join these, and leave them
    await scope.session(otherUser, { groups: [names.group], ...valueOfNamesake(names, 1) });
    await sibling.session(otherUser, { groups: [names.group] });
    await scope.session(otherUser, { groups: [] });
    await sibling.session(user, valueOfNamesake(names, 2));
    await embed.session({ externalId: user });
    await expectKept('after others joined the namesakes and left them');
  },
);

/** What SCIM shows of the internal user of that name; undefined where it shows none, or several. */
async function internalIn(scim: ScimClient, userName: string): Promise<unknown> {
  const found = resourcesIn<ScimUser>(await scim.users({ filter: equalityFilter('userName', userName) }));
  const [one, ...others] = (found ?? []).filter(({ externalId }) => externalId !== userName);
  if (!one || others.length > 0) return undefined;
  const { id, displayName, emails, groups } = one;
  return { id, displayName, emails, groups: groups?.map(({ value }) => value).sort() };
}

test(
  'users of one email, or with the id of an internal user, have memberships of their own',
  alsoRequirement('embed-groups-other-users-untouched'),
  async ({ embed, groups, memberships, scim, target, user, otherUser }) => {
    // Given a member of two groups
    const [first, second] = groups;
    const email = `${user}@example.com`;
    control(await embed.mint({ externalId: user, email, groups: [first, second] }));
    const before = await memberships.settled(user, [first, second]);
    if (!before?.size)
      return notTested('the user joined groups and none is seen (see embed-groups-replaces)');

    // When another user of the same email gets other groups, then the first one keeps theirs
    await embed.mint({ externalId: otherUser, email, groups: [first] });
    await embed.mint({ externalId: otherUser, email, groups: [] });
    expect(await memberships.settled(user, before), `groups of "${user}"`, APART).toEqual(before);

    // When an external user with the id of an internal one gets groups, then the internal one stays as they were
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    if (!internalId || internalId !== internalId.trim().toLowerCase()) return;
    const internal = await internalIn(scim, internalId);
    if (!internal) return;
    for (const fields of [
      { groups: [first] },
      { groups: [] },
      { userProfile: { displayName: 'Conformance' } },
    ])
      if (!isAccepted(await embed.mint({ externalId: internalId, ...fields }))) return;
    expect(
      await internalIn(scim, internalId),
      `the internal user "${internalId}" after an external one of the same id changed`,
      'keep external users apart from internal ones, whatever their ids',
    ).toEqual(internal);
  },
);

test(
  'an internal user gets sessions where an external one has the same id',
  alsoRequirement('embed-internal-accepted'),
  async ({ creatorMode, embed, groups, internalId, user }) => {
    control(await embed.mint({ internalId }));
    if (internalId !== internalId.trim().toLowerCase()) return;
    // Given an external user of that id, who is in a group and was in an embed tenant
    control(await embed.mint({ externalId: user }));
    for (const fields of [{ groups: [groups[0]] }, creatorMode ?? {}, { groups: [] }])
      if (!isAccepted(await embed.mint({ externalId: internalId, ...fields }))) return;
      // When the internal one is named by internalId, then that is who is meant
      else
        expect(
          await embed.mint({ internalId }),
          'the internal user, where an external one has the same id:',
          'look internalId up among the internal users alone',
        ).toBeAccepted();
  },
);

test(
  'read-only mode knows a tenant-wide attribute by its own type, whatever its namesakes are',
  alsoRequirement('embed-attributes-scope-read-only'),
  async ({ embed, names, observers, scope, sibling, user }) => {
    const { attribute } = names;
    const own = valueOfNamesake(names, 0);
    const saved = { [attribute.name]: own.userAttributes?.[0]?.value ?? null };
    control(await embed.mint({ externalId: user, ...own }));
    const isStrict = !isAccepted(await embed.mint({ externalId: user, ...valueOfNamesake(names, 1) }));
    control(await embed.mint({ externalId: user, ...own }));
    const shows = (await observers.values?.settled(user, saved))?.[attribute.name] !== null;

    // Given namesakes of other types in two embed tenants, of which the user has values
    for (const [place, steps] of [
      [scope, 1],
      [sibling, 2],
    ] as const) {
      await place.session(user, {
        ...namesakes(names, steps, 'a namesake'),
        ...valueOfNamesake(names, steps),
      });

      // When a session outside has a value of the type there, then it is accepted, and one of the namesake's is not
      expect(
        await embed.mint({ externalId: user, ...own }),
        'a value of the tenant-wide type:',
        APART,
      ).toBeAccepted();
      if (isStrict)
        expect(
          await embed.mint({ externalId: user, ...valueOfNamesake(names, steps) }),
          "a value of the namesake's type:",
          APART,
        ).toBeRejected();
    }

    // And what becomes of values inside leaves the value outside alone
    await scope.session(user, { userAttributes: [{ name: attribute.name, value: null }] });
    if (observers.values && shows)
      expect(
        await observers.values.settled(user, saved),
        'the tenant-wide value after those of namesakes were set and cleared',
        APART,
      ).toEqual(saved);
  },
);
