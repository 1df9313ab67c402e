import {
  about,
  allOf,
  alsoRequirement,
  asciiFold,
  atOnce,
  endWithoutList,
  entriesOf,
  equalityFilter,
  expect,
  filteredPage,
  filteredWalk,
  findableUser,
  isAccepted,
  isSameText,
  judgeEach,
  judgeWithRetries,
  listedKinds,
  listedPage,
  listedResources,
  notTested,
  requirement,
  type ScimClient,
  type ScimKind,
  type ScimQuery,
  type ScimResource,
  scimIds,
  scimPageOf,
  sortedScimIds,
  test,
  under,
  whileStable,
  wholeList,
  writeJson,
} from '../../fixtures/index.ts';

const NOBODY = 'conformance-nobody';

/** Values that differ from one in use by a single character: `eq` finds none of its holders by them. */
const nearly = (value: string): string[] =>
  [[...value].slice(0, -1).join(''), [...value].slice(1).join(''), `${value} and x`]
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== value);

const NAMED = {
  users: { name: 'userName', type: 'User' },
  groups: { name: 'displayName', type: 'Group' },
} as const;

type Attribute = 'id' | 'userName' | 'displayName' | 'externalId';

/** A filter, and what tells the resources that it selects. */
interface Selection {
  readonly filter: string;
  readonly suits: (one: ScimResource) => boolean;
  readonly selects?: unknown;
}

const equalities = (attribute: Attribute, values: readonly unknown[]): Selection[] =>
  values.map((value) => ({
    filter: equalityFilter(attribute, value),
    suits: (one) => isSameText(one[attribute] ?? '', value),
  }));

/** Providers may decline any of these filters; "only those resources matching the filter expression SHALL be returned" of what they take. */
async function judgeSelections(
  scim: ScimClient,
  kind: ScimKind,
  selections: readonly Selection[],
  more: ScimQuery = {},
) {
  const answers = await atOnce(selections, ({ filter }) => scim.list(kind, { filter, ...more }));
  const asked = Object.keys(more).length === 0 ? '' : ` with ${writeJson(more)}`;
  for (const [{ filter, suits, selects }, answer] of answers) {
    const page = scimPageOf(answer);
    const wrong = page?.resources.filter((one) => !suits(one)) ?? [];
    expect(
      scimIds(wrong),
      `ids of ${kind} that do not match the filter ${filter} and are listed for it${asked}`,
    ).toEqual([]);
    if (page && selects !== undefined && page.resources.length === page.total)
      expect(scimIds(page.resources), `${kind} that ${filter} lists`).toContain(selects);
  }
}

/** Nobody is found by a value that is nearly theirs, an empty one (which may be declined) or another one, nor behind the first page. */
async function judgeNearly(
  scim: ScimClient,
  kind: ScimKind,
  attribute: Attribute,
  value: string,
  others: readonly unknown[] = [NOBODY],
) {
  await judgeSelections(scim, kind, equalities(attribute, [...others, '', ...nearly(value)]));
  const own = equalities(attribute, [value]);
  // And with parameters that identity providers send beside a filter
  await judgeSelections(scim, kind, own, { startIndex: 2, count: 5, excludedAttributes: 'members' });
  // What `attributes` leaves out, although it is asked for, is another rule's.
  const shown = own.map(({ filter, suits }) => ({
    filter,
    suits: (one: ScimResource) => one[attribute] === undefined || suits(one),
  }));
  await judgeSelections(scim, kind, shown, { attributes: attribute });
}

/** An email, a displayName and an externalId that are nobody's userName: a user may be looked for by these, too. */
const otherNames = (users: readonly ScimResource[]): unknown[] =>
  [
    users.flatMap(({ emails }) => entriesOf(emails).map(({ value }) => value)),
    users.map((one) => one.displayName),
    users.map((one) => one.externalId),
  ]
    .map((names) =>
      names.find((name) => name && !users.some(({ userName }) => isSameText(userName ?? '', name))),
    )
    .filter((name) => name !== undefined);

