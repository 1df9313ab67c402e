import {
  ATTRIBUTE_TYPES,
  alsoRequirement,
  assignmentOf,
  control,
  type DefinitionNames,
  definitionsOf,
  expect,
  type RecordKind,
  requirement,
  type SessionRequest,
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
/** Defines and uses records of every sort of name; the first, the third, and so on are described. */
function several(names: Record<RecordKind, DefinitionNames>): SessionRequest {
  const groups = names.groups.ofEverySort('again-and-again');
  const attributes = names['user-attributes'].ofEverySort('again-and-again').map((name, index) => ({
    name,
    type: ATTRIBUTE_TYPES[index % ATTRIBUTE_TYPES.length] as (typeof ATTRIBUTE_TYPES)[number],
  }));
  return {
    groupDefinitions: groups.map((name, index) =>
      index % 2 === 0 ? { name, description: `Defined more than once: ${name}` } : { name },
    ),
    userAttributeDefinitions: attributes.map((attribute) => ({
      ...attribute,
      displayName: `Again: ${attribute.name}`,
      description: 'Defined more than once',
    })),
    groups: groups.toReversed(),
    userAttributes: attributes.map(({ name, type }) => assignmentOf(name, type)),
  };
}

// "Repeating an identical request yields the same end state."
test(
  'an identical request leaves the same records with the same ids',
  requirement('embed-definitions-idempotent'),
  async ({ definitionNames, scope, user, otherUser }) => {
    for (const request of [ONE, several(definitionNames)]) {
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

test(
  'an identical request leaves the same records, even if they were deleted and defined anew in between',
  alsoRequirement('embed-definitions-idempotent'),
  async ({ definitionNames, embedTenants, scope, user, otherUser }) => {
    // Given records that are defined where others of their names were deleted: the attribute with another type
    const group = definitionNames.groups.mixed('anew');
    const attribute = definitionNames['user-attributes'].mixed('anew');
    const request = {
      ...definitionsOf('groups', [group]),
      ...definitionsOf('user-attributes', [attribute], 'number'),
    };
    const first = await scope.define(user, {
      ...definitionsOf('groups', [group]),
      ...definitionsOf('user-attributes', [attribute]),
    });
    for (const kind of ['groups', 'user-attributes'] as const)
      for (const { id } of first[kind]) control(await embedTenants.remove(kind, scope.name, id));
    await scope.settled((now) => now.groups.length + now['user-attributes'].length === 0);
    await scope.define(user, request);
    const once = await scope.snapshot();

    // When the same is sent again, then it is accepted, and nothing changes
    for (const caller of [user, user, otherUser]) {
      expect(await scope.mint(caller, request), 'the same request again:').toBeAccepted();
      expect(await scope.settled(once), 'what is there after the same request').toEqual(once);
    }
  },
);
