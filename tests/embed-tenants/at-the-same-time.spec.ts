import {
  allOf,
  control,
  definitionsOf,
  type EmbedTenantScope,
  expect,
  firstRecord,
  isAccepted,
  notTested,
  plainName,
  type RecordKind,
  requirement,
  type SessionRequest,
  test,
  under,
} from '../../fixtures/index.ts';

// Sessions and deletions in one embed tenant, or in two, that are asked for at the same time: afterwards everything is as if
// one had come after the other. Some are sent as often as a server needs that does one thing in fifteen wrong.

const described = (names: readonly string[], description: string) => ({
  userAttributeDefinitions: names.map((name) => ({ name, type: 'string' as const, description })),
});

const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => plainName(`${name}${index + 1}`));

async function expectListed(scope: EmbedTenantScope, kind: RecordKind, before: number, more: number) {
  const ids = await scope.ids(kind, before + more);
  const what = `${kind} of "${scope.name}" in the list after calls at the same time`;
  const fix =
    'lock the records that a call changes until they are written: none may write back what it read earlier';
  expect(ids.length, what, fix).toBe(before + more);
}

test(
  'groups that sessions define at the same time are all listed',
  requirement('embed-tenants-groups-list'),
  async ({ scope, user, otherUser }) => {
    const names = numbered('beside', 3);
    const before = await scope.ids('groups');
    const sessions = names.map((name, index) =>
      scope.session(index % 2 === 0 ? user : otherUser, definitionsOf('groups', [name])),
    );
    await allOf(sessions);
    await expectListed(scope, 'groups', before.length, names.length);
  },
);

const ONCE = numbered('once', 2);
const USED_ONCE = { ...definitionsOf('groups', ONCE), groups: ONCE };
/** [what it is, its kind, what one session says of it, what the other one says] */
const MADE_ONCE = [
  ['group', 'groups', USED_ONCE, USED_ONCE],
  ['attribute', 'user-attributes', described(ONCE, 'first text'), described(ONCE, 'second text')],
] as const;

for (const [noun, kind, first, second] of MADE_ONCE)
  test(
    `a new ${noun} that two sessions define at the same time is made once, and neither is refused`,
    requirement('embed-definitions-at-the-same-time'),
    async ({ scope, user, otherUser }) => {
      const before = await scope.ids(kind);
      for (const answer of await allOf([scope.mint(user, first), scope.mint(otherUser, second)])) {
        const refusal = control(answer).statusInConflict;
        expect(refusal, 'status of a session beside another one, where it is accepted alone').toBe(undefined);
      }
      await expectListed(scope, kind, before.length, ONCE.length);
    },
  );

test(
  'attributes that are defined beside a refused definition, and in two embed tenants at once, are listed',
  requirement('embed-tenants-attributes-list'),
  async ({ scope, sibling, user, otherUser }) => {
    // Given an attribute, when a session would change its type while another one defines a new one, then the new one is listed
    const [known = '', first = '', second = '', shared = ''] = numbered('beside', 4);
    const before = (await scope.ids('user-attributes')).length;
    await scope.session(user, definitionsOf('user-attributes', [known]));
    await scope.ids('user-attributes', before + 1);
    const refused = () => scope.mintInvalid(user, definitionsOf('user-attributes', [known], 'number'));
    const defined = (name: string) => scope.session(otherUser, definitionsOf('user-attributes', [name]));
    // Either may arrive first.
    const answers = [
      (await allOf([refused(), defined(first)]))[0],
      (await allOf([defined(second), refused()]))[1],
    ];
    if (answers.some(isAccepted))
      notTested(
        'a definition that changes the type of an attribute was accepted',
        'embed-type-conflict-rejected',
      );
    await expectListed(scope, 'user-attributes', before, 3);

    // When two embed tenants get the same definitions at the same time, then each lists them
    const there = (await sibling.ids('user-attributes')).length;
    const definition = definitionsOf('user-attributes', [shared]);
    await allOf([scope.session(user, definition), sibling.session(user, definition)]);
    await expectListed(scope, 'user-attributes', before + 3, 1);
    await expectListed(sibling, 'user-attributes', there, 1);
  },
);

test(
  'what sessions change of one attribute at the same time is all saved, and brings no deleted one back',
  requirement('embed-attribute-definition-updated'),
  async ({ embedTenants, scope, user, otherUser }) => {
    // Given an attribute whose record shows its texts, and another one
    const [name = '', gone = ''] = numbered('changed', 2);
    const defining = (fields: object): SessionRequest => ({
      userAttributeDefinitions: [{ name, type: 'string', ...fields }],
    });
    const [displayName, description] = ['Changed by one', 'Changed by another'];
    const other = firstRecord(await scope.define(user, described([gone], 'first')), 'user-attributes').id;
    const defined = await scope.define(user, defining({ displayName: 'first', description: 'first' }));
    const first = firstRecord(defined, 'user-attributes');
    if (first.displayName !== 'first' || first.description !== 'first')
      notTested('the attribute records of the embed tenant show no displayName or no description');
    const wanted = await scope.snapshot();
    wanted['user-attributes'] = wanted['user-attributes']
      .filter(({ id }) => id !== other)
      .map((one) => (one.id === first.id ? { ...one, displayName, description } : one));

    // When two sessions change a text each, while the other attribute is deleted, then all of it took effect
    const answers = await allOf([
      scope.mint(user, defining({ displayName })),
      scope.mint(otherUser, defining({ description })),
      embedTenants.remove('user-attributes', scope.name, other),
    ]);
    for (const answer of answers) control(answer);
    const { 'user-attributes': now } = await scope.settled(wanted);
    const ids = now.map(({ id }) => id);
    await under('embed-tenants-attributes-delete', () =>
      expect(ids, 'ids in the list after one was deleted at the same time').not.toContain(other),
    );
    expect(now, 'attributes after two sessions changed a text each').toEqual(wanted['user-attributes']);
  },
);

test(
  'of two types that sessions give a new attribute at the same time, one is rejected',
  requirement('embed-type-conflict-rejected'),
  async ({ scope, user, otherUser }) => {
    for (const name of numbered('typed', 3)) {
      const answers = await allOf([
        scope.mint(user, definitionsOf('user-attributes', [name], 'string')),
        scope.mint(otherUser, definitionsOf('user-attributes', [name], 'number')),
      ]);
      const [accepted, second] = answers.filter(isAccepted);
      control(accepted ?? answers[0]);
      if (second) expect(second, `a second session, which gives "${name}" another type:`).toBeRejected();
    }
  },
);
