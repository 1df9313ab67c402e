import {
  alsoRequirement,
  control,
  expect,
  isAccepted,
  namesakes,
  notTested,
  test,
  valueOfNamesake,
} from '../../fixtures/index.ts';

// One name may be that of a tenant-wide record and of records in several embed tenants. They have nothing to do with each
// other: what a call creates, changes or deletes in one place leaves the others as they were.

/** Embed tenants, and how far the types of their attributes are from those of the tenant-wide ones. */
const PLACES = [
  ['scope', 1],
  ['sibling', 2],
] as const;

const APART = 'keep records by their ids: a name says which record is meant in one catalog alone';

test(
  'what becomes of namesakes in embed tenants leaves memberships outside alone',
  alsoRequirement('embed-groups-omitted-keeps'),
  async ({ embed, memberships, names, scope, sibling, target, user, otherUser }) => {
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    // Given a member of a tenant-wide group
    control(await embed.mint({ externalId: user, groups: [names.group] }));
    const before = await memberships.settled(user, [names.group]);
    if (!before?.size) return notTested('the user joined a group and none is seen', 'embed-groups-replaces');
    const expectKept = async (when: string): Promise<void> =>
      expect(await memberships.settled(user, before), `groups ${when}`, APART).toEqual(before);

    // When the user defines namesakes in two embed tenants and names no groups, then they are kept
    for (const [place, steps] of PLACES) {
      const where = { scope, sibling }[place];
      await where.session(user, namesakes(names, steps, place));
      await where.session(user, valueOfNamesake(names, steps));
      await where.session(user);
    }
    await expectKept('after namesakes were defined and had values');

    // And so they are when others join these, and leave them
    await scope.session(otherUser, { groups: [names.group], ...valueOfNamesake(names, 1) });
    await sibling.session(otherUser, { groups: [names.group] });
    await scope.session(otherUser, { groups: [] });
    await expectKept('after others joined the namesakes and left them');

    // And so they are when calls of other kinds come first
    if (internalId) await embed.mint({ internalId });
    await embed.session({ externalId: user, ...valueOfNamesake(names, 0) });
    await expectKept('after values, right after a session of an internal user');
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
      for (const named of [{}, { embedTenantName: place.name }])
        expect(
          await embed.mint({ externalId: user, ...named, ...own }),
          `a value of the tenant-wide type${'embedTenantName' in named ? ', where the embed tenant is named' : ''}:`,
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
