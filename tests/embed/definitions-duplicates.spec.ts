import { atOnce, expect, requirement, test } from '../../fixtures/index.ts';

/** Lists that name one entry more than once: side by side or apart, identical or different in another field. */
const repeated = <Entry>(entry: Entry, differing: Entry, beside: Entry): [string, Entry[]][] => [
  ['two identical entries', [entry, entry]],
  ['two entries that differ', [entry, differing]],
  ['two identical entries apart', [entry, beside, entry]],
  ['two differing entries apart', [differing, beside, entry]],
  ['two entries after another one', [beside, entry, differing]],
  ['three entries', [entry, entry, entry]],
];

// "Duplicate name in groupDefinitions or userAttributeDefinitions: Rejected"
test(
  'duplicate names in groupDefinitions are rejected',
  requirement('embed-group-definitions-duplicate-rejected'),
  async ({ scope, user }) => {
    const group = (name: string, description = 'one') => ({ name: `conformance-twice-${name}`, description });
    await scope.session(user, { groupDefinitions: [group('a'), group('b')] });
    for (const name of ['a', 'new'])
      for (const [[what], answer] of await atOnce(
        repeated(group(name), group(name, 'another'), group('b')),
        ([, groupDefinitions]) => scope.mintInvalid(user, { groupDefinitions }),
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
    const lists = [
      ...repeated(attribute('a'), described('a'), attribute('b')),
      ...repeated(attribute('new'), described('new'), attribute('b')),
      ...repeated(attribute('new'), attribute('new', 'number'), attribute('b')),
    ];
    const answers = await atOnce(lists, ([, userAttributeDefinitions]) =>
      scope.mintInvalid(user, { userAttributeDefinitions }),
    );
    for (const [[what, definitions], answer] of answers)
      expect(answer, `${what} of attribute ${definitions[0]?.name}:`).toBeRejected();
  },
);
