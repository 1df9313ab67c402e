import {
  answersToUnknownIds,
  expect,
  isAbsent,
  isAccepted,
  isScimError,
  listedKinds,
  listedResources,
  nearlyKnownScimIds,
  notTested,
  requirement,
  test,
  unknownScimIds,
} from '../../fixtures/index.ts';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

// RFC 7644 §3.4.1: "If the resource exists, the server responds with HTTP status code 200"; §3.12: 404, "Specified
// resource (e.g., User) or endpoint does not exist." A service may refuse an id that it could not have issued with another 4xx.
for (const [kind, id] of [
  ['users', 'scim-user-unknown-id'],
  ['groups', 'scim-group-unknown-id'],
] as const) {
  test(`an id that is not among the ${kind} is refused`, requirement(id), async ({ scim }) => {
    const answers = await answersToUnknownIds(scim, kind, (page) => [
      ...unknownScimIds(page),
      ...nearlyKnownScimIds(page),
    ]);
    // A web page in place of SCIM says that nothing is served here: it is not judged.
    const judged = answers.filter((answer) => !isAbsent(answer) || !isAccepted(answer));
    if (judged.length === 0) notTested(`unknown ids of ${kind} are answered with a web page`);
    for (const answer of judged) expect(answer).toBeRejected();
  });
}

// RFC 7644 §3.12
for (const [kind, id] of [
  ['users', 'scim-error'],
  ['groups', 'scim-groups-error'],
] as const) {
  test(
    `an unknown id among the ${kind} is answered 404 in the SCIM error shape`,
    requirement(id),
    async ({ scim }) => {
      for (const answer of await answersToUnknownIds(scim, kind)) {
        expect(answer).toHaveStatus(404);
        const { schemas, status } = (answer.json ?? {}) as { schemas?: unknown; status?: unknown };
        expect(schemas, 'schemas of the error').toContain(ERROR);
        expect(String(status), 'status of the error').toBe('404');
      }
    },
  );
}

// RFC 7644 §3.12: "The HTTP status code ... expressed as a JSON string. REQUIRED."
test('the status of an error is a string', requirement('scim-error-status-text'), async ({ scim }) => {
  const answers = [await scim.users({ filter: 'userName conformance "a"' })];
  for (const kind of await listedKinds(scim))
    for (const unknownId of unknownScimIds(await listedResources(scim, kind)).slice(0, 2))
      answers.push(await scim.one(kind, unknownId));
  const errors = answers.filter(isScimError);
  if (errors.length === 0) notTested('the target answers no error in the form of SCIM');
  for (const error of errors)
    expect((error.json as { status?: unknown }).status, 'status of the error').toBe(String(error.status));
});
