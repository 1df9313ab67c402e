import {
  ATTRIBUTE_TYPES,
  assigned,
  expect,
  inEveryPosition,
  isAccepted,
  requirement,
  TYPE_PAIRS,
  test,
} from '../../fixtures/index.ts';

const nameOf = (type: string): string => `conformance-typed-${type}`;
/** One attribute of each type. */
const TYPED = ATTRIBUTE_TYPES.map((type) => ({ name: nameOf(type), type }));
const VALUES = ATTRIBUTE_TYPES.map((type) => assigned(nameOf(type), type));

// "userAttributeDefinitions entry whose name exists with a different type: Rejected with message
// `cannot change type`"
test(
  'defining an attribute with another type is rejected',
  requirement('embed-type-conflict-rejected'),
  async ({ scope, user }) => {
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
    for (const [first, other] of TYPE_PAIRS) {
      const name = nameOf(first);
      const userAttributeDefinitions = [{ name, type: other }];
      const what = `${first} redefined as ${other}`;
      // null is of every type, so that nothing else is wrong with the call.
      const clearing = await scope.mint(user, {
        userAttributeDefinitions,
        userAttributes: [{ name, value: null }],
      });
      expect(clearing, `${what}, with null as its value:`).toBeRejected();
      expect(clearing, `${what}, with null as its value:`).toSay('cannot change type');
      // A value of either type may be what the target complains about first.
      for (const type of [first, other]) {
        const userAttributes = [{ ...assigned(name, type), name }];
        expect(
          await scope.mint(user, { userAttributeDefinitions, userAttributes }),
          `${what}, with a ${type} as its value:`,
        ).toBeRejected();
      }
    }
    for (const [where, userAttributeDefinitions] of inEveryPosition(
      { name: nameOf('number'), type: 'string' },
      [
        { name: 'conformance-typed-beside-1', type: 'string' },
        { name: 'conformance-typed-beside-2', type: 'number' },
      ] as const,
    )) {
      const answer = await scope.mint(user, {
        groupDefinitions: [{ name: 'conformance-typed-beside' }],
        userAttributeDefinitions: userAttributeDefinitions as typeof TYPED,
      });
      expect(answer, `the conflict ${where}:`).toBeRejected();
      expect(answer, `the conflict ${where}:`).toSay('cannot change type');
    }
  },
);

// "An existing attribute definition with a different type is never changed"
test(
  'after a type conflict the attribute has its first type',
  requirement('embed-type-conflict-keeps-type'),
  async ({ scope, user }) => {
    const giveOther = ([first, other]: (typeof TYPE_PAIRS)[number]) =>
      scope.mint(user, { userAttributes: [{ ...assigned(nameOf(other), other), name: nameOf(first) }] });

    // Given attributes, and which values of other types they refuse
    await scope.define(user, { userAttributeDefinitions: TYPED });
    const before = await scope.snapshot();
    const telling: (typeof TYPE_PAIRS)[number][] = [];
    for (const pair of TYPE_PAIRS) if (!isAccepted(await giveOther(pair))) telling.push(pair);

    // Nobody has a value of them at first, then somebody has
    for (const when of ['while nobody has a value', 'while somebody has values']) {
      // When each is defined with every other type
      for (const [first, other] of TYPE_PAIRS)
        await scope.mint(user, { userAttributeDefinitions: [{ name: nameOf(first), type: other }] });

      // Then nothing about them has changed
      expect(await scope.settled(before), `the attributes after conflicts ${when}`).toEqual(before);
      for (const pair of telling)
        expect(
          await giveOther(pair),
          `a ${pair[1]} for an attribute that was first ${pair[0]}, after conflicts ${when}:`,
        ).toBeRejected();
      expect(
        await scope.mint(user, { userAttributes: VALUES }),
        `values of the first types, after conflicts ${when}:`,
      ).toBeAccepted();
    }
    expect(
      await scope.mint(user, { userAttributeDefinitions: TYPED }),
      'the definitions with their first types, after conflicts:',
    ).toBeAccepted();
  },
);
