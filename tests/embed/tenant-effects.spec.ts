import {
  ANY_PROFILE,
  type AwaitedMemberships,
  allOf,
  assignmentOf,
  control,
  definitionsOf,
  EDGE_VALUES,
  type EmbedTenantScope,
  expect,
  isAccepted,
  isRefused,
  mayBeRefused,
  notTested,
  profileOf,
  requirement,
  type SessionRequest,
  test,
  under,
  writeJson,
} from '../../fixtures/index.ts';
import { elsewhereOf, joined, type Values } from './support.ts';

// What users have inside embed tenants, which only an adapter shows. What a call does with the groups and attributes
// of an embed tenant is what it does with tenant-wide ones.

const [EAST, WEST, NORTH] = ['conformanceeast', 'conformancewest', 'conformancenorth'] as const;
const FEW = [EAST, WEST, NORTH];
/** More than ten. How many a call may define, or a user join, is not shown. */
const GROUPS = [...FEW, ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `conformancetown${number}`)];
const RANK = 'conformancerank';
const DEFINED: SessionRequest = {
  groupDefinitions: FEW.map((name) => ({ name })),
  userAttributeDefinitions: [{ name: RANK, type: 'number' }],
};
/** The same groups with other descriptions, one that is new, a value, and a name. */
const REDEFINED: SessionRequest = {
  groupDefinitions: [...FEW, 'conformancebeside'].map((name) => ({ name, description: 'Described' })),
  userAttributes: [{ name: RANK, value: 1 }],
  userProfile: ANY_PROFILE,
};
/** What else a call may say. None of it is about groups. */
const BESIDE_GROUPS: SessionRequest = {
  // Another name than the one before.
  userProfile: profileOf(2),
  userAttributes: [{ name: RANK, value: 2 }],
  securityContext: { plan: 'gold' },
  settings: { showDashboardChat: false },
};

/** Sends what must be refused: it changes the type of an attribute. The test is not tested where that is accepted. */
async function mintConflict(scope: EmbedTenantScope, user: string, fields: SessionRequest): Promise<void> {
  const userAttributeDefinitions = [{ name: RANK, type: 'string' as const }];
  if (isAccepted(await scope.mint(user, { userAttributeDefinitions, ...fields })))
    notTested(
      'a definition that changes the type of an attribute was accepted',
      'embed-type-conflict-rejected',
    );
}

/** The name of a tenant-wide group, or another one where an embed tenant may have no group of that name. */
const namesakeOr = async (other: string, name: string, scope: EmbedTenantScope, user: string) =>
  isRefused(await scope.mint(user, definitionsOf('groups', [name]))) ? other : name;

/** Expects a user to belong to exactly these groups of an embed tenant: to none where they are not seen. */
async function expectGroups(
  memberships: AwaitedMemberships,
  user: string,
  groups: readonly string[],
  when: string,
): Promise<void> {
  const seen = (await memberships.settled(user, groups)) ?? new Set();
  expect(seen, `groups of "${user}" in the embed tenant, ${when}`).toEqual(new Set(groups));
}

test(
  'in creator mode groups replace, clear and keep the memberships in the embed tenant',
  requirement('embed-tenant-memberships'),
  async ({ discovery, membershipsIn, email, otherUser, scope, user }) => {
    const elsewhere = await elsewhereOf(discovery);
    const isOpen = isAccepted(await scope.mint(user, elsewhere));
    const everything = {
      ...DEFINED,
      ...(isOpen ? elsewhere : {}),
      ...BESIDE_GROUPS,
      email,
    };
    const memberships = membershipsIn(scope.name, GROUPS);

    // In the call that defines them, and in later ones: others, one more beside new definitions, others, all, two of them
    for (const [groups, fields] of [
      [[EAST], DEFINED],
      [[WEST], everything],
      [[WEST, NORTH], definitionsOf('groups', ['conformancemore'])],
      [[NORTH, EAST], {}],
      [GROUPS, definitionsOf('groups', GROUPS)],
      [FEW.slice(1), {}],
    ] as const) {
      const answer = await scope.mint(user, { ...fields, groups: [...groups] });
      if (groups === GROUPS && isRefused(answer)) continue;
      control(answer);
      await expectGroups(memberships, user, groups, `after ${writeJson(groups)}`);
    }
    // Kept by a call that is refused before its groups count, and by calls that say nothing of them
    await mintConflict(scope, user, { groups: [EAST] });
    for (const fields of [REDEFINED, everything, { userProfile: ANY_PROFILE }]) {
      await scope.session(user, fields);
      await expectGroups(memberships, user, FEW.slice(1), `after a call with ${Object.keys(fields)}`);
    }
    await allOf([scope.session(user, { ...everything, groups: [] }), scope.session(user)]);
    await expectGroups(
      memberships,
      user,
      [],
      'after an empty array, sent together with a call without `groups`',
    );
    await allOf([user, otherUser].map((one) => scope.session(one, { groups: [NORTH] })));
    for (const one of [user, otherUser])
      await expectGroups(memberships, one, [NORTH], 'after two users joined at the same time');
  },
);

