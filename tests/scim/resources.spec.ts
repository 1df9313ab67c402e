import {
  about,
  allOf,
  alsoRequirement,
  control,
  describeExchange,
  type Exchange,
  entriesOf,
  equalityFilter,
  expect,
  FOUND_BY_EXTERNAL_ID,
  findExternalUser,
  isPathSegment,
  isSameText,
  isScimError,
  isShown,
  judgeShape,
  judgeWithRetries,
  listedPage,
  listedResources,
  notTested,
  profileOf,
  requirement,
  type ScimResource,
  scimIds,
  scimLooks,
  scimPageOf,
  test,
  under,
  wholeList,
  writeJson,
} from '../../fixtures/index.ts';
import { lastSegmentOf, MAX_LOCATIONS } from './support.ts';

const KINDS = [
  { kind: 'users', noun: 'user', type: 'User', name: 'userName', entries: 'groups' },
  { kind: 'groups', noun: 'group', type: 'Group', name: 'displayName', entries: 'members' },
] as const;

/** Whether a value holds nothing: null, an empty list, or an object or list of nothing else (RFC 7643 §2.5). */
const holdsNothing = (value: unknown): boolean =>
  typeof value === 'object' && Object.values(value ?? {}).every(holdsNothing);

/** Keys that are URIs, hold something, and are no schema that the resource names, nor one of its attributes. */
const unnamedExtensions = ({ schemas, ...fields }: ScimResource): string[] =>
  Object.entries(fields)
    .filter(([key, value]) => /^urn:/i.test(key) && !holdsNothing(value))
    .map(([key]) => key)
    .filter((key) =>
      [schemas].flat().every((one) => !`${key}:`.toLowerCase().startsWith(`${one}:`.toLowerCase())),
    );

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

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
      await listedResources(scim, kind);
      // RFC 7644 §3.9: what is asked for comes in addition to "the minimum set of resource attributes". It may be refused.
      const asked: ScimResource[] = [];
      const attributes = kind === 'users' ? `${name},password` : name;
      for (const query of [{ attributes }, { excludedAttributes: 'id' }]) {
        const { resources = [] } = scimPageOf(await scim.list(kind, { ...query, count: 2 })) ?? {};
        asked.push(...resources);
        const what = `${kind} on a page with count=2 and ${writeJson(query)}`;
        const paging = kind === 'users' ? 'scim-paging' : 'scim-groups-paging';
        await under(paging, () => expect(resources.length, what).toBeLessThanOrEqual(2));
      }
      const seen = await scimLooks({ http, scim, discovery, settings: target.settings }, kind);
      judgeShape(http);
      const users = kind === 'users' ? seen : [];
      // A report does not quote it. One sign again and again stands for a password, and is none; nor is a word such as [hidden].
      const shown = kind === 'users' ? [...seen.map(({ resource }) => resource), ...asked] : [];
      const showing = shown.filter(
        ({ password }) =>
          !/^(.?)\1*$|^\W*(hidden|masked|protected|redacted)\W*$/isu.test(String(password ?? '')),
      );
      expect(scimIds(showing), 'users who show a password').toEqual([]);
      for (const { where, resource, curl } of users)
        for (const [attribute, values] of Object.entries(resource)) {
          const primary = [values].flat().filter((one) => one?.primary === true);
          about({ curl });
          expect(
            primary.length,
            `primary values of ${attribute} of ${String(resource.id)}, a user ${where}`,
          ).toBeLessThanOrEqual(1);
        }
    },
  );

  // RFC 7643 §3: "schemas ... MUST only contain values defined as schema and schemaExtensions" of the type, and no "duplicate values".
  test(
    `the schemas of each of the ${kind} name the core schema of its type`,
    requirement(`scim-${noun}-schema`),
    async ({ discovery, http, scim, target }) => {
      await listedResources(scim, kind);
      const seen = await scimLooks({ http, scim, discovery, settings: target.settings }, kind);
      for (const { where, resource, curl } of seen) {
        about({ curl });
        const { id, schemas } = resource;
        const what = `schemas of ${String(id)}, a ${noun} ${where}`;
        expect(schemas, what).toContain(`${CORE}:${type}`);
        expect(schemas, what).not.toContain(`${CORE}:${type === 'User' ? 'Group' : 'User'}`);
        expect([...new Set(schemas as unknown[])], `${what}, each once`).toEqual(schemas);
        expect(
          unnamedExtensions(resource),
          `extensions of ${String(id)} that its schemas do not name`,
        ).toEqual([]);
      }
    },
  );

  // RFC 7643 §3.1: "stable, non-reassignable ... MUST be unique".
  test(
    `the ids of ${kind} are unique and stay the same`,
    requirement(`scim-${noun}-id-stable`),
    ({ discovery, scim, eventually }) =>
      // Tried more than once: a group may be deleted meanwhile, and its name given to another one.
      judgeWithRetries(eventually, async () => {
        const { resources: page, complete } = await wholeList(scim, kind);
        if (page.length < 2) notTested(`SCIM needs to list 2 ${kind} on a page, and lists ${page.length}`);
        const ids = scimIds(page);
        // A walk through pages without an order may meet one twice.
        const names = new Map(page.map((one) => [one.id, one[name]]));
        for (const one of page)
          expect(one[name], `${name} of the ${noun} with the id ${String(one.id)}`).toBe(names.get(one.id));
        // "across the SCIM service provider's entire set of resources": those of the other kind need not be served.
        const otherKind = kind === 'users' ? 'groups' : 'users';
        const others = scimIds(scimPageOf(await discovery.scim.firstPage(otherKind))?.resources ?? []);
        const shared = ids.filter((id) => others.includes(id));
        expect(shared, `ids of ${kind} that ${otherKind} have as well`).toEqual([]);
        const known = byName(page, name);
        for (const query of [{}, { startIndex: 2, count: 1 }, { startIndex: 1, count: 2 }]) {
          const again = byName(scimPageOf(await scim.list(kind, query))?.resources ?? [], name);
          // Behind a first page may be another one of that name.
          for (const [called, id] of [...again].filter(([one]) => known.has(one)))
            if (complete || ids.includes(id))
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
      const listed = page.resources.map((resource) => ({ resource, curl: page.curl }));
      const single = await scim.one(kind, String(page.resources[0]?.id));
      const alone =
        single.status === 200 ? [{ resource: single.json as ScimResource | null, curl: single.curl }] : [];
      for (const { resource, curl } of [...listed, ...seen, ...alone]) {
        const resourceType = resource?.meta?.resourceType ?? undefined;
        if (resourceType === undefined) continue;
        about({ curl });
        expect(resourceType, `meta.resourceType of a ${noun}`).toBe(type);
        shown += 1;
      }
      if (shown === 0) notTested(`no ${noun} shows meta.resourceType`);
    },
  );
}

test(
  'the id of an external user stays when sessions change the user',
  alsoRequirement('scim-user-id-stable'),
  async ({ embed, eventually, scim, target, user }) => {
    if (target.settings.TARGET_API_KEY === undefined) notTested('set TARGET_API_KEY: sessions change users');
    const userNow = () => findExternalUser(scim, user, userNow);
    control(await embed.mint({ externalId: user, userProfile: profileOf(1) }));
    const { id } = (await userNow()) ?? notTested('SCIM does not show the external user');
    // Looked at before the change, so that a cache may hold it.
    await scim.one('users', String(id));
    const { displayName: before } = profileOf(1);
    const found = async (name: string): Promise<readonly ScimResource[]> =>
      scimPageOf(await scim.list('users', { filter: equalityFilter('displayName', name) }))?.resources ?? [];
    // A provider that ignores the filter finds somebody by any name.
    const isFiltered =
      scimIds(await found(before)).includes(id) && (await found('conformance-nobody')).length === 0;
    control(await embed.mint({ externalId: user, userProfile: profileOf(2), groups: [] }));
    await judgeWithRetries(eventually, async () => {
      const now = await userNow();
      if (!now) return;
      expect(now.id, `the id of "${user}" after a change`, 'change the user, and make no new one').toBe(id);
      // Only this user: those of other workers get other names meanwhile.
      const stale = (isFiltered ? await found(before) : []).find((one) => one.id === id);
      await under('scim-filter-display-name', () =>
        expect(
          isSameText(stale?.displayName ?? before, before),
          `whether "${user}", found by the displayName "${before}" after a change, has it`,
        ).toBe(true),
      );
      const one = await scim.one('users', String(id));
      const { displayName: alone } = ((isShown(one) && one.json) || {}) as ScimResource;
      if (alone === undefined || now.displayName === undefined) return;
      const what = `displayName of "${user}", asked for by id after a change`;
      await under('scim-user-by-id', () => expect(alone, what).toBe(now.displayName));
    });
  },
);

/** What XML Schema takes for a dateTime (part 2, §3.3.7): a zone and a fraction may be absent, and midnight may be 24:00:00. */
const XSD_DATE_TIME =
  /^-?\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?|24:00:00(\.0+)?)(Z|[+-]\d\d:\d\d)?$/;

