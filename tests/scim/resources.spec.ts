import {
  about,
  expect,
  isAbsent,
  isPathSegment,
  judgeShape,
  judgeWithRetries,
  listedPage,
  listedResources,
  notTested,
  requirement,
  type ScimResource,
  scimIds,
  scimLooks,
  scimPageOf,
  test,
} from '../../fixtures/index.ts';

const KINDS = [
  { kind: 'users', noun: 'user', type: 'User', name: 'userName' },
  { kind: 'groups', noun: 'group', type: 'Group', name: 'displayName' },
] as const;

const urn = (type: string): string => `urn:ietf:params:scim:schemas:core:2.0:${type}`;

/** The ids of the resources on a page whose name no other one there has, by that name. */
function byName(page: readonly ScimResource[], name: 'userName' | 'displayName'): Map<unknown, unknown> {
  const named = page.filter((one) => typeof one[name] === 'string');
  const unique = named.filter((one) => named.filter((other) => other[name] === one[name]).length === 1);
  return new Map(unique.map((resource) => [resource[name], resource.id]));
}

for (const { kind, noun, type, name } of KINDS) {
  // RFC 7643 §3.1, §4.1 and §4.2: what every resource has.
  test(
    `each of the ${kind} has schemas, id and ${name}`,
    requirement(`scim-${noun}-resource`),
    async ({ discovery, http, scim, target }) => {
      for (const { id } of (await listedResources(scim, kind)).slice(0, 3)) {
        const one = await scim.one(kind, String(id));
        if (one.status === 200 && !isAbsent(one))
          expect(
            (one.json as ScimResource | null)?.id,
            'the id of a resource that is asked for by its id',
          ).toBe(id);
      }
      await scimLooks({ http, scim, discovery, settings: target.settings }, kind);
      judgeShape(http);
    },
  );

  // RFC 7643 §3: "schemas ... MUST only contain values defined as schema and schemaExtensions" of the type.
  test(
    `the schemas of each of the ${kind} name the core schema of its type`,
    requirement(`scim-${noun}-schema`),
    async ({ discovery, http, scim, target }) => {
      await listedResources(scim, kind);
      const seen = await scimLooks({ http, scim, discovery, settings: target.settings }, kind);
      for (const { where, resource, curl } of seen) {
        about({ curl });
        expect(resource.schemas, `schemas of ${String(resource.id)}, a ${noun} ${where}`).toContain(
          urn(type),
        );
      }
    },
  );

  // RFC 7643 §3.1: "stable, non-reassignable ... MUST be unique".
  test(
    `the ids of ${kind} are unique and stay the same`,
    requirement(`scim-${noun}-id-stable`),
    ({ scim, eventually }) =>
      // Tried more than once: a group may be deleted meanwhile, and its name given to another one.
      judgeWithRetries(eventually, async () => {
        const page = await listedResources(scim, kind, 2);
        const ids = scimIds(page);
        expect(new Set(ids).size, `different ids of ${page.length} ${kind}`).toBe(page.length);
        const known = byName(page, name);
        const looks = [{}, { startIndex: 2, count: 1 }, { startIndex: 1, count: 2 }];
        for (const query of looks) {
          const again = scimPageOf(await scim.list(kind, query));
          for (const [called, id] of byName(again?.resources ?? [], name))
            if (known.has(called))
              expect(id, `the id of ${String(called)}, listed again`).toBe(known.get(called));
        }
      }),
  );

  // RFC 7643 §3.1: "resourceType: The name of the resource type of the resource."
  test(
    `meta.resourceType of ${kind} is their type`,
    requirement(`scim-${noun}-meta-type`),
    async ({ discovery, http, scim, target }) => {
      const page = await listedPage(scim, kind);
      const seen = await scimLooks({ http, scim, discovery, settings: target.settings }, kind);
      let shown = 0;
      const judge = (resource: ScimResource | null | undefined, curl: string): void => {
        const { resourceType } = resource?.meta ?? {};
        if ((resourceType ?? undefined) === undefined) return;
        about({ curl });
        expect(resourceType, `meta.resourceType of a ${noun}`).toBe(type);
        shown += 1;
      };
      for (const resource of page.resources) judge(resource, page.curl);
      for (const { resource, curl } of seen) judge(resource, curl);
      const single = await scim.one(kind, String(page.resources[0]?.id));
      if (single.status === 200) judge(single.json as ScimResource | null, single.curl);
      if (shown === 0) notTested(`no ${noun} shows meta.resourceType`);
    },
  );
}

/** How many addresses that do not end in the id are asked for, of each kind. */
const MAX_LOCATIONS = 10;

/** The text at the end of an address among the users or among the groups; undefined where the address is none of theirs. */
function lastSegmentOf(location: string, endpoint: string): string | undefined {
  const [, encoded] = new RegExp(`/${endpoint}/([^/?#]+)$`).exec(`/${location}`) ?? [];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

// RFC 7643 §3.1: "location: The URI of the resource being returned." It may be relative (§2.3.7), and one of several. What it ends in
// is asked for at the target's own address: the token goes nowhere else.
test(
  'meta.location is the address of the resource itself',
  requirement('scim-meta-location'),
  async ({ scim }) => {
    let shown = 0;
    for (const [kind, endpoint] of [
      ['users', 'Users'],
      ['groups', 'Groups'],
    ] as const) {
      const page = await listedPage(scim, kind);
      const located = page.resources.flatMap(({ id, meta }) =>
        typeof meta?.location === 'string'
          ? [{ id, location: meta.location, name: lastSegmentOf(meta.location, endpoint) }]
          : [],
      );
      shown += located.length;
      const others = located.filter(({ id, name }) => name !== String(id));
      for (const { id, location, name } of others.slice(0, MAX_LOCATIONS)) {
        const answer = isPathSegment(name) ? await scim.one(kind, name) : undefined;
        if (answer?.status === 403) continue;
        const found = answer?.status === 200 ? (answer.json as ScimResource | null)?.id : undefined;
        about(page, ...(answer ? [answer] : []));
        expect(found, `the id of what is at ${location}, meta.location of one of the ${kind},`).toBe(id);
      }
    }
    if (shown === 0) notTested('no user and no group shows meta.location');
  },
);
