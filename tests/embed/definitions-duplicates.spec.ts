import { atOnce, definitionsOf, expect, requirement, test } from '../../fixtures/index.ts';

/** So many other entries that a look at the first ones, or at a part at a time, does not see both. */
const FAR = 25;

/** Lists that name one entry more than once: side by side or apart, identical or different in another field. */
const repeated = <Entry extends { name: string }>(
  entry: Entry,
  differing: Entry,
  beside: Entry,
): [string, Entry[]][] => [
  ['two identical entries', [entry, entry]],
  ['two entries that differ', [entry, differing]],
  ['two identical entries apart', [entry, beside, entry]],
  [
    'two differing entries far apart',
    [
      differing,
      ...Array.from({ length: FAR }, (_, index) => ({ ...beside, name: `${beside.name}-${index}` })),
      entry,
    ],
  ],
  ['two entries after another one', [beside, entry, differing]],
  ['three entries', [entry, entry, entry]],
];

const APART = 'look for duplicates in each of the two arrays by itself';

// "Duplicate name in groupDefinitions or userAttributeDefinitions: Rejected"
test(
  'duplicate names in groupDefinitions are rejected',
  requirement('embed-group-definitions-duplicate-rejected'),
  async ({ scope, user }) => {
    const group = (name: string, description = 'one') => ({ name: `conformance-twice-${name}`, description });
    await scope.session(user, { groupDefinitions: [group('a'), group('b')] });
    const alike = { groupDefinitions: [group('a')], ...definitionsOf('user-attributes', [group('a').name]) };
    expect(await scope.mint(user, alike), 'a group and an attribute of one name:', APART).toBeAccepted();
    // Once alone, and once beside definitions of the other kind.
    const besideIn = { a: {}, new: definitionsOf('user-attributes', [group('a').name]) };
    for (const name of ['a', 'new'] as const)
      for (const [[what], answer] of await atOnce(
        repeated(group(name), group(name, 'another'), group('b')),
        ([, groupDefinitions]) => scope.mintInvalid(user, { ...besideIn[name], groupDefinitions }),
      ))
        expect(answer, `${what} of group ${name}:`).toBeRejected();
  },
);

test(
  'duplicate names in userAttributeDefinitions are rejected',
  requirement('embed-attribute-definitions-duplicate-rejected'),
  async ({ scope, user }) => {
    const attribute = (name: string, type = 'string') => ({ name: `conformance-twice-${name}`, type });
    const described = (name: string) => ({ ...attribute(name), description: 'another' });
    await scope.session(user, {
      userAttributeDefinitions: [
        { name: 'conformance-twice-a', type: 'string' },
        { name: 'conformance-twice-b', type: 'string' },
      ],
    });
    const alike = {
      ...definitionsOf('groups', [attribute('a').name]),
      ...definitionsOf('user-attributes', [attribute('a').name]),
    };
    expect(await scope.mint(user, alike), 'a group and an attribute of one name:', APART).toBeAccepted();
    const lists = [
      ...repeated(attribute('a'), described('a'), attribute('b')),
      ...repeated(attribute('new'), described('new'), attribute('b')),
      ...repeated(attribute('new'), attribute('new', 'number'), attribute('b')),
    ];
    // Every other one beside definitions of the other kind.
    const beside = definitionsOf('groups', [attribute('a').name]);
    const answers = await atOnce([...lists.entries()], ([index, [, userAttributeDefinitions]]) =>
      scope.mintInvalid(user, { ...(index % 2 ? beside : {}), userAttributeDefinitions }),
    );
    for (const [[, [what, definitions]], answer] of answers)
      expect(answer, `${what} of attribute ${definitions[0]?.name}:`).toBeRejected();
  },
);
