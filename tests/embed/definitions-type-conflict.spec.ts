import {
  ATTRIBUTE_TYPES,
  assignmentOf,
  atOnce,
  type Exchange,
  expect,
  inEveryPosition,
  isAccepted,
  isRefusedSaying,
  MISSING_GROUPS,
  requirement,
  type SessionRequest,
  TYPE_PAIRS,
  test,
} from '../../fixtures/index.ts';

const nameOf = (type: string): string => `conformance-typed-${type}`;
/** One attribute of each type. */
const TYPED = ATTRIBUTE_TYPES.map((type) => ({ name: nameOf(type), type }));
type AnyDefinition = (typeof TYPED)[number];
const VALUES = ATTRIBUTE_TYPES.map((type) => assignmentOf(nameOf(type), type));

type Value = (typeof VALUES)[number]['value'];

/** Every pair of types, in words, and the definition that changes the first type to the other. */
const CONFLICTS = TYPE_PAIRS.map(([first, other]) => ({
  name: nameOf(first),
  first,
  other,
  what: `${first} redefined as ${other}`,
  definitions: [{ name: nameOf(first), type: other }],
}));

type Conflict = (typeof CONFLICTS)[number];

/** Pairs of a single value and a list: no conversion makes one of the other. */
const UNLIKE_PAIRS = TYPE_PAIRS.filter(
  ([first, other]) => first.endsWith('_array') !== other.endsWith('_array'),
);

/** Texts that go with another type: only some also have a default value, one that is of both types. */
const textsFor = (
  first: string,
  other: string,
): Partial<Record<'displayName' | 'defaultValue' | 'description', string>> => ({
  displayName: 'Retyped',
  ...(first.endsWith('_array') || other.endsWith('_array')
    ? { description: 'Of another type' }
    : { defaultValue: '7' }),
});

/** What a call may carry that says nothing of attributes. */
const BESIDE_ATTRIBUTES: SessionRequest = {
  userProfile: { displayName: 'Conformance Viewer 1' },
  securityContext: {},
  settings: { showDashboardChat: true },
  groups: [],
};

/** Definitions without a conflict. */
const BESIDE = [
  { name: 'conformance-typed-beside-1', type: 'string' },
  { name: 'conformance-typed-beside-2', type: 'number' },
] as const;

const MESSAGE = 'cannot change type';
/** Sent while others are on their way, a refusal may be about them: this one is not. */
const UNTIL_SAID = { isFinal: isRefusedSaying(MESSAGE) };

function expectConflict(answer: Exchange, what: string): void {
  expect(answer, `${what}:`).toBeRejected();
  expect(answer, `${what}:`).toSay(MESSAGE);
}

// "userAttributeDefinitions entry whose name exists with a different type: Rejected with message
// `cannot change type`"
test(
  'defining an attribute with another type is rejected',
  requirement('embed-type-conflict-rejected'),
  async ({ scope, user }) => {
    // Given an attribute of each type, and a group of the same name as each
    const groupDefinitions = TYPED.map(({ name }) => ({ name }));
    await scope.session(user, { groupDefinitions, userAttributeDefinitions: TYPED });
    await scope.session(user, { userAttributeDefinitions: TYPED });

    // When it is defined with another type, then the call is rejected, be there values of the attribute or not
    const redefine = ({ definitions }: Conflict) =>
      scope.mint(user, { userAttributeDefinitions: definitions }, UNTIL_SAID);
    const redefineWithTexts = ({ first, other, definitions }: Conflict) =>
      scope.mint(
        user,
        { userAttributeDefinitions: definitions.map((one) => ({ ...one, ...textsFor(first, other) })) },
        UNTIL_SAID,
      );
    for (const [{ what }, answer] of await atOnce(CONFLICTS, redefine))
      expectConflict(answer, `${what}, without values`);
    await scope.session(user, { userAttributes: VALUES });
    for (const [{ what }, answer] of await atOnce(CONFLICTS, redefineWithTexts))
      expectConflict(answer, `${what} and with other texts, with a value`);

    // And so it is when the call sends a value as well
    const sending = ({ name, definitions }: Conflict, value: Value): SessionRequest => ({
      userAttributeDefinitions: definitions,
      userAttributes: [{ name, value }],
    });
    // null is a value of every type, so that nothing else is wrong with the call.
    const beside = { ...BESIDE_ATTRIBUTES, email: `${user}@example.com` };
    const withNull = (conflict: Conflict) =>
      scope.mint(user, { ...beside, ...sending(conflict, null) }, UNTIL_SAID);
    for (const [{ what }, answer] of await atOnce(CONFLICTS, withNull))
      expectConflict(answer, `${what}, with null as its value, a profile and a context`);
    // The target may complain about a value of either type first.
    const typeOf = ({ first, other }: Conflict, index: number) => (index % 2 ? first : other);
    const withValue = ([index, one]: readonly [number, Conflict]) =>
      scope.mintInvalid(user, sending(one, assignmentOf(one.name, typeOf(one, index)).value));
    for (const [[index, one], answer] of await atOnce([...CONFLICTS.entries()], withValue))
      expect(answer, `${one.what}, with a ${typeOf(one, index)} as its value:`).toBeRejected();

    // And when the call defines other records as well
    const conflict = { name: nameOf('number'), type: 'string' } as const;
    for (const [where, userAttributeDefinitions] of inEveryPosition<AnyDefinition>(conflict, BESIDE)) {
      const groupDefinitions = [{ name: 'conformance-typed-beside' }];
      expectConflict(
        await scope.mint(user, { groupDefinitions, userAttributeDefinitions }),
        `the conflict ${where}`,
      );
    }
  },
);