test(
  'a membership in an embed tenant counts there alone, and for its user alone',
  requirement('embed-tenant-memberships-apart'),
  async ({
    embed,
    mayNameTenant,
    membershipsIfSeen,
    membershipsIn,
    names,
    otherUser,
    scope,
    sibling,
    user,
  }) => {
    const group = await namesakeOr(EAST, names.group, scope, user);
    const outside = await membershipsIfSeen();
    const inScope = membershipsIn(scope.name, [group]);
    const inSibling = membershipsIn(sibling.name, [group]);
    // Given a group of one name in two embed tenants and tenant-wide, in which one user is in the sibling alone
    const groupDefinitions = [{ name: group }];
    await scope.session(otherUser, { groups: [] });
    await sibling.session(otherUser, { groupDefinitions, groups: [group] });
    const redefined = { groupDefinitions: [{ name: group, description: 'Described' }], groups: [] };
    for (const place of [sibling, scope]) await place.session(user, redefined);
    await embed.session({ externalId: user, groups: [] });
    const cleared = new Set(await outside?.settled(user, []));
    await under('embed-groups-empty-clears', () => expect(cleared, 'tenant-wide groups').toEqual(new Set()));

    // When another user joins one of them, then they are in that one
    await scope.session(user, { groups: [group] });
    if (!(await inScope.settled(user, [group]))?.size)
      notTested('the user joined a group of the embed tenant and none is seen', 'embed-tenant-memberships');
    await expectGroups(inScope, user, [group], 'after the user joined its group');
    await expectGroups(inSibling, user, [], 'after the user joined a group in another one');
    for (const place of [sibling, scope]) await place.session(user);
    await under('embed-tenant-memberships', () =>
      expectGroups(inScope, user, [group], 'after sessions there and here that name no groups'),
    );
    if (outside) {
      const seen = (await outside.settled(user, [])) ?? new Set();
      expect(seen.has(names.group), `whether "${user}" is in the tenant-wide group of that name`).toBe(false);
    }
    // And when they leave all, the first one is where they were
    await sibling.session(user, { groups: [] });
    await expectGroups(inSibling, otherUser, [group], 'after another user has left');
    await expectGroups(inScope, otherUser, [], 'after the user joined a group in another one');
    // And a tenant-wide membership counts in none of them, not even in the one that the call names
    const named = mayNameTenant ? { embedTenantName: scope.name } : {};
    await embed.session({ externalId: otherUser, groups: [names.group], ...named });
    await expectGroups(inScope, otherUser, [], 'after the user joined the tenant-wide group of that name');
    await embed.session({ externalId: otherUser, groups: [] });
  },
);

test(
  'a session that changes memberships in one place leaves memberships elsewhere alone',
  requirement('embed-groups-elsewhere-kept'),
  async ({ embed, mayNameTenant, membershipsIfSeen, membershipsIn, names, scope, sibling, user }) => {
    const group = await namesakeOr(EAST, names.group, scope, user);
    const outside = await membershipsIfSeen();
    const inScope = membershipsIn(scope.name, [group]);
    const inSibling = membershipsIn(sibling.name, [group]);
    // Given a user in a group of one name in two embed tenants, and in one tenant-wide
    const before = outside && (await joined(embed, outside, user, [names.group]));
    for (const place of [sibling, scope])
      await place.session(user, { groupDefinitions: [{ name: group }], groups: [group] });
    if (!(await inScope.settled(user, [group]))?.size)
      notTested('the user joined a group of the embed tenant and none is seen', 'embed-tenant-memberships');
    await expectGroups(inSibling, user, [group], 'after they joined another one');

    // When they leave one, then they are in the others
    await scope.session(user, { groups: [] });
    await under('embed-groups-empty-clears', () =>
      expectGroups(inScope, user, [], 'after they left its group'),
    );
    await expectGroups(inSibling, user, [group], 'after they left another one');
    if (outside && before)
      expect(await outside.settled(user, before), `the tenant-wide groups of "${user}"`).toEqual(before);

    // And a session in creator mode brings nothing back that one outside ends at the same time
    const named = mayNameTenant ? { embedTenantName: sibling.name } : {};
    await allOf([scope.session(user), embed.session({ externalId: user, groups: [], ...named })]);
    if (outside && before)
      await under('embed-groups-empty-clears', async () =>
        expect(await outside.settled(user, []), `the tenant-wide groups of "${user}"`).toEqual(new Set()),
      );
    await expectGroups(inSibling, user, [group], 'after they left those of the whole tenant');
  },
);

/** The field that assigns values, by the names of their attributes. */
const valuesFor = (values: Values): SessionRequest => ({
  userAttributes: Object.entries(values).map(([name, value]) => ({ name, value })),
});

const HOME = 'conformancehome';
const LONG_CITY = `${'Oslo and '.repeat(130)}Bergen`;
const MANY_SCORES = Array.from({ length: 300 }, (_, index) => index);
const [TAGS, SCORES] = ['conformancetags', 'conformancescores'] as const;

