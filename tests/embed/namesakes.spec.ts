import {
  alsoRequirement,
  control,
  type EmbedTenantScope,
  expect,
  isAccepted,
  isRefusedSaying,
  type Names,
  namesakes,
  notTested,
  RECORD_KINDS,
  type RecordKind,
  test,
  under,
  valueOfNamesake,
} from '../../fixtures/index.ts';
import { expectGroups, joined, valuesOf } from './support.ts';

// One name may be that of a tenant-wide record and of records in several embed tenants. They have nothing to do with each
// other: what a call creates, changes or deletes in one place leaves the others as they were.

const APART = 'keep records by their ids: a name says which record is meant in one catalog alone';

/** Two embed tenants, and how far the types of their attributes are from those of the tenant-wide ones. */
const placesOf = (scope: EmbedTenantScope, sibling: EmbedTenantScope) =>
  [
    [scope, 1],
    [sibling, 2],
  ] as const;

/** The tenant-wide value of the attribute, by its name. */
const outsideOf = (names: Names) => valuesOf(valueOfNamesake(names, 0).userAttributes ?? []);

test(
  'changes to namesakes in embed tenants leave tenant-wide memberships alone',
  alsoRequirement('embed-groups-omitted-keeps'),
  async ({ embed, memberships, names, scope, sibling, target, user, otherUser }) => {
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    // Given a member of a tenant-wide group
    const before = await joined(embed, memberships, user, [names.group]);
    const expectKept = (when: string) => expectGroups(memberships, user, before, ` ${when}`, APART);

    // When the user defines namesakes in two embed tenants and names no groups, then they are kept
    for (const [place, steps] of placesOf(scope, sibling)) {
      await place.session(user, namesakes(names, steps, `step ${steps}`));
      await place.session(user, valueOfNamesake(names, steps));
      await place.session(user);
    }
    await expectKept('after namesakes were defined and had values');

    // And so they are when others join these, and leave them
    await embed.session({ externalId: otherUser, groups: [] });
    await under('embed-groups-empty-clears', () => expectGroups(memberships, otherUser, []));
    await scope.session(otherUser, { groups: [names.group], ...valueOfNamesake(names, 1) });
    await under('embed-groups-scope-creator', () =>
      expectGroups(memberships, otherUser, [], ' after a namesake was joined', APART),
    );
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
  async ({ embed, mayNameTenant, names, observers, scope, sibling, user: externalId }) => {
    const { name } = names.attribute;
    const own = valueOfNamesake(names, 0);
    const saved = outsideOf(names);
    await embed.session({ externalId, ...own });
    const isStrict = !isAccepted(await embed.mint({ externalId, ...valueOfNamesake(names, 1) }));
    await embed.session({ externalId, ...own });
    const shows = (await observers.values?.settled(externalId, saved))?.[name] !== null;

    // Given namesakes of other types in two embed tenants, of which the user has values
    for (const [place, steps] of placesOf(scope, sibling)) {
      const other = valueOfNamesake(names, steps);
      await place.session(externalId, { ...namesakes(names, steps, 'a namesake'), ...other });

      // When a session outside has a value of the type there, then it is accepted, and one of the namesake's is not
      for (const named of mayNameTenant ? [{}, { embedTenantName: place.name }] : [{}]) {
        const answer = await embed.mint({ externalId, ...named, ...own });
        const where = 'embedTenantName' in named ? ', where the embed tenant is named' : '';
        expect(answer, `a value of the tenant-wide type${where}:`, APART).toBeAccepted();
      }
      if (isStrict)
        expect(await embed.mint({ externalId, ...other }), "of the namesake's type:", APART).toBeRejected();
    }

    // And what becomes of values inside leaves the value outside alone: until they are gone, a target may show those of one name together
    for (const place of [scope, sibling])
      await place.session(externalId, { userAttributes: [{ name, value: null }] });
    if (observers.values && shows) {
      const seen = await observers.values.settled(externalId, saved);
      expect(seen, 'the tenant-wide value after those of namesakes came and went', APART).toEqual(saved);
    }
  },
);

test(
  'creator mode knows an attribute by its own type, whatever its namesakes are',
  alsoRequirement('embed-attributes-scope-creator'),
  async ({ embed, names, observers, scope, sibling, user }) => {
    const { name } = names.attribute;
    // Given a user with a tenant-wide value that no namesake gets, and namesakes of another type and of the same
    const value = valueOfNamesake(names, 0).userAttributes?.[0]?.value;
    const changed =
      typeof value === 'number' ? value + 1 : Array.isArray(value) ? value.slice(1) : `${value}s`;
    const userAttributes = [{ name, value: changed }];
    const outside = valuesOf(userAttributes);
    await embed.session({ externalId: user, userAttributes });
    const seen = await observers.values?.settled(user, outside);
    const shows = seen !== undefined && seen[name] !== null;
    for (const [place, steps] of [
      [scope, 1],
      [sibling, 0],
    ] as const) {
      await place.session(user, namesakes(names, steps, `step ${steps}`));

      // When they get values of their types, and none, then that is accepted, and the value outside is kept
      for (const use of [valueOfNamesake(names, steps), { userAttributes: [{ name, value: null }] }])
        expect(await place.mint(user, use), 'a value for the namesake:', APART).toBeAccepted();
      if (observers.values && shows)
        expect(await observers.values.settled(user, outside), 'the value outside', APART).toEqual(outside);
    }
  },
);

test(
  'definitions of one name in several embed tenants leave each other and the tenant-wide one alone',
  alsoRequirement('embed-definitions-stay-in-scope'),
  async ({ embed, membershipsIfSeen, names, scope, sibling, user, otherUser }) => {
    // Given a user who has the tenant-wide records (found out first: finding out takes memberships of its own)
    const memberships = await membershipsIfSeen();
    const [own, other] = [valueOfNamesake(names, 0), valueOfNamesake(names, 1)];
    await embed.session({ externalId: user, groups: [names.group], ...own });
    const isStrict = !isAccepted(await embed.mint({ externalId: user, ...other }));
    await embed.session({ externalId: user, ...own });
    const before = await memberships?.settled(user, [names.group]);

    // When namesakes are defined in two embed tenants: of one type there, of another than outside
    const definitions = namesakes(names, 1, 'the older one');
    const older = await sibling.mint(otherUser, definitions);
    await sibling.endIfTaken(older, definitions);
    const isConflict = isRefusedSaying('cannot change type')(older);
    expect(isConflict, 'whether the type outside counts in the embed tenant', APART).toBe(false);
    control(older);
    const there = await sibling.settled((now) => now.groups.length > 0 && now['user-attributes'].length > 0);
    await scope.session(user, namesakes(names, 1, 'the younger one'));
    await scope.session(user, namesakes(names, 1, 'the younger one, once more'));

    // Then each of them is as it was defined, and the tenant-wide ones are as they were
    expect(
      await sibling.settled(there),
      `what "${sibling.name}" holds after definitions in "${scope.name}"`,
      APART,
    ).toEqual(there);
    if (memberships && before?.size) await expectGroups(memberships, user, before, '', APART);
    for (const externalId of [user, otherUser])
      expect(await embed.mint({ externalId, ...own }), 'of the tenant-wide type:', APART).toBeAccepted();
    if (isStrict)
      expect(await embed.mint({ externalId: user, ...other }), "of the namesakes':", APART).toBeRejected();
  },
);

/** The rule that says how the texts of a kind are updated. */
const TEXT_RULES = {
  groups: 'embed-group-description-updated',
  'user-attributes': 'embed-attribute-definition-updated',
} as const;

test(
  'descriptions of namesakes are updated one by one',
  alsoRequirement(TEXT_RULES.groups),
  async ({ names, scope, sibling, user, otherUser }) => {
    // Given an older namesake in one embed tenant and a younger one in another, whose descriptions show
    const older = await sibling.define(otherUser, namesakes(names, 1, 'older'));
    const younger = await scope.define(user, namesakes(names, 1, 'younger'));
    const kinds = RECORD_KINDS.filter((kind) => younger[kind][0]?.description !== undefined);
    if (kinds.length === 0) notTested('the records of embed tenants show no description');
    const expectIn = async (place: EmbedTenantScope, wanted: string): Promise<void> => {
      const defined = place === scope ? younger : older;
      const shown = (now: typeof younger, kind: RecordKind) =>
        now[kind].find(({ id }) => id === defined[kind][0]?.id)?.description;
      const seen = await place.settled((now) => kinds.every((kind) => shown(now, kind) === wanted), kinds);
      for (const kind of kinds)
        await under(TEXT_RULES[kind], () =>
          expect(shown(seen, kind), `the description in the ${kind} of ${place.name}`, APART).toBe(wanted),
        );
    };

    // When either gets a new one, and another one after a call that is refused, then it alone has it
    const expected = new Map([
      [scope, 'younger'],
      [sibling, 'older'],
    ]);
    for (const [place, text] of [
      [scope, 'new in one'],
      [sibling, 'new in the other'],
      [scope, 'after a refusal'],
    ] as const) {
      if (text === 'after a refusal') await place.mint(user, namesakes(names, 2, 'refused'));
      await place.session(user, namesakes(names, 1, text));
      expected.set(place, text);
      for (const [one, wanted] of expected) await expectIn(one, wanted);
    }
  },
);
