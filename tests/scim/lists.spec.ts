import {
  expect,
  isAbsent,
  notTested,
  requirement,
  type ScimUser,
  summarise,
  test,
} from '../../fixtures/index.ts';

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

interface List {
  schemas?: unknown;
  totalResults?: unknown;
  Resources?: Record<string, unknown>[];
}

// RFC 7644 §3.4.2: a ListResponse with schemas, totalResults and, unless empty, Resources.
for (const kind of ['users', 'groups'] as const) {
  test(`${kind} answer a ListResponse`, requirement(`scim-${kind}-list`), async ({ scim }) => {
    const answer = await scim[kind]();
    if (isAbsent(answer) || answer.status === 403)
      notTested(`SCIM is not served to this token: ${summarise(answer)}`);
    expect(answer).toHaveStatus(200);
    const { schemas, totalResults, Resources = [] } = answer.json as List;
    expect(schemas, 'schemas').toContain(LIST);
    expect(typeof totalResults, 'the type of totalResults').toBe('number');
    expect(Resources.length, 'resources on the page').toBeLessThanOrEqual(Number(totalResults));
  });
}

// RFC 7643 §3.1, §4.1 and §4.2: what every resource has.
const RESOURCES = [
  ['scim-user-resource', 'users', 'userName'],
  ['scim-group-resource', 'groups', 'displayName'],
] as const;

for (const [id, kind, name] of RESOURCES) {
  test(`each of the ${kind} has schemas, id and ${name}`, requirement(id), async ({ scim }) => {
    const answer = await scim[kind]();
    const resources = (answer.json as List | undefined)?.Resources ?? [];
    if (answer.status !== 200 || resources.length === 0)
      notTested(`SCIM lists no ${kind}: ${summarise(answer)}`);
    for (const resource of resources) {
      expect(resource.schemas, 'schemas').toBeInstanceOf(Array);
      expect(typeof resource.id, 'the type of id').toBe('string');
      expect(typeof resource[name], `the type of ${name}`).toBe('string');
      const one = await (kind === 'users' ? scim.user : scim.group).call(scim, resource.id as string);
      if (one.status === 200)
        expect((one.json as { id?: unknown }).id, 'the id of a resource, asked for alone').toBe(resource.id);
      if (resource === resources[2]) break;
    }
  });
}

// RFC 7644 §3.4.2.2
test('a userName filter selects that user', requirement('scim-filter'), async ({ scim }) => {
  const all = ((await scim.users()).json as { Resources?: ScimUser[] } | undefined)?.Resources ?? [];
  const sample = all.find(({ userName }) => userName !== undefined);
  if (!sample) return notTested('SCIM lists no users');
  const answer = await scim.users({ filter: `userName eq ${JSON.stringify(sample.userName)}` });
  if (answer.status !== 200) notTested(`filters are not supported: ${summarise(answer)}`);
  const found = (answer.json as { Resources?: ScimUser[] }).Resources ?? [];
  expect(
    found.map(({ id }) => id),
    `users named ${sample.userName}`,
  ).toEqual([sample.id]);
  const nobody = await scim.users({ filter: 'userName eq "conformance-nobody"' });
  if (nobody.status === 200) {
    expect(
      (nobody.json as { Resources?: unknown[] }).Resources ?? [],
      'users with a name that nobody has',
    ).toEqual([]);
  }
});

// RFC 7644 §3.4.2.4: startIndex is 1-based, count bounds the page, totalResults is the whole number.
test('startIndex and count page through the users', requirement('scim-paging'), async ({ scim }) => {
  const read = async (startIndex: number, count: number): Promise<{ ids: unknown[]; total: number }> => {
    const answer = await scim.users({ startIndex, count });
    if (answer.status !== 200) notTested(`users are not listed: ${summarise(answer)}`);
    const { Resources = [], totalResults } = answer.json as List;
    return { ids: Resources.map(({ id }) => id), total: Number(totalResults) };
  };
  // Another worker may provision a user meanwhile: only a list that stood still can be judged.
  for (let tries = 0; tries < 5; tries += 1) {
    const before = await read(1, 3);
    if (before.ids.length < 3) notTested('SCIM needs to list three users on a page');
    const [first, rest] = [await read(1, 1), await read(2, 2)];
    if (JSON.stringify((await read(1, 3)).ids) !== JSON.stringify(before.ids)) continue;
    expect(first.ids, 'users from startIndex=1 with count=1').toEqual(before.ids.slice(0, 1));
    expect(rest.ids, 'users from startIndex=2 with count=2').toEqual(before.ids.slice(1, 3));
    expect(first.total, 'totalResults on a page of one').toBeGreaterThanOrEqual(3);
    return;
  }
  notTested('the list of users did not stand still');
});

// RFC 7644 §3.12
test('an unknown id is answered 404 in the SCIM error shape', requirement('scim-error'), async ({ scim }) => {
  const listed = await scim.users();
  if (listed.status !== 200) notTested(`users are not listed: ${summarise(listed)}`);
  const [known] = (listed.json as { Resources?: ScimUser[] }).Resources ?? [];
  if (known?.id === undefined) return notTested('SCIM lists no users');
  if ((await scim.user(known.id)).status !== 200) notTested('a user that is listed cannot be read alone');
  const answer = await scim.user('conformance-no-such-user');
  expect(answer).toHaveStatus(404);
  const { schemas, status } = (answer.json ?? {}) as { schemas?: unknown; status?: unknown };
  expect(schemas, 'schemas of the error').toContain(ERROR);
  expect(String(status), 'status of the error').toBe('404');
});