/**
 * Values and attributes that are asked for seldom, of a resource that a filter by its name finds: among them what SQL, LDAP and a
 * regular expression match by.
 *
 * @param others - what else must find nobody by the name
 */
function judgeUnusual(
  scim: ScimClient,
  kind: ScimKind,
  { id, ...sample }: ScimResource,
  others: readonly unknown[],
): Promise<void> {
  const { name } = NAMED[kind];
  const value = String(sample[name]);
  const values = [...['%', '*', '.*'].map((rest) => value.slice(0, 1) + rest), ...others];
  // An attribute that the provider does not search by may be declined. To ignore it would be to select everybody.
  const unknown = kind === 'users' ? `emails.value eq "${NOBODY}@example.com"` : `externalId eq "${NOBODY}"`;
  return judgeSelections(scim, kind, [
    ...equalities(name, values),
    ...equalities('id', [id, `${id}x`]),
    { filter: unknown, suits: () => false },
  ]);
}

/** What goes beyond comparing one attribute: providers may support it or not. */
const BEYOND = [
  {
    id: 'scim-filter-logical-operators',
    title: 'and, or and not: the whole filter decides',
    filtersFor: ({ filter: own, suits, selects }: Selection, { nobody }: { nobody: string }) => [
      // RFC 7644 §3.4.2.2: and goes before or. Neither the first comparison nor the last one alone selects the same.
      { filter: `${nobody} or ${own} or ${nobody} and ${nobody}`, suits, selects },
      { filter: `${own} AND ${nobody}`, suits: () => false },
      // Others of that name in another case may be selected.
      { filter: `not (${own})`, suits: ({ id }: ScimResource) => id !== selects },
    ],
  },
  {
    // RFC 7644 §3.10: the whole name of an attribute.
    id: 'scim-filter-qualified-names',
    title: 'a filter may write the URN of the schema before the name of an attribute',
    filtersFor: ({ filter: own, suits }: Selection, { type }: { type: string }) => [
      { filter: `urn:ietf:params:scim:schemas:core:2.0:${type}:${own}`, suits },
    ],
  },
  {
    // RFC 7644 §3.4.2.2, table 3.
    id: 'scim-filter-text-operators',
    title: 'co, sw, ew and ne select the matching users',
    kinds: ['users'],
    filtersFor: (_own: Selection, { name, sample }: { name: Attribute; sample: ScimResource }) => [
      ...(['includes', 'startsWith', 'endsWith'] as const).map((method, index) => {
        // Neither the beginning nor the end of the name, so that no operator finds the same by it as another one.
        const middle = [...String(sample[name])].slice(1, -1).join('');
        const suits = (one: ScimResource) => small(one[name])[method](small(middle));
        return { filter: `${name} ${['co', 'sw', 'ew'][index]} ${writeJson(middle)}`, suits };
      }),
      {
        filter: `${name} ne ${writeJson(sample[name])}`,
        suits: ({ id }: ScimResource) => id !== sample.id,
      },
    ],
  },
];

for (const { id, title, kinds = ['users', 'groups'], filtersFor } of BEYOND)
  test(title, requirement(id), ({ scim, eventually }) =>
    judgeWithRetries(eventually, async () => {
      const asked = (await listedKinds(scim)).filter((kind) => kinds.includes(kind));
      await judgeEach(asked, async (kind) => {
        const { name, type } = NAMED[kind];
        const sample = (await listedResources(scim, kind)).find((one) => typeof one[name] === 'string');
        if (!sample) return notTested(`none of the ${kind} shows ${name}`);
        const [own, nobody] = equalities(name, [sample[name], NOBODY]) as [Selection, Selection];
        // Which filters a provider takes is its own affair: one by the name alone comes first.
        const { resources } = await filteredPage(scim, kind, own.filter);
        if (resources.length === 0)
          return notTested(`a filter by one comparison selects none of the ${kind}`);
        if (!resources.every(own.suits))
          notTested('a filter by one comparison selects others as well', 'scim-filter', 'scim-groups-filter');
        const all = { ...own, selects: sample.id };
        await judgeSelections(scim, kind, filtersFor(all, { nobody: nobody.filter, sample, name, type }));
      });
    }),
  );

