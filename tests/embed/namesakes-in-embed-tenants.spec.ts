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

for (const [kind, id] of [
  ['groups', 'embed-groups-scope-read-only'],
  ['user-attributes', 'embed-attributes-scope-read-only'],
] as const)
  test(
    `read-only mode knows tenant-wide ${kind} whose namesakes were deleted`,
    alsoRequirement(id),
    async ({ embed, embedTenants, names, scope, user, otherUser }) => {
      const use = kind === 'groups' ? { groups: [names.group] } : valueOfNamesake(names, 0);
      for (const externalId of [user, otherUser]) control(await embed.mint({ externalId, ...use }));
      // Given a namesake that a user had, and that was deleted
      await scope.define(user, namesakes(names, 1, 'a namesake'));
      await scope.session(user, { groups: [names.group], ...valueOfNamesake(names, 1) });
      await scope.session(user, { groups: [] });
      for (const record of (await scope.snapshot())[kind])
        control(await embedTenants.remove(kind, scope.name, record.id));

      // When the tenant-wide record is used, be the embed tenant named or not, then it is known
      for (const externalId of [user, otherUser])
        for (const named of [{}, { embedTenantName: scope.name }])
          expect(
            await embed.mint({ externalId, ...named, ...use }),
            `the tenant-wide record after its namesake was deleted${'embedTenantName' in named ? ', where the embed tenant is named' : ''}:`,
            APART,
          ).toBeAccepted();
    },
  );

test(
  'creator mode knows an attribute by its own type, whatever its namesakes are',
  alsoRequirement('embed-attributes-scope-creator'),
  async ({ embed, names, observers, scope, sibling, user }) => {
    const { name } = names.attribute;
    // Given a user with a tenant-wide value, and namesakes of other types
    const outside = { [name]: valueOfNamesake(names, 0).userAttributes?.[0]?.value ?? null };
    control(await embed.mint({ externalId: user, ...valueOfNamesake(names, 0) }));
    const seen = await observers.values?.settled(user, outside);
    const shows = seen !== undefined && seen[name] !== null;
    for (const [place, steps] of PLACES) {
      const where = { scope, sibling }[place];
      await where.session(user, namesakes(names, steps, place));

      // When they get values of their types, and none, then that is accepted, and the value outside is kept
      for (const use of [valueOfNamesake(names, steps), { userAttributes: [{ name, value: null }] }]) {
        expect(await where.mint(user, use), 'a value for the namesake:', APART).toBeAccepted();
        if (observers.values && shows)
          expect(await observers.values.settled(user, outside), 'the value outside', APART).toEqual(outside);
      }
    }
  },
);

test(
  'definitions of one name in several embed tenants leave each other and the tenant-wide one alone',
  alsoRequirement('embed-definitions-stay-in-scope'),
  async ({ embed, membershipsIfSeen, names, scope, sibling, user, otherUser }) => {
    // Given a user who has the tenant-wide records (found out first: finding out takes memberships of its own)
    const memberships = await membershipsIfSeen();
    const own = valueOfNamesake(names, 0);
    control(await embed.mint({ externalId: user, groups: [names.group], ...own }));
    const isStrict = !isAccepted(await embed.mint({ externalId: user, ...valueOfNamesake(names, 1) }));
    control(await embed.mint({ externalId: user, ...own }));
    const before = await memberships?.settled(user, [names.group]);

    // When namesakes are defined in two embed tenants: of one type there, of another than outside
    await sibling.session(otherUser, namesakes(names, 1, 'the older one'));
    const there = await sibling.settled((now) => now.groups.length > 0 && now['user-attributes'].length > 0);
    await scope.session(user, namesakes(names, 1, 'the younger one'));
    await scope.session(user, namesakes(names, 1, 'the younger one, once more'));

    // Then each of them is as it was defined, and the tenant-wide ones are as they were
    expect(await sibling.settled(there), 'what the sibling holds', APART).toEqual(there);
    if (memberships && before?.size)
      expect(await memberships.settled(user, before), `groups of "${user}"`, APART).toEqual(before);
    for (const externalId of [user, otherUser])
      expect(
        await embed.mint({ externalId, ...own }),
        'a value of the tenant-wide type:',
        APART,
      ).toBeAccepted();
    if (isStrict)
      expect(
        await embed.mint({ externalId: user, ...valueOfNamesake(names, 1) }),
        "a value of the namesakes' type, outside:",
        APART,
      ).toBeRejected();
  },
);

for (const [kind, id] of [
  ['groups', 'embed-group-description-updated'],
  ['user-attributes', 'embed-attribute-definition-updated'],
] as const)
  test(
    `texts of namesakes among ${kind} are updated one by one`,
    alsoRequirement(id),
    async ({ names, scope, sibling, user, otherUser }) => {
      // Given an older namesake in one embed tenant and a younger one in another, whose texts show
      await sibling.define(otherUser, namesakes(names, 1, 'older'));
      await scope.define(user, namesakes(names, 1, 'younger'));
      const descriptionIn = async (place: typeof scope, expected: string) => {
        const shown = (now: Awaited<ReturnType<typeof scope.snapshot>>) => now[kind][0]?.description;
        return shown(await place.settled((now) => shown(now) === expected));
      };
      if ((await descriptionIn(scope, 'younger')) === undefined)
        notTested(`the ${kind} of embed tenants show no description`);

      // When either gets a new one, the former one once more, and one after a call that is refused, then it alone has it
      const expected = { scope: 'younger', sibling: 'older' };
      for (const [place, text] of [
        ['scope', 'new in one'],
        ['sibling', 'new in the other'],
        ['scope', 'younger'],
        ['scope', 'after a refusal'],
      ] as const) {
        const where = { scope, sibling }[place];
        if (text === 'after a refusal') await where.mint(user, namesakes(names, 2, 'refused'));
        await where.session(user, namesakes(names, 1, text));
        expected[place] = text;
        for (const one of ['scope', 'sibling'] as const)
          expect(
            await descriptionIn({ scope, sibling }[one], expected[one]),
            `the description in ${one}`,
            APART,
          ).toBe(expected[one]);
      }
    },
  );
