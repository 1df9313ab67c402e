import {
  ATTRIBUTE_TYPES,
  assigned,
  expect,
  isAccepted,
  notTested,
  requirement,
  TYPE_PAIRS,
  test,
} from '../../fixtures/index.ts';

const nameOf = (type: string): string => `conformance-typed-${type}`;
/** One attribute of each type. */
const TYPED = ATTRIBUTE_TYPES.map((type) => ({ name: nameOf(type), type }));
const VALUES = ATTRIBUTE_TYPES.map((type) => assigned(nameOf(type), type));

/** One list with the entry in front, in the middle and at the end. */
const positions = <Entry>(entry: Entry, [left, right]: readonly [Entry, Entry]): [string, Entry[]][] => [
  ['first', [entry, left, right]],
  ['in the middle', [left, entry, right]],
  ['last', [left, right, entry]],
];

// "userAttributeDefinitions entry whose name exists with a different type: Rejected with message
// `cannot change type`"
test(
  'defining an attribute with another type is rejected',
  requirement('embed-type-conflict-rejected'),
  async ({ users, scope }) => {
    const [user] = users as [string];
    await scope.session(user, { userAttributeDefinitions: TYPED });
    await scope.session(user, { userAttributeDefinitions: TYPED });
    const judgeEveryPair = async (when: string): Promise<void> => {
      for (const [first, other] of TYPE_PAIRS) {
        const userAttributeDefinitions = [{ name: nameOf(first), type: other }];
        const answer = await scope.mint(user, { userAttributeDefinitions });
        expect(answer, `${first} redefined as ${other}, ${when}:`).toBeRejected();
        expect(answer, `${first} redefined as ${other}, ${when}:`).toSay('cannot change type');
      }
    };
    await judgeEveryPair('without values');
    await scope.session(user, { userAttributes: VALUES });
    await judgeEveryPair('with a value');
    for (const [where, userAttributeDefinitions] of positions({ name: nameOf('number'), type: 'string' }, [
      { name: 'conformance-typed-beside-1', type: 'string' },
      { name: 'conformance-typed-beside-2', type: 'number' },
    ] as const)) {
      const answer = await scope.mint(user, {
        groupDefinitions: [{ name: 'conformance-typed-beside' }],
        userAttributeDefinitions: userAttributeDefinitions as typeof TYPED,
      });
      expect(answer, `the conflict ${where}:`).toBeRejected();
      expect(answer, `the conflict ${where}:`).toSay('cannot change type');
    }
  },
);

const texts = (text: string) => ({ displayName: text, defaultValue: text, description: text });
const KEPT = {
  groupDefinitions: [{ name: 'conformance-kept-group', description: 'before' }],
  userAttributeDefinitions: [
    { name: 'conformance-kept-conflict', type: 'string' as const, ...texts('before') },
    { name: 'conformance-kept-1', type: 'string' as const, ...texts('before') },
    { name: 'conformance-kept-2', type: 'string' as const, ...texts('before') },
  ],
};
const NEW_GROUPS = ['conformance-nothing-1', 'conformance-nothing-2'];

// "Rejected with message `cannot change type`; nothing is upserted"
test(
  'a type conflict upserts nothing of its call',
  requirement('embed-type-conflict-upserts-nothing'),
  async ({ users, scope }) => {
    const [user] = users as [string];
    await scope.define(user, KEPT);
    const before = await scope.snapshot();
    const conflict = { name: 'conformance-kept-conflict', type: 'number' as const, ...texts('after') };
    const string = (name: string) => ({ name, type: 'string' as const, ...texts('after') });
    const neighbours = {
      'new attributes': [string('conformance-nothing-1'), string('conformance-nothing-2')],
      'existing attributes': [string('conformance-kept-1'), string('conformance-kept-2')],
    } as const;
    for (const [kind, beside] of Object.entries(neighbours)) {
      for (const [where, userAttributeDefinitions] of positions<(typeof beside)[number] | typeof conflict>(
        conflict,
        beside,
      )) {
        const groupDefinitions = [
          { name: NEW_GROUPS[0] as string },
          { name: 'conformance-kept-group', description: 'after' },
          { name: NEW_GROUPS[1] as string },
        ];
        const answer = await scope.mint(user, { groupDefinitions, userAttributeDefinitions });
        if (isAccepted(answer)) notTested('the conflict was accepted (see embed-type-conflict-rejected)');
        expect(
          await scope.snapshot(),
          `what is there after a conflict ${where} among ${kind} and groups`,
        ).toEqual(before);
      }
    }

    // Lists may lie: nor can anything be used that only rejected calls defined
    await scope.session(user, {
      groups: ['conformance-kept-group'],
      userAttributes: [assigned('conformance-kept-1', 'string')],
    });
    for (const name of NEW_GROUPS) {
      expect(await scope.mint(user, { groups: [name] }), `the group ${name}:`).toBeRejected();
      const userAttributes = [assigned(name, 'string')];
      expect(await scope.mint(user, { userAttributes }), `the attribute ${name}:`).toBeRejected();
    }
  },
);

// "An existing attribute definition with a different type is never changed"
test(
  'after a type conflict the attribute has its first type',
  requirement('embed-type-conflict-keeps-type'),
  async ({ users, scope }) => {
    const [user] = users as [string];
    const giveOther = ([first, other]: (typeof TYPE_PAIRS)[number]) =>
      scope.mint(user, { userAttributes: [{ ...assigned(nameOf(other), other), name: nameOf(first) }] });

    // Given attributes that take values of their own type, and which other values they refuse
    await scope.define(user, { userAttributeDefinitions: TYPED });
    await scope.session(user, { userAttributes: VALUES });
    const before = await scope.snapshot();
    const telling: (typeof TYPE_PAIRS)[number][] = [];
    for (const pair of TYPE_PAIRS) if (!isAccepted(await giveOther(pair))) telling.push(pair);

    // When each is defined with every other type
    for (const [first, other] of TYPE_PAIRS)
      await scope.mint(user, { userAttributeDefinitions: [{ name: nameOf(first), type: other }] });

    // Then nothing about them has changed
    expect(await scope.snapshot(), 'the attributes after conflicts').toEqual(before);
    expect(
      await scope.mint(user, { userAttributes: VALUES }),
      'values of the first types, after conflicts:',
    ).toBeAccepted();
    for (const pair of telling)
      expect(
        await giveOther(pair),
        `a ${pair[1]} for an attribute that was first ${pair[0]}:`,
      ).toBeRejected();
    expect(
      await scope.mint(user, { userAttributeDefinitions: TYPED }),
      'the definitions with their first types, after conflicts:',
    ).toBeAccepted();
  },
);