// RFC 7643 §2.3.5 and §3.1
test(
  'dates of meta have date and time',
  requirement('scim-meta-dates'),
  async ({ discovery, http, scim, target: { settings } }) => {
    let shown = 0;
    for (const { kind, noun } of KINDS) {
      if (!scimPageOf(await discovery.scim.firstPage(kind))) continue;
      for (const { where, resource, curl } of await scimLooks({ http, scim, discovery, settings }, kind))
        for (const field of ['created', 'lastModified'] as const) {
          const date = resource.meta?.[field] ?? undefined;
          if (date === undefined) continue;
          about({ curl });
          const what = `meta.${field} of ${String(resource.id)}, a ${noun} ${where}`;
          expect(typeof date, `the type of ${what}`).toBe('string');
          expect(date, what).toMatch(XSD_DATE_TIME);
          shown += 1;
        }
    }
    if (shown === 0) notTested('no user and no group shows meta.created or meta.lastModified');
  },
);

// RFC 7643 §3.1: "location: The URI of the resource being returned." It may be relative (§2.3.7), and one of several. What it ends in
// is asked for at the target's own address: the token goes nowhere else.
test(
  'meta.location is the address of the resource itself',
  requirement('scim-meta-location'),
  async ({ discovery, http, scim, target: { settings } }) => {
    let shown = 0;
    for (const { kind, type } of KINDS) {
      await listedPage(scim, kind);
      const seen = await scimLooks({ http, scim, discovery, settings }, kind);
      // Those that are shown alone were seen last, and are looked at however many the list shows.
      const located = seen
        .toReversed()
        .flatMap(({ resource: { id, meta }, curl }) =>
          typeof meta?.location === 'string'
            ? [{ id, location: meta.location, name: lastSegmentOf(meta.location, `${type}s`), curl }]
            : [],
        );
      shown += located.length;
      const others = located.filter(({ id, name }) => name !== String(id));
      for (const { id, location, name, curl } of others.slice(0, MAX_LOCATIONS)) {
        const answer = isPathSegment(name) ? await scim.one(kind, name) : undefined;
        if (answer?.status === 403) continue;
        const found = answer?.status === 200 ? (answer.json as ScimResource | null)?.id : undefined;
        about({ curl }, ...(answer ? [answer] : []));
        expect(found, `the id of what is at ${location}, meta.location of one of the ${kind},`).toBe(id);
      }
    }
    if (shown === 0) notTested('no user and no group shows meta.location');
  },
);

