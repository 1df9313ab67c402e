import {
  about,
  answersToUnknownIds,
  describeExchange,
  type Exchange,
  equalityFilter,
  expect,
  isAbsent,
  isAccepted,
  isBreakdown,
  isRedirect,
  isScimError,
  judgeShape,
  judgeWithRetries,
  listedKinds,
  listedResources,
  notTested,
  requirement,
  scimPageOf,
  test,
  writeJson,
} from '../../fixtures/index.ts';

const PAGED = 'read startIndex and count as integers, and answer a ListResponse';

/** RFC 7644 §3.12, table 9: "many more results than the server is willing to calculate or process". */
const isTooMany = ({ status, json }: Exchange): boolean =>
  status === 400 && (json as { scimType?: unknown } | null | undefined)?.scimType === 'tooMany';

// RFC 7644 §3.4.2: a ListResponse with schemas, totalResults and, unless empty, Resources.
for (const kind of ['users', 'groups'] as const) {
  test(
    `the list of ${kind} is a ListResponse`,
    requirement(`scim-${kind}-list`),
    async ({ http, scim, eventually }) => {
      // A user may be provisioned between the moment when resources are read and the moment when they are counted.
      await judgeWithRetries(eventually, async () => {
        const answer = await scim[kind]();
        // SCIM may have a credential of its own: see auth-scim-bearer-accepted.
        if ([401, 403].includes(answer.status) || isRedirect(answer))
          notTested(`SCIM is not served to this token: ${describeExchange(answer)}`);
        if (isTooMany(answer))
          notTested(`the directory is not listed as a whole: ${describeExchange(answer)}`);
        expect(answer, `the list of ${kind}:`, `answer the list of ${kind} with status 200`).toBeAccepted();
        judgeShape(http);
        const { total = 0, resources = [] } = scimPageOf(answer) ?? {};
        const counted = `send as totalResults how many ${kind} there are, and the ${kind} themselves as Resources`;
        expect(resources.length, 'resources on the page', counted).toBeLessThanOrEqual(total);
        if (total > 0) expect(resources.length, 'resources on a page of a list', counted).toBeGreaterThan(0);

        // A provider may refuse to page, or send everything; one that breaks down answers a list that it serves with none.
        const paged = await scim.list(kind, { startIndex: 1, count: 2 });
        if (isBreakdown(paged))
          expect(paged, `the list of ${kind} with startIndex and count:`, PAGED).toBeAccepted();
      });
    },
  );
}

// RFC 7644 §3.4.2 knows one success of a query: 200. RFC 9110 §15.3: 206 is for ranges of bytes.
test('lists are answered with status 200', requirement('scim-list-status'), async ({ scim }) => {
  for (const kind of await listedKinds(scim)) {
    const name = kind === 'users' ? 'userName' : 'displayName';
    const [first] = await listedResources(scim, kind);
    const filter = equalityFilter(name, String(first?.[name]).toUpperCase());
    for (const query of [{}, { startIndex: 2, count: 1 }, { count: 0 }])
      expect(await scim.list(kind, query), `${kind} with ${writeJson(query)}:`).toHaveStatus(200);
    // Filters may be declined.
    const found = await scim.list(kind, { filter });
    if (isAccepted(found)) expect(found, `${kind} with ${filter}:`).toHaveStatus(200);
  }
});

// RFC 7644 §3.1 and §8.1: application/scim+json. Clients read application/json as well.
test(
  'answers have the media type application/scim+json',
  requirement('scim-media-type'),
  async ({ scim }) => {
    const [user] = await listedResources(scim, 'users');
    const list = await scim.users();
    const single = await scim.user(String(user?.id));
    const answers: [what: string, answer: Exchange][] = [
      ['a list', list],
      ['a user', single],
    ];
    if (single.status === 200 && !isAbsent(single))
      for (const error of await answersToUnknownIds(scim, 'users')) answers.push(['an error', error]);
    for (const [what, answer] of answers) {
      // A route that is not served has no media type of its own.
      if ((answer.status !== 200 || isAbsent(answer)) && !isScimError(answer)) continue;
      about(answer);
      expect(answer.mediaType, `the media type of ${what}`).toBe('application/scim+json');
    }
  },
);
