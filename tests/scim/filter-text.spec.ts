import {
  control,
  describeExchange,
  ERROR_SCHEMA,
  equalityFilter,
  expect,
  filteredWalk,
  findableUser,
  isSameText,
  isScimError,
  judgeWithRetries,
  listedResources,
  notTested,
  requirement,
  scimIds,
  scimPageOf,
  sortedScimIds,
  swapAsciiCase,
  test,
  writeJson,
} from '../../fixtures/index.ts';

/** Letters beyond ASCII stay: a target may fold their case by the rules of a language. */
const inCapitals = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase());

// RFC 7643 §4.1.1: userName "is REQUIRED and is case insensitive".
test('a userName is found whatever its case', requirement('scim-filter-value-case'), ({ scim, eventually }) =>
  judgeWithRetries(eventually, async () => {
    const users = await listedResources(scim, 'users');
    const names = users.map(({ userName }) => String(userName)).filter((name) => /[a-z]/i.test(name));
    // Internal users may be listed first, and external ones last.
    for (const [known, spell] of [
      [names[0], swapAsciiCase],
      [names.at(-1), inCapitals],
    ] as const) {
      const { ids, userName } = await findableUser(scim, (name) => name === known);
      const spelt = spell(userName);
      const { resources } = await filteredWalk(scim, 'users', equalityFilter('userName', spelt));
      expect(sortedScimIds(resources), `users named ${spelt}`).toEqual(ids);
    }
  }),
);

// RFC 7644 §3.4.2.2: "Attribute names and attribute operators used in filters are case insensitive."
test(
  'attribute names and operators are read whatever their case',
  requirement('scim-filter-names-case'),
  ({ scim, eventually }) =>
    judgeWithRetries(eventually, async () => {
      const { ids, userName } = await findableUser(scim);
      for (const spelt of ['USERNAME eq', 'username eq', 'userName EQ', 'userName Eq']) {
        const answer = await scim.list('users', { filter: `${spelt} ${writeJson(userName)}` });
        expect(answer).toHaveStatus(200);
        expect(sortedScimIds(scimPageOf(answer)?.resources ?? []), `users with ${spelt}`).toEqual(ids);
      }
    }),
);

/** Values with quotes of both sorts and backslashes. A careless parser takes some of them for a known name, or for more of the filter. */
const awkward = (known: string): string[] => [
  `conformance's "nobody"`,
  '"',
  'conformance\\nobody',
  'conformance-nobody\\',
  '\\"',
  `${known.slice(0, 1)}\\${known.slice(1)}`,
  `${known}"`,
  `"${known}"`,
  'conformance" or userName pr or userName eq "',
  // What SQL reads that is put together of texts. A firewall may refuse these, and the others count.
  `${known}' or 'a'='a`,
  `conformance') or ('a'='a`,
];

// RFC 7644 §3.4.2.2: the value is a JSON string.
test(
  'quotes and backslashes in a value are part of the value',
  requirement('scim-filter-quoting'),
  async ({ scim }) => {
    const { userName: known } = await findableUser(scim);
    let read = 0;
    for (const value of awkward(known)) {
      const answer = await scim.list('users', { filter: equalityFilter('userName', value) });
      const page = scimPageOf(answer);
      // A provider that cannot read such a value selects no user by it.
      if (!page) continue;
      read += 1;
      const others = page.resources.filter(({ userName }) => !isSameText(userName, value));
      expect(scimIds(others), `users that a filter by ${writeJson(value)} selects`).toEqual([]);
    }
    if (read === 0) notTested('the target answers no filter whose value holds a quote or a backslash');
  },
);

// RFC 7644 §3.4.2.2, figure 1: "compValue = false / null / true / number / string ; rules from JSON".
test('JSON escapes in a value are read', requirement('scim-filter-escapes'), async ({ scim }) => {
  const { ids, userName } = await findableUser(scim, (name) => name !== '');
  const code = userName.charCodeAt(0).toString(16).padStart(4, '0');
  const rest = writeJson(userName.slice(1)).slice(1);
  const filter = `userName eq "\\u${code}${rest}`;
  const answer = await scim.list('users', { filter });
  expect(answer).toHaveStatus(200);
  const seen = sortedScimIds(scimPageOf(answer)?.resources ?? []);
  expect(seen, `ids of the users that ${filter} selects, as without the escape,`).toEqual(ids);
  for (const value of awkward(userName))
    expect(
      await scim.list('users', { filter: equalityFilter('userName', value) }),
      writeJson(value),
    ).toBeHandled();
});

const nonsense = (value: string, attribute = 'userName'): string =>
  `${attribute} conformance ${writeJson(value)}`;

// RFC 7644 §3.4.2.2: "Providers MUST decline to filter results if the specified filter operation is not recognized".
test('a filter with an unknown operator is refused', requirement('scim-invalid-filter'), async ({ scim }) => {
  const { userName } = await findableUser(scim);
  expect(await scim.list('users', { filter: nonsense(userName) })).toBeRejected();
  // Groups may not be shown, or not be filtered.
  const plain = await scim.list('groups', { filter: equalityFilter('displayName', 'conformance') });
  if (!scimPageOf(plain)) return;
  control(plain);
  const filter = nonsense('conformance', 'displayName');
  expect(await scim.list('groups', { filter }), 'of groups:').toBeRejected();
});

// RFC 7644 §3.4.2.2: "... and return an HTTP 400 error with a scimType error of invalidFilter".
test(
  'the refusal of an unknown operator has the scimType invalidFilter',
  requirement('scim-error-scim-type'),
  async ({ scim }) => {
    const { userName } = await findableUser(scim);
    const answer = await scim.list('users', { filter: nonsense(userName) });
    expect(answer).toHaveStatus(400);
    const { schemas, scimType } = (answer.json ?? {}) as { schemas?: unknown; scimType?: unknown };
    expect(schemas, 'schemas of the error').toContain(ERROR_SCHEMA);
    expect(scimType, 'scimType of the error').toBe('invalidFilter');
  },
);

/** A string without its closing quote, a bracket that is not closed, and a value without an attribute. */
const malformed = (userName: string): string[] => {
  const value = writeJson(userName);
  return [`userName eq ${value.slice(0, -1)}`, `(userName eq ${value}`, value];
};

// RFC 7644 §3.12, table 9: "The specified filter syntax was invalid".
test('a malformed filter is refused', requirement('scim-malformed-filter'), async ({ scim }) => {
  const { userName } = await findableUser(scim);
  for (const filter of malformed(userName)) expect(await scim.list('users', { filter })).toBeRejected();
});

// RFC 7644 §3.12: 400, "Request is unparsable, syntactically incorrect, or violates schema."
test(
  'the refusal of a malformed filter is a SCIM error',
  requirement('scim-malformed-filter-error'),
  async ({ scim }) => {
    const { userName } = await findableUser(scim);
    for (const filter of malformed(userName)) {
      const answer = await scim.list('users', { filter });
      expect(answer).toHaveStatus(400);
      const body = isScimError(answer) ? 'a SCIM error' : describeExchange(answer);
      expect(body, 'the body').toBe('a SCIM error');
    }
  },
);