// RFC 7644 §3.4.2.2; RFC 7643 §4.1.1: userName "is case insensitive".
test(
  'a filter by userName selects exactly the users of that name',
  requirement('scim-filter'),
  ({ scim, eventually }) =>
    judgeWithRetries(eventually, async () => {
      const { resources: users } = await wholeList(scim, 'users');
      const named = users.filter(({ userName }) => typeof userName === 'string');
      const [sample] = named;
      if (!sample) return notTested('SCIM lists no users');
      const userName = String(sample.userName);
      // Internal users may be listed first, and external ones last. What is kept in capitals may be found by no spelling, and a sign that
      // addresses escape be read twice.
      const inCapitals = named.find((one) => /[A-Z]/.test(String(one.userName))) ?? sample;
      const last = named.findLast((one) => /[+%&]/.test(String(one.userName))) ?? named.at(-1);
      for (const one of new Set([sample, last, inCapitals].map((user) => String(user?.userName))))
        await judgeEq(scim, 'users', 'userName', one);
      await judgeNearly(scim, 'users', 'userName', userName);
      await judgeUnusual(scim, 'users', sample, otherNames(users));
    }),
);

/** Attributes whose value several resources may share: [requirement, kind, attribute]. */
const SHARED: readonly [string, ScimKind, Attribute][] = [
  ['scim-filter-external-id', 'users', 'externalId'],
  ['scim-filter-display-name', 'users', 'displayName'],
  ['scim-groups-filter', 'groups', 'displayName'],
];

/** The first value, one with a capital, one with a blank, and one beyond ASCII, as far as there are such. */
function valuesOf(page: readonly ScimResource[], attribute: Attribute): string[] {
  const values = page.map((one) => one[attribute]).filter((one) => typeof one === 'string' && one !== '');
  const some = [/./su, /\p{Lu}/u, /\S \S/u, /\P{ASCII}/u];
  return [...new Set(some.flatMap((sort) => values.find((one) => sort.test(String(one))) ?? []).map(String))];
}

/** Those of a list that suit: of its first page, or of all its pages where none does there. */
async function suitableOf(scim: ScimClient, kind: ScimKind, suits: (one: ScimResource) => boolean) {
  const page = await listedPage(scim, kind);
  const suitable = page.resources.filter(suits);
  return suitable.length > 0 || page.complete
    ? suitable
    : (await wholeList(scim, kind)).resources.filter(suits);
}

async function judgeEq(
  scim: ScimClient,
  kind: ScimKind,
  attribute: Attribute,
  value: string,
  { mayBeUnsupported = attribute !== 'userName' } = {},
) {
  // An internal and an external user may share a userName, whatever their case, and wherever they are listed. Letters beyond ASCII may
  // be told apart. The case of the others is folded or not, as the schema of the provider says (RFC 7643 §2.2).
  const listed = async (): Promise<readonly ScimResource[]> =>
    attribute === 'userName'
      ? (await wholeList(scim, kind)).resources.filter(
          (one) => asciiFold(String(one[attribute] ?? '')) === asciiFold(value),
        )
      : suitableOf(scim, kind, (one) => one[attribute] === value);
  const { before, seen } = await whileStable(
    async () => sortedScimIds(await listed()),
    () => filteredWalk(scim, kind, equalityFilter(attribute, value)),
  );
  const others = seen.resources.filter((one) => !isSameText(one[attribute] ?? '', value));
  const wrong = others.map((one) => one[attribute] ?? null);
  const filter = equalityFilter(attribute, value);
  expect(wrong, `the ${attribute} of other ${kind} that ${filter} selects`).toEqual([]);
  const found = scimIds(seen.resources).map(String);
  // By an attribute that a provider does not search by, it may list nobody: by the first value, and not by others later.
  if (mayBeUnsupported && found.length === 0 && before.length > 0)
    return notTested(`a filter by ${attribute} selects none of the ${kind}: it may not be supported`);
  // A list that is longer than a walk may hold the others further on.
  if (!seen.complete) return;
  for (const one of before) expect(found, `${kind} whose ${attribute} is ${value}`).toContain(one);
  await under('scim-filter-total', () =>
    expect(seen.total, `totalResults of ${kind} whose ${attribute} is ${value}`).toBe(found.length),
  );
}

