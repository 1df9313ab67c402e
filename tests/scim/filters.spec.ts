import {
  allOf,
  atOnce,
  equalityFilter,
  expect,
  filteredPage,
  filteredWalk,
  findableUser,
  judgeWithRetries,
  listedPage,
  listedResources,
  notTested,
  requirement,
  type ScimClient,
  type ScimKind,
  type ScimResource,
  scimIds,
  scimPageOf,
  test,
  whileStable,
  writeJson,
} from '../../fixtures/index.ts';

const NOBODY = 'conformance-nobody';

/** Values that differ from one in use by a single character: `eq` finds none of its holders by them. */
const nearly = (value: string): string[] =>
  [[...value].slice(0, -1).join(''), [...value].slice(1).join(''), `${value}x`]
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== value);

const isSame = (one: unknown, other: unknown): boolean =>
  String(one).toLowerCase() === String(other).toLowerCase();

/** Names of resources by which they are filtered. */
const NAMED = {
  users: { name: 'userName', type: 'User' },
  groups: { name: 'displayName', type: 'Group' },
} as const;

/**
 * Filters that providers may decline; "only those resources matching the filter expression SHALL be returned" of what they take.
 *
 * @param sample - a resource that a filter by its name finds
 */
async function judgeUnusual(scim: ScimClient, kind: ScimKind, sample: ScimResource): Promise<void> {
  const { name, type } = NAMED[kind];
  const { id, [name]: value } = sample;
  const [own, nobody] = [equalityFilter(name, value), equalityFilter(name, NOBODY)];
  const either = `${own} or ${nobody}`;
  const hasName =
    (text: string) =>
    (one: ScimResource): boolean =>
      isSame(one[name] ?? '', text);
  const hasOwn = hasName(String(value));
  const asked: { filter: string; suits: (one: ScimResource) => boolean }[] = [
    { filter: equalityFilter(name, ` ${String(value)}`), suits: hasName(` ${String(value)}`) },
    { filter: equalityFilter(name, `${String(value)}"`), suits: hasName(`${String(value)}"`) },
    { filter: equalityFilter('id', id), suits: (one) => isSame(one.id, id) },
    { filter: either, suits: hasOwn },
    { filter: `${own} and ${nobody}`, suits: () => false },
    { filter: `not (${own})`, suits: (one) => !hasOwn(one) },
    // RFC 7644 §3.10: the whole name of an attribute.
    { filter: `urn:ietf:params:scim:schemas:core:2.0:${type}:${own}`, suits: hasOwn },
  ];
  for (const [{ filter, suits }, answer] of await atOnce(asked, ({ filter: one }) =>
    scim.list(kind, { filter: one }),
  )) {
    const page = scimPageOf(answer);
    const wrong = page?.resources.filter((one) => !suits(one)) ?? [];
    expect(scimIds(wrong), `${kind} that ${filter} lists and does not match`).toEqual([]);
    if (page && filter === either && page.resources.length === page.total)
      expect(scimIds(page.resources), `${kind} that ${filter} lists`).toContain(id);
  }
}

/** Nobody is found by a value that is nearly theirs, by none at all, or by one that nobody has. */
async function judgeNearly(
  scim: ScimClient,
  kind: ScimKind,
  attribute: 'userName' | Shared,
  value: string,
): Promise<void> {
  // An empty value may be declined.
  for (const [other, answer] of await atOnce([NOBODY, '', ...nearly(value)], (one) =>
    scim.list(kind, { filter: equalityFilter(attribute, one) }),
  )) {
    const wrong = scimPageOf(answer)?.resources.filter((one) => !isSame(one[attribute] ?? '', other)) ?? [];
    expect(scimIds(wrong), `${kind} found by ${writeJson(other)} whose ${attribute} is not that`).toEqual([]);
  }
}

