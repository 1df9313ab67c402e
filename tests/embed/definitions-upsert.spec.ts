import {
  ATTRIBUTE_TYPES,
  assignmentOf,
  definitionsOf,
  expect,
  type RecordKind,
  requirement,
  test,
  usageOf,
} from '../../fixtures/index.ts';

// "Definitions are upserted and validated before groups and userAttributes are applied."
test(
  'a call can use what it defines',
  requirement('embed-definitions-before-use'),
  async ({ scope, user, otherUser }) => {
    await scope.session(user, {
      ...definitionsOf('groups', ['conformance-use-old']),
      ...definitionsOf('user-attributes', ['conformance-use-old']),
    });
    const attributes = ATTRIBUTE_TYPES.map((type) => ({ name: `conformance-use-${type}`, type }));
    const groups = ['conformance-use-1', 'conformance-use-2', 'conformance-use-3'];
    const defineAndUse = (kind: RecordKind) => ({
      ...usageOf(kind, 'conformance-use-alone'),
      ...definitionsOf(kind, ['conformance-use-alone']),
    });
    const calls = {
      'a new group': defineAndUse('groups'),
      'a new attribute': defineAndUse('user-attributes'),
      'new and old ones, used in another order than defined': {
        groups: ['conformance-use-3', 'conformance-use-old', 'conformance-use-1'],
        userAttributes: [...attributes, { name: 'conformance-use-old', type: 'string' } as const]
          .reverse()
          .map(({ name, type }) => assignmentOf(name, type)),
        ...definitionsOf('groups', groups),
        userAttributeDefinitions: attributes,
      },
      'a group that is used, beside an attribute that is not': {
        ...usageOf('groups', 'conformance-use-4'),
        ...definitionsOf('groups', ['conformance-use-4']),
        ...definitionsOf('user-attributes', ['conformance-use-4']),
      },
    };
    for (const [what, call] of Object.entries(calls))
      for (const [whose, caller] of [
        ['', user],
        [', for another user', otherUser],
      ] as const)
        expect(await scope.mint(caller, call), `${what}${whose}:`).toBeAccepted();
  },
);

const ONE = {
  ...definitionsOf('groups', ['conformance-again']),
  ...definitionsOf('user-attributes', ['conformance-again']),
};
const SEVERAL = {
  groupDefinitions: [
    { name: 'conformance-again-1', description: 'first group' },
    { name: 'conformance-again-2' },
    { name: 'conformance-again-3', description: 'third group' },
  ],
  userAttributeDefinitions: ATTRIBUTE_TYPES.map((type) => ({
    name: `conformance-again-${type}`,
    type,
    displayName: `Again: ${type}`,
    description: 'Defined more than once',
  })),
  groups: ['conformance-again-2', 'conformance-again-1'],
  userAttributes: ATTRIBUTE_TYPES.map((type) => assignmentOf(`conformance-again-${type}`, type)),
};

// "Repeating an identical request yields the same end state."
test(
  'an identical request leaves the same records with the same ids',
  requirement('embed-definitions-idempotent'),
  async ({ scope, user, otherUser }) => {
    for (const request of [ONE, SEVERAL]) {
      await scope.define(user, request);
      const once = await scope.snapshot();
      for (const [what, caller] of [
        ['a second time', user],
        ['a third time', user],
        ['for another user', otherUser],
      ] as const) {
        expect(await scope.mint(caller, request), `the same request ${what}:`).toBeAccepted();
        expect(await scope.settled(once), `what is there after the same request ${what}`).toEqual(once);
      }
    }
  },
);