for (const [id, kind, attribute] of SHARED) {
  test(
    `a filter by ${attribute} selects exactly the ${kind} with that value`,
    requirement(id),
    ({ scim, eventually }) =>
      judgeWithRetries(eventually, async () => {
        const page = await suitableOf(scim, kind, (one) => Boolean(one[attribute]));
        const [value, ...others] = valuesOf(page, attribute);
        if (value === undefined) return notTested(`none of the ${kind} shows ${attribute}`);
        const sample = page.find((one) => one[attribute] === value);
        // Neither the id nor the name of a user is its externalId.
        const unlike = attribute === 'externalId' ? [sample?.id, sample?.userName] : [NOBODY];
        await judgeNearly(scim, kind, attribute, value, unlike);
        await judgeEq(scim, kind, attribute, value);
        for (const one of others) await judgeEq(scim, kind, attribute, one, { mayBeUnsupported: false });
        if (kind === 'groups' && sample) await judgeUnusual(scim, kind, sample, [`${sample.displayName}"`]);
      }),
  );
}

/** RFC 7644 §3.12: invalidFilter and tooMany, a filter on what is confidential, and what is not supported. */
const DECLINED = [400, 403, 501];

// RFC 7644 §3.4.2: "totalResults: The total number of results returned by the list or query operation."
test(
  'totalResults counts what the filter selects',
  requirement('scim-filter-total'),
  ({ scim, eventually }) =>
    judgeWithRetries(eventually, async () => {
      const { ids, userName } = await findableUser(scim);
      const filter = equalityFilter('userName', userName);
      const [found, none, counted] = await allOf([
        filteredPage(scim, 'users', filter),
        scim.list('users', { filter: equalityFilter('userName', NOBODY) }),
        scim.list('users', { filter, count: 0 }),
      ]);
      // A value may be declined for its form, as a filter may. Nobody of that name is no error.
      if (!DECLINED.includes(none.status)) expect(none, 'a filter that selects nobody:').toHaveStatus(200);
      const nobody = scimPageOf(none) ?? endWithoutList(none, 'the filter is not supported');
      // A user whom rows of a join show twice is one.
      const length = new Set(ids).size;
      about(found);
      expect(found.total, `totalResults of a filter that selects ${length}`).toBe(length);
      about(nobody);
      expect(nobody.total, 'totalResults of a filter that selects nobody').toBe(0);
      const { total = length, resources = [] } = scimPageOf(counted) ?? {};
      expect(total, 'totalResults of such a filter with count=0').toBe(length);
      await under('scim-paging', () =>
        expect(scimIds(resources), 'users that such a filter lists with count=0').toEqual([]),
      );
    }),
);

const NO_KEY = 'set TARGET_API_KEY: users with unusual names are provisioned with it';

const small = (text: unknown): string => String(text).normalize().toLowerCase();

test(
  'a filter by externalId finds letters beyond ASCII, and distinguishes letters that share a capital',
  alsoRequirement('scim-filter-external-id'),
  async ({ embed, eventually, scim, target, unusualUser }) => {
    if (target.settings.TARGET_API_KEY === undefined) notTested(NO_KEY);
    if (!isAccepted(await embed.mint({ externalId: unusualUser })))
      notTested('no session was given to the external user whose id has letters beyond ASCII');
    await judgeWithRetries(eventually, async () => {
      await judgeEq(scim, 'users', 'externalId', unusualUser);
      for (const id of [unusualUser, unusualUser.replace('ß', 'ss'), unusualUser.replace('e\u0301', 'e')]) {
        const { resources } = await filteredPage(scim, 'users', equalityFilter('externalId', id));
        // Not isSameText: ß and ss are two here.
        const wrong = resources.filter((one) => small(one.externalId) !== small(id));
        expect(scimIds(wrong), `users found by "${id}" whose externalId is not that`).toEqual([]);
      }
    });
  },
);