// "Definitions are upserted and validated before `groups` and `userAttributes` are applied."
test(
  'a type conflict is said before that a group is not found',
  requirement('embed-type-conflict-said-first'),
  async ({ scope, user }) => {
    // Given attributes, and a group that is not found
    await scope.session(user, { userAttributeDefinitions: TYPED });
    const groups = [MISSING_GROUPS[0]];
    expect(await scope.mint(user, { groups }), 'the group alone:').toBeRejected();

    // When one of the attributes is defined with another type beside it, then that is what is wrong
    for (const [{ what }, answer] of await atOnce(CONFLICTS.slice(0, 1), ({ definitions }) =>
      scope.mint(user, { userAttributeDefinitions: definitions, groups }, UNTIL_SAID),
    ))
      expectConflict(answer, `${what}, beside a group that is not found`);
  },
);

// "An existing attribute definition with a different type is never changed"
test(
  'an attribute keeps its type after a type conflict',
  requirement('embed-type-conflict-keeps-type'),
  async ({ scope, user }) => {
    const ofOther = ([first, other]: (typeof TYPE_PAIRS)[number]) => ({
      userAttributes: [assignmentOf(nameOf(first), other)],
    });

    // Given attributes, and the pairs of types of which one refuses values of the other, as no conversion makes them fit
    await scope.define(user, { userAttributeDefinitions: TYPED });
    const before = await scope.snapshot();
    const refused: (typeof TYPE_PAIRS)[number][] = [];
    for (const [pair, answer] of await atOnce(UNLIKE_PAIRS, (pair) => scope.mintInvalid(user, ofOther(pair))))
      if (!isAccepted(answer)) refused.push(pair);

    // At first no user has a value of them, then one has
    for (const when of ['while no user has a value', 'while a user has values']) {
      // When each is defined with every other type
      for (const [first, other] of TYPE_PAIRS)
        await scope.mint(user, { userAttributeDefinitions: [{ name: nameOf(first), type: other }] });

      // Then nothing about them has changed
      expect(await scope.settled(before), `the attributes after conflicts ${when}`).toEqual(before);
      expect(
        await scope.mint(user, { userAttributes: VALUES }),
        `values of the first types, after conflicts ${when}:`,
      ).toBeAccepted();
    }
    for (const [[first, other], answer] of await atOnce(refused, (pair) =>
      scope.mintInvalid(user, ofOther(pair)),
    ))
      expect(answer, `a ${other} for an attribute of type ${first}, after conflicts:`).toBeRejected();
    expect(
      await scope.mint(user, { userAttributeDefinitions: TYPED }),
      'the definitions with their first types, after conflicts:',
    ).toBeAccepted();
  },
);
