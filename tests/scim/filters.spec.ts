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
} from '../../fixtures/index.ts';

const NOBODY = 'conformance-nobody';

/** Values that differ from one in use by a single character: `eq` finds none of its holders by them. */
const nearly = (value: string): string[] =>
  [[...value].slice(0, -1).join(''), [...value].slice(1).join(''), `${value}x`]
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== value);

const isSame = (one: unknown, other: unknown): boolean =>
  String(one).toLowerCase() === String(other).toLowerCase();

/**
 * Filters that providers may decline; "only those resources matching the filter expression SHALL be returned" of what they take.
 *
 * @param sample - a user whom a filter by userName finds
 */
async function judgeUnusual(scim: ScimClient, { id, userName }: ScimResource): Promise<void> {
  const name = String(userName);
  const either = `${equalityFilter('userName', name)} or ${equalityFilter('userName', NOBODY)}`;
  const asked = [
    // RFC 7643 §4.1.1: userName is "a non-empty value".
    { filter: equalityFilter('userName', ''), suits: (one: ScimResource) => (one.userName ?? '') === '' },
    {
      filter: equalityFilter('userName', ` ${name}`),
      suits: (one: ScimResource) => isSame(one.userName, ` ${name}`),
    },
    { filter: equalityFilter('id', id), suits: (one: ScimResource) => isSame(one.id, id) },
    { filter: either, suits: (one: ScimResource) => one.id === id },
  ];
  for (const [{ filter, suits }, answer] of await atOnce(asked, ({ filter: one }) =>
    scim.users({ filter: one }),
  )) {
    const page = scimPageOf(answer);
    const wrong = page?.resources.filter((one) => !suits(one)) ?? [];
    expect(scimIds(wrong), `users whom ${filter} lists and does not match`).toEqual([]);
    if (page && filter === either)
      expect(scimIds(page.resources), `users whom ${filter} lists`).toEqual([id]);
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
    for (const name of [NOBODY, ...nearly(String(sample.userName))]) {
      const { resources: found } = await filteredPage(scim, 'users', equalityFilter('userName', name));
      const others = found.filter(({ userName }) => !isSame(userName, name));
      expect(scimIds(others), `users found by ${name} whose names are not that`).toEqual([]);
    }
    await judgeUnusual(scim, sample);
  }),
);

/** Attributes whose value several resources may share: [requirement, kind, attribute]. */
const SHARED: readonly [string, ScimKind, 'externalId' | 'displayName'][] = [
  ['scim-filter-external-id', 'users', 'externalId'],
  ['scim-filter-display-name', 'users', 'displayName'],
  ['scim-groups-filter', 'groups', 'displayName'],
];

for (const [id, kind, attribute] of SHARED) {
  test(
    `a filter by ${attribute} selects exactly the ${kind} with that value`,
    requirement(id),
    ({ scim, eventually }) =>
      judgeWithRetries(eventually, async () => {
        const page = await listedResources(scim, kind);
        const value = page.map((one) => one[attribute]).find((one) => typeof one === 'string' && one !== '');
        if (value === undefined) notTested(`none of the ${kind} shows ${attribute}`);
        const { before, seen } = await whileStable(
          async () =>
            scimIds((await listedPage(scim, kind)).resources.filter((one) => one[attribute] === value))
              .map(String)
              .sort(),
          () => filteredWalk(scim, kind, equalityFilter(attribute, value)),
        );
        // Case is folded or not, as the schema of the provider says (RFC 7643 §2.2).
        const others = seen.resources.filter((one) => !isSame(one[attribute], value));
        expect(scimIds(others), `${kind} whose ${attribute} is not ${String(value)}`).toEqual([]);
        const found = scimIds(seen.resources).map(String);
        // A list that is longer than a walk may hold the others further on.
        if (seen.complete)
          for (const one of before)
            expect(found, `${kind} whose ${attribute} is ${String(value)}`).toContain(one);
        for (const other of [NOBODY, ...nearly(String(value))]) {
          const { resources } = await filteredPage(scim, kind, equalityFilter(attribute, other));
          const wrong = resources.filter((one) => !isSame(one[attribute], other));
          expect(scimIds(wrong), `${kind} found by ${other} whose ${attribute} is not that`).toEqual([]);
        }
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