// RFC 7644 §3.4.2.2
test('a filter by userName selects exactly that user', requirement('scim-filter'), ({ scim, eventually }) =>
  judgeWithRetries(eventually, async () => {
    const sample = (await listedResources(scim, 'users')).find(
      ({ userName }) => typeof userName === 'string',
    );
    if (!sample) return notTested('SCIM lists no users');
    const { resources } = await filteredPage(scim, 'users', equalityFilter('userName', sample.userName));
    expect(scimIds(resources), `users named ${String(sample.userName)}`).toEqual([sample.id]);
    await judgeNearly(scim, 'users', 'userName', String(sample.userName));
    await judgeUnusual(scim, 'users', sample);
  }),
);

/** Attributes whose value several resources may share: [requirement, kind, attribute]. */
const SHARED: readonly [string, ScimKind, 'externalId' | 'displayName'][] = [
  ['scim-filter-external-id', 'users', 'externalId'],
  ['scim-filter-display-name', 'users', 'displayName'],
  ['scim-groups-filter', 'groups', 'displayName'],
];

type Shared = (typeof SHARED)[number][2];

/** The first value, one with a blank, and one beyond ASCII, as far as there are such. */
function valuesOf(page: readonly ScimResource[], attribute: Shared): string[] {
  const values = page.map((one) => one[attribute]).filter((one) => typeof one === 'string' && one !== '');
  const some = [/./su, /\S \S/u, /\P{ASCII}/u].map((sort) => values.find((one) => sort.test(String(one))));
  return [...new Set(some.filter((one) => one !== undefined).map(String))];
}

/** A value finds the resources that have it, and no others. */
async function judgeValue(
  scim: ScimClient,
  [, kind, attribute]: (typeof SHARED)[number],
  value: string,
): Promise<void> {
  const { before, seen } = await whileStable(
    async () =>
      scimIds((await listedPage(scim, kind)).resources.filter((one) => one[attribute] === value))
        .map(String)
        .sort(),
    () => filteredWalk(scim, kind, equalityFilter(attribute, value)),
  );
  // Case is folded or not, as the schema of the provider says (RFC 7643 §2.2).
  const others = seen.resources.filter((one) => !isSame(one[attribute], value));
  expect(scimIds(others), `${kind} whose ${attribute} is not ${value}`).toEqual([]);
  const found = scimIds(seen.resources).map(String);
  // A list that is longer than a walk may hold the others further on.
  if (seen.complete)
    for (const one of before) expect(found, `${kind} whose ${attribute} is ${value}`).toContain(one);
}

for (const shared of SHARED) {
  const [id, kind, attribute] = shared;
  test(
    `a filter by ${attribute} selects exactly the ${kind} with that value`,
    requirement(id),
    ({ scim, eventually }) =>
      judgeWithRetries(eventually, async () => {
        const page = await listedResources(scim, kind);
        const [value, ...others] = valuesOf(page, attribute);
        if (value === undefined) return notTested(`none of the ${kind} shows ${attribute}`);
        for (const one of [value, ...others]) await judgeValue(scim, shared, one);
        await judgeNearly(scim, kind, attribute, value);
        const sample = page.find((one) => one[attribute] === value);
        if (kind === 'groups' && sample) await judgeUnusual(scim, kind, sample);
      }),
  );
}

// RFC 7644 §3.4.2: "totalResults: The total number of results returned by the list or query operation."
test(
  'totalResults counts what the filter selects',
  requirement('scim-filter-total'),
  ({ scim, eventually }) =>
    judgeWithRetries(eventually, async () => {
      const { userName } = await findableUser(scim);
      const filter = equalityFilter('userName', userName);
      const [one, nobody, counted] = await allOf([
        filteredPage(scim, 'users', filter),
        filteredPage(scim, 'users', equalityFilter('userName', NOBODY)),
        scim.users({ filter, count: 0 }),
      ]);
      expect(one.total, 'totalResults of a filter that selects one user').toBe(1);
      expect(nobody.total, 'totalResults of a filter that selects nobody').toBe(0);
      expect(scimPageOf(counted)?.total ?? 1, 'totalResults of such a filter with count=0').toBe(1);
    }),
);