test(
  'in creator mode values are saved for each user, in their embed tenant',
  requirement('embed-tenant-values'),
  async ({ definitionNames, discovery, otherUser, email, embed, scope, sibling, target, user, valuesIn }) => {
    const elsewhere = await elsewhereOf(discovery);
    // The name of one attribute begins with that of another. A dot in it is no path.
    const dotted = `${HOME}.city`;
    const city = definitionNames['user-attributes'].allows(dotted) ? dotted : `${HOME}city`;
    // One attribute of each type, and one more, which always has a value: a default is one for users without.
    const definitions = (description: string): SessionRequest => ({
      userAttributeDefinitions: [
        { name: HOME, type: 'string', description, displayName: description },
        { name: city, type: 'string', description, defaultValue: description },
        { name: RANK, type: 'number', description },
        { name: TAGS, type: 'string_array', description },
        { name: SCORES, type: 'number_array', description },
      ],
    });
    const valued = (...values: Values[string][]): Values =>
      Object.fromEntries([HOME, city, RANK, TAGS, SCORES].map((name, at) => [name, values[at] ?? null]));
    const none = valued();
    const expectValues = async (values: Values, when: string, place = scope, externalId = user) => {
      const what = `values of "${externalId}" in ${place === scope ? 'the' : 'another'} embed tenant, ${when}`;
      expect(await valuesIn(place.name).settled(externalId, values), what).toEqual(values);
    };
    // Given an attribute of one name in two embed tenants
    await sibling.session(user, definitions('there'));
    // A value that is the default is one all the same, also when there is another default.
    let saved = valued('Norway', 'here', 1, ['fjord', 'north'], [1, 2]);
    const first = { ...definitions('here'), ...valuesFor(saved), userProfile: ANY_PROFILE };
    await scope.session(user, first);
    await expectValues(saved, 'after the call that defines them');

    // When calls say nothing of an attribute, even if they define it, then its value is kept; otherwise it is overwritten, or cleared
    const besides = { userProfile: profileOf(2), email, groups: [] };
    await allOf([sibling.session(user), scope.session(user, { ...definitions('once more'), ...besides })]);
    const outside = (target.settings.TARGET_USER_ATTRIBUTES ?? []).slice(0, 1);
    const userAttributes = outside.map(({ name, type }) => assignmentOf(name, type));
    if (outside.length > 0) await embed.session({ externalId: user, userAttributes });
    // Whether the array may be empty is not shown.
    await scope.mint(user, { userAttributes: [] });
    await expectValues(
      saved,
      'after calls without values, here and in another embed tenant, and with a tenant-wide one',
    );
    const { string: texts, number, string_array: lists, number_array: numbers } = EDGE_VALUES;
    const half = Math.ceil((texts.length + 1) / 2);
    for (const [index, text] of texts.slice(0, half).entries()) {
      const other = texts[half + index] ?? LONG_CITY;
      const sent = [text, other, number[index] ?? index, lists[index] ?? [], numbers[index] ?? MANY_SCORES];
      const answer = await scope.mint(user, valuesFor(valued(...sent)));
      if ((sent.some(mayBeRefused) || other === LONG_CITY) && isRefused(answer)) continue;
      control(answer);
      saved = valued(...sent);
      await expectValues(saved, `after ${writeJson(saved)}`);
    }
    await mintConflict(scope, user, valuesFor({ [city]: 'refused' }));
    // The attribute whose type was to change keeps its value, too
    const changed: Values = { [HOME]: null, [TAGS]: null, [SCORES]: [7] };
    const last = { ...definitions('once more'), ...besides, ...valuesFor(changed) };
    // Values are those of the user, whatever deployment a session is for, if there may be one for another
    if (!isAccepted(await scope.mint(user, { ...last, ...elsewhere }))) await scope.session(user, last);
    const kept = { ...saved, ...changed };
    await expectValues(kept, 'after null, and after a call that was refused');

    // And what is saved at the same time is all saved: what is saved elsewhere, and of others, leaves it alone
    const moved: Values = { [HOME]: 'Norway', [RANK]: 2 };
    await allOf([
      ...Object.entries(moved).map(([name, value]) => scope.session(user, valuesFor({ [name]: value }))),
      sibling.session(user, valuesFor({ [city]: 'Rome' })),
      scope.session(otherUser, valuesFor({ [city]: 'Bern' })),
    ]);
    await expectValues({ ...none, [city]: 'Bern' }, 'of their own', scope, otherUser);
    await expectValues({ ...kept, ...moved }, 'after values of others and elsewhere');
    await scope.session(user, { ...definitions('at last'), ...valuesFor(none) });
    await expectValues({ ...none, [city]: 'Rome' }, 'saved there, after none is left here', sibling);
    await sibling.session(user, valuesFor(none));
    await expectValues(
      { ...none, [city]: 'Bern' },
      'after another user has none, and defines all anew',
      scope,
      otherUser,
    );
    await scope.session(otherUser, valuesFor(none));
  },
);