const OTHER = 'TARGET_OTHER_ACCESS_TOKEN';

/** Some of a page, its first and its last among them, each once: what was added late may be kept elsewhere. */
const someOf = (page: readonly ScimResource[], others: readonly ScimResource[] = []): ScimResource[] => {
  const some = [...page.slice(0, 2), ...page.slice(-1), ...others];
  return [...new Map(some.map((one) => [one.id, one])).values()];
};

for (const { kind, noun, name, entries } of KINDS) {
  // RFC 7644 §3.4.1: "If the resource exists, the server responds with HTTP status code 200".
  test(
    `a ${noun} is answered under its id`,
    requirement(`scim-${noun}-by-id`),
    async ({ discovery, eventually, http, scim, target: { settings } }) => {
      // After a change as well, where a list shows it as it is alone.
      const seen = await scimLooks({ http, scim, discovery, settings }, kind);
      for (const { where, resource, listed, curl } of seen)
        if (listed && resource.id === listed.id) {
          about({ curl });
          expect(resource[name], `${name} of a ${noun} ${where}`).toBe(listed[name]);
        }
      const changed = seen
        .filter(({ where }) => where === FOUND_BY_EXTERNAL_ID)
        .map(({ resource }) => resource);

      /** What another caller is answered about what a list shows that caller. */
      const askedByOther = async (): Promise<Exchange[]> => {
        // Users are who a service keeps in two places: those of its own, and those that sessions provision.
        if (kind === 'groups' || settings[OTHER] === undefined) return [];
        const call = { as: OTHER, allowsAbsent: true } as const;
        const page = scimPageOf(await http.send({ operation: 'scimListUsers', ...call }));
        const some = someOf(page?.resources ?? []).map(({ id }) => ({ id: String(id) }));
        return allOf(some.map((path) => http.send({ operation: 'scimGetUser', path, ...call })));
      };

      await judgeWithRetries(eventually, async () => {
        const sample = someOf(await listedResources(scim, kind), changed);
        const [answers, ofOther] = await allOf([
          allOf(sample.map(({ id }) => scim.one(kind, String(id)))),
          askedByOther(),
        ]);
        // Where no answer has the form of SCIM, the route may not exist at all.
        const isServed = answers.some((one) => isShown(one) || one.status === 500 || isScimError(one));
        const [first] = answers;
        if (!isServed || answers.every(({ status }) => [401, 403, 405, 501].includes(status)))
          notTested(`a single ${noun} cannot be read: ${first ? describeExchange(first) : ''}`);
        const again = [...(await listedPage(scim, kind)).resources, ...changed];
        const still = new Set(scimIds(again));
        /** What lists showed of a resource before it was asked for alone, and after that. */
        const entriesListed = (resource: ScimResource): Set<string> => {
          const shown = [resource, ...again.filter(({ id }) => id === resource.id)];
          return new Set(shown.flatMap((one) => entriesOf(one[entries])).map(({ value }) => value));
        };
        for (const [index, listed] of sample.entries()) {
          const { id, [name]: called } = listed;
          const answer = answers[index];
          if (!answer || !still.has(id) || answer.status === 403) continue;
          expect(answer).toHaveStatus(200);
          const one = (answer.json ?? {}) as ScimResource;
          expect(one.id, `the id of the ${noun} that is asked for by the id ${String(id)}`).toBe(id);
          expect(one[name], `${name} of the ${noun} that is asked for by the id ${String(id)}`).toBe(called);
          // Lists may leave them out, and who sends an empty list may leave them out here.
          const known = entriesListed(listed);
          const strange = entriesOf(one[entries]).filter(({ value }) => known.size > 0 && !known.has(value));
          expect(strange, `${entries} of the ${noun} ${String(id)} that no list shows of it`).toEqual([]);
        }
        // Who may read themselves alone may be told that there is nobody else.
        if (ofOther.some(isShown))
          for (const answer of ofOther.filter(({ status }) => ![401, 403, 404].includes(status)))
            expect(answer, `a ${noun} that a list shows to ${OTHER}:`).toHaveStatus(200);
      });
    },
  );
}
