import {
  about,
  allOf,
  describeExchange,
  type Exchange,
  entriesOf,
  expect,
  FOUND_BY_EXTERNAL_ID,
  isAbsent,
  isScimError,
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
  {
    kind: 'users',
    noun: 'user',
    name: 'userName',
    entries: 'groups',
    list: 'scimListUsers',
    get: 'scimGetUser',
  },
  {
    kind: 'groups',
    noun: 'group',
    name: 'displayName',
    entries: 'members',
    list: 'scimListGroups',
    get: 'scimGetGroup',
  },
] as const;
const OTHER = 'TARGET_OTHER_ACCESS_TOKEN';

/** Some of a page, its first and its last among them, each once: what was added late may be kept elsewhere. */
const someOf = (page: readonly ScimResource[], others: readonly ScimResource[] = []): ScimResource[] => {
  const some = [...page.slice(0, 2), ...page.slice(-1), ...others];
  return [...new Map(some.map((one) => [one.id, one])).values()];
};

const isShown = (answer: Exchange): boolean => answer.status === 200 && !isAbsent(answer);

for (const { kind, noun, name, entries, list, get } of KINDS) {
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
        const page = scimPageOf(await http.send({ operation: list, as: OTHER, allowsAbsent: true }));
        const some = someOf(page?.resources ?? []).map(({ id }) => ({ id: String(id) }));
        return allOf(some.map((path) => http.send({ operation: get, path, as: OTHER, allowsAbsent: true })));
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
        const entriesListed = (resource: ScimResource): Set<string> =>
          new Set(
            [resource, ...again.filter(({ id }) => id === resource.id)].flatMap((one) =>
              entriesOf(one[entries]).map(({ value }) => value),
            ),
          );
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
