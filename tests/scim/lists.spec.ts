import {
  about,
  answersToUnknownIds,
  describeExchange,
  ERROR_SCHEMA,
  type Exchange,
  endWithoutList,
  equalityFilter,
  expect,
  isAbsent,
  isAccepted,
  isBreakdown,
  isRedirect,
  isScimError,
  isShown,
  judgeShape,
  judgeWithRetries,
  listedKinds,
  listedResources,
  nearlyKnownScimIds,
  notTested,
  requirement,
  type ScimResource,
  scimPageOf,
  test,
  UNTIL_UNKNOWN,
  unknownScimIds,
  writeJson,
} from '../../fixtures/index.ts';

const PAGED = 'read startIndex and count as integers, and answer a ListResponse';

/** RFC 7644 §3.12, table 9: "many more results than the server is willing to calculate or process"; or it wants a filter. */
const isListedInPart = ({ status, json }: Exchange): boolean =>
  status === 400 &&
  ['tooMany', 'invalidFilter'].some(
    (type) => type === (json as { scimType?: unknown } | undefined)?.scimType,
  );

// RFC 7644 §3.4.2: a ListResponse with schemas, totalResults and, unless empty, Resources.
for (const kind of ['users', 'groups'] as const) {
  test(
    `the list of ${kind} is a ListResponse`,
    requirement(`scim-${kind}-list`),
    async ({ http, scim, eventually }) => {
      // A user may be provisioned between the moment when resources are read and the moment when they are counted.
      await judgeWithRetries(eventually, async () => {
        const answer = await scim.list(kind);
        // SCIM may have a credential of its own: see auth-scim-bearer-accepted.
        if ([401, 403].includes(answer.status) || isRedirect(answer))
          notTested(`SCIM is not served to this token: ${describeExchange(answer)}`);
        if (isListedInPart(answer))
          notTested(`the directory cannot be listed completely: ${describeExchange(answer)}`);
        expect(answer, `the list of ${kind}:`, `answer the list of ${kind} with status 200`).toBeAccepted();
        judgeShape(http);
        const { total = 0, resources = [] } = scimPageOf(answer) ?? {};
        const counted = `send as totalResults how many ${kind} there are, and the ${kind} themselves as Resources`;
        expect(resources.length, 'resources on the page', counted).toBeLessThanOrEqual(total);
        if (total > 0) expect(resources.length, 'resources on a page of a list', counted).toBeGreaterThan(0);

        // A provider may refuse to page, or send everything; one that breaks down answers a list that it serves with none.
        const paged = await scim.list(kind, { startIndex: 1, count: 2 });
        const shown = scimPageOf(paged)?.resources.length ?? 0;
        expect(
          total,
          `totalResults of ${kind}, of whom a page of two shows ${shown}`,
          counted,
        ).toBeGreaterThanOrEqual(shown);
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
    const whole = await scim.list(kind);
    const filter = equalityFilter(name, String(scimPageOf(whole)?.resources[0]?.[name]).toUpperCase());
    expect(whole, `${kind}:`).toHaveStatus(200);
    for (const query of [{ startIndex: 2, count: 1 }, { count: 0 }])
      expect(await scim.list(kind, query), `${kind} with ${writeJson(query)}:`).toHaveStatus(200);
    // These may be declined.
    for (const query of [{ filter }, { attributes: name }]) {
      const found = await scim.list(kind, query);
      if (isAccepted(found) || isBreakdown(found))
        expect(found, `${kind} with ${writeJson(query)}:`).toHaveStatus(200);
    }
  }
});

// RFC 7644 §3.8: 'Service providers MUST support the "Accept" header "Accept: application/scim+json"'. What type the answer names is
// another question.
test(
  'users are listed to whoever accepts application/scim+json alone',
  requirement('scim-accept'),
  async ({ http, scim }) => {
    await listedResources(scim, 'users');
    const headers = { accept: 'application/scim+json' };
    const answer = await http.send({ operation: 'scimListUsers', as: 'TARGET_ACCESS_TOKEN', headers });
    expect(answer).toBeAccepted();
    expect(scimPageOf(answer)?.resources.length, 'users on the page').toBeGreaterThan(0);
  },
);

// RFC 7644 §3.1 and §8.1: application/scim+json. Clients read application/json as well.
test(
  'answers have the media type application/scim+json',
  requirement('scim-media-type'),
  async ({ scim }) => {
    const list = await scim.firstPage('users');
    const [user] = scimPageOf(list)?.resources ?? [];
    if (!user) return endWithoutList(list, 'SCIM lists no users');
    const single = await scim.one('users', String(user.id));
    const errors = isShown(single) ? await answersToUnknownIds(scim, 'users') : [];
    for (const answer of [list, single, ...errors]) {
      // A route that is not served has no media type of its own.
      if (!isShown(answer) && !isScimError(answer)) continue;
      about(answer);
      expect(answer.mediaType, `the media type of ${answer.operation}`).toBe('application/scim+json');
    }
  },
);

// RFC 7644 §3.4.1: "If the resource exists, the server responds with HTTP status code 200"; §3.12: 404, "Specified
// resource (e.g., User) or endpoint does not exist." A service may refuse an id that it could not have issued with another 4xx.
for (const [kind, refusedId, errorId] of [
  ['users', 'scim-user-unknown-id', 'scim-error'],
  ['groups', 'scim-group-unknown-id', 'scim-groups-error'],
] as const) {
  test(`an id that is not among the ${kind} is refused`, requirement(refusedId), async ({ scim }) => {
    const idsFor = (page: readonly ScimResource[]) => [...unknownScimIds(page), ...nearlyKnownScimIds(page)];
    const answers = await answersToUnknownIds(scim, kind, idsFor);
    // A web page in place of SCIM says that nothing is served here: it is not judged.
    const judged = answers.filter((answer) => !isAbsent(answer) || !isAccepted(answer));
    if (judged.length === 0) notTested(`unknown ids of ${kind} are answered with a web page`);
    for (const answer of judged) expect(answer).toBeRejected();
  });

  test(
    `an unknown id among the ${kind} is answered 404 in the SCIM error shape`,
    requirement(errorId),
    async ({ scim }) => {
      for (const answer of await answersToUnknownIds(scim, kind)) {
        expect(answer).toHaveStatus(404);
        const { schemas, status } = (answer.json ?? {}) as { schemas?: unknown; status?: unknown };
        expect(schemas, 'schemas of the error').toContain(ERROR_SCHEMA);
        expect(String(status), 'status of the error').toBe('404');
      }
    },
  );
}

// RFC 7644 §3.12: "The HTTP status code ... expressed as a JSON string. REQUIRED."
test('the status of an error is a string', requirement('scim-error-status-text'), async ({ scim }) => {
  const answers = [await scim.list('users', { filter: 'userName conformance "a"' })];
  for (const kind of await listedKinds(scim))
    for (const unknownId of unknownScimIds(await listedResources(scim, kind)).slice(0, 2))
      answers.push(await scim.one(kind, unknownId, UNTIL_UNKNOWN));
  const errors = answers.filter(isScimError);
  if (errors.length === 0) notTested('the target answers no error in the form of SCIM');
  for (const error of errors)
    expect((error.json as { status?: unknown }).status, 'status of the error').toBe(String(error.status));
});
