import {
  ATTRIBUTE_TYPES,
  atOnce,
  expect,
  inEveryPosition,
  requirement,
  test,
  writeJson,
} from '../../fixtures/index.ts';

/** A bad entry as the only one, and in every position among good ones. */
const inLists = (bad: object, good: readonly [object, object]) =>
  [['as the only one', [bad]] as const, ...inEveryPosition(bad, good)] as const;

// "groupDefinitions element: name (string, required)"
test(
  'a group definition without a name is rejected',
  requirement('embed-group-definition-name-required'),
  async ({ scope, user }) => {
    const good = [
      { name: 'conformance-named-a', description: 'a' },
      { name: 'conformance-named-b', description: 'b' },
    ] as const;
    await scope.session(user, { groupDefinitions: [good[0]] });
    await scope.session(user, { groupDefinitions: [...good] });
    for (const bad of [{}, { description: 'a' }, { description: 'nobody has this one' }])
      for (const [[where], answer] of await atOnce(inLists(bad, good), ([, groupDefinitions]) =>
        scope.mintInvalid(user, { groupDefinitions }),
      ))
        expect(answer, `${writeJson(bad)} ${where}:`).toBeRejected();
  },
);

// "userAttributeDefinitions element: name required, type required"
test(
  'an attribute definition without a name or a type is rejected',
  requirement('embed-attribute-definition-required-fields'),
  async ({ scope, user }) => {
    const complete = { name: 'conformance-whole', type: 'string', displayName: 'Whole' } as const;
    const good = [
      { name: 'conformance-whole-a', type: 'string' },
      { name: 'conformance-whole-b', type: 'number' },
    ] as const;
    await scope.session(user, { userAttributeDefinitions: [complete] });
    await scope.session(user, { userAttributeDefinitions: [good[0], complete, good[1]] });
    const { name: _name, ...nameless } = complete;
    const { type: _type, ...typeless } = complete;
    const lacking = {
      'no name': nameless,
      'no type, of an attribute that exists': typeless,
      'no type, of a new attribute': { ...typeless, name: 'conformance-whole-new' },
    };
    for (const [what, bad] of Object.entries(lacking))
      for (const [[where], answer] of await atOnce(inLists(bad, good), ([, userAttributeDefinitions]) =>
        scope.mintInvalid(user, { userAttributeDefinitions }),
      ))
        expect(answer, `a definition with ${what}, ${where}:`).toBeRejected();
  },
);

const WRONG_TYPES = [
  'boolean',
  'date',
  'array',
  'integer',
  'String',
  'NUMBER',
  'string_arrays',
  'stringArray',
  'string[]',
  '',
  'null',
  null,
  1,
  true,
  ['string'],
  {},
];

// "type: string, number, string_array, number_array"
test(
  'the four types are accepted, and no others',
  requirement('embed-attribute-definition-types'),
  async ({ scope, user }) => {
    await scope.session(user);
    for (const type of ATTRIBUTE_TYPES) {
      const userAttributeDefinitions = [{ name: `conformance-type-${type}`, type }];
      expect(await scope.mint(user, { userAttributeDefinitions }), `type ${type}:`).toBeAccepted();
    }
    // Each has a new name: a known attribute would be refused because its type changes.
    const answers = await atOnce([...WRONG_TYPES.entries()], ([index, type]) =>
      scope.mintInvalid(user, {
        userAttributeDefinitions: [{ name: `conformance-type-wrong-${index}`, type }],
      }),
    );
    for (const [[, type], answer] of answers) expect(answer, `type ${writeJson(type)}:`).toBeRejected();
  },
);
