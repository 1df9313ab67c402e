import {
  control,
  expect,
  isAbsent,
  isScimError,
  notTested,
  requirement,
  someListed,
  test,
} from '../../fixtures/index.ts';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const NOBODY = 'conformance-no-such-user';

// RFC 7644 §3.12
for (const [kind, id] of [
  ['users', 'scim-error'],
  ['groups', 'scim-groups-error'],
] as const) {
  test(
    `an unknown id among the ${kind} is answered 404 in the SCIM error shape`,
    requirement(id),
    async ({ scim }) => {
      const [known] = await someListed(scim, kind);
      const alone = await scim.one(kind, String(known?.id));
      if (isAbsent(alone)) notTested(`one of the ${kind} that is listed cannot be read alone`);
      control(alone);
      const answer = await scim.one(kind, NOBODY);
      expect(answer).toHaveStatus(404);
      const { schemas, status } = (answer.json ?? {}) as { schemas?: unknown; status?: unknown };
      expect(schemas, 'schemas of the error').toContain(ERROR);
      expect(String(status), 'status of the error').toBe('404');
    },
  );
}

// RFC 7644 §3.12: "The HTTP status code ... expressed as a JSON string. REQUIRED."
test('the status of an error is a string', requirement('scim-error-status-text'), async ({ scim }) => {
  const answers = [
    await scim.user(NOBODY),
    await scim.group(NOBODY),
    await scim.users({ filter: 'userName conformance "a"' }),
  ];
  const errors = answers.filter(isScimError);
  if (errors.length === 0) notTested('the target answers no error in the form of SCIM');
  for (const error of errors)
    expect((error.json as { status?: unknown }).status, 'status of the error').toBe(String(error.status));
});
