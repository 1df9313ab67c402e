import {
  ATTRIBUTE_TYPES,
  alsoRequirement,
  definitionsOf,
  definitionsOfBoth,
  type EmbedTenantScope,
  expect,
  otherKind,
  plainName,
  RECORD_KIND_NAMES,
  requirement,
  test,
} from '../../fixtures/index.ts';
import { expectEachRejected, inEveryPosition } from './support.ts';

const expectRejected = (scope: EmbedTenantScope, user: string, calls: Record<string, unknown>[]) =>
  expectEachRejected(calls, (call) => scope.mintInvalid(user, call));

/** Lists with a bad entry as the only one, and among good ones: in every position, or in one that the entry decides. */
const inLists = (bad: object, good: readonly [object, object]) => {
  const among = inEveryPosition(bad, good);
  const { length } = Object.keys(bad);
  return [[bad], ...(length === 0 ? among : [among[length % among.length]])];
};

test(
  'a group definition without a name is rejected',
  requirement('embed-group-definition-name-required'),
  async ({ scope, user }) => {
    const good = [
      { name: 'conformancenameda', description: 'a' },
      { name: 'conformancenamedb', description: 'b' },
    ] as const;
    await scope.session(user, { groupDefinitions: [good[0]] });
    await scope.session(user, { groupDefinitions: [...good] });
    for (const bad of [{}, { description: 'a' }, { description: 'nobody has this one' }]) {
      const calls = inLists(bad, good).map((groupDefinitions) => ({ groupDefinitions }));
      await expectRejected(scope, user, calls);
    }
  },
);

test(
  'an attribute definition without a name or a type is rejected',
  requirement('embed-attribute-definition-required-fields'),
  async ({ scope, user }) => {
    const complete = { name: 'conformancewhole', type: 'string', displayName: 'Whole' } as const;
    const good = [
      { name: 'conformancewholea', type: 'string' },
      { name: 'conformancewholeb', type: 'number' },
    ] as const;
    await scope.session(user, { userAttributeDefinitions: [complete] });
    await scope.session(user, { userAttributeDefinitions: [good[0], complete, good[1]] });
    const { name: _name, ...nameless } = complete;
    const { type: _type, ...typeless } = complete;
    // An attribute that exists, and a new one
    for (const bad of [nameless, typeless, { ...typeless, name: 'conformancewholenew' }]) {
      const calls = inLists(bad, good).map((userAttributeDefinitions) => ({ userAttributeDefinitions }));
      await expectRejected(scope, user, calls);
    }
  },
);

const WRONG_TYPES = [
  ...['boolean', 'date', 'integer', 'string_arrays', 'string[]'],
  ...['', null, true, ['string'], {}],
];

test(
  'the four types are accepted, and no others',
  requirement('embed-attribute-definition-types'),
  async ({ scope, user }) => {
    await scope.session(user);
    for (const type of ATTRIBUTE_TYPES) {
      // "defaultValue: string", for a number as well
      const rest = type === 'number' ? { defaultValue: '7' } : {};
      const userAttributeDefinitions = [{ name: plainName(`type ${type}`), type, ...rest }];
      expect(await scope.mint(user, { userAttributeDefinitions }), `type ${type}:`).toBeAccepted();
    }
    // Each has a new name: a known attribute would be refused because its type changes. Some stand beside one that is accepted.
    const right = { name: 'conformancetypestring', type: 'string' };
    const calls = WRONG_TYPES.map((type, index) => {
      const wrong = { name: plainName(`type wrong ${index}`), type };
      return { userAttributeDefinitions: [[wrong], [right, wrong], [wrong, right]][index % 3] };
    });
    await expectRejected(scope, user, calls);
  },
);

/** So many other entries that a look at the first ones, or at a part at a time, does not see both. */
const FAR = 25;

/** Lists that name one entry more than once: side by side or apart, identical or different in another field. */
const repeated = <Entry extends { name: string }>(entry: Entry, differing: Entry, beside: Entry) => {
  const many = Array.from({ length: FAR }, (_, index) => ({ ...beside, name: plainName(`twice ${index}`) }));
  return [
    [entry, entry],
    [entry, differing],
    [entry, beside, entry],
    [differing, ...many, entry],
    [beside, entry, differing, ...many.slice(0, 1)],
    [entry, entry, entry],
  ];
};

for (const { kind, noun, field } of RECORD_KIND_NAMES)
  test(
    `duplicate names in ${field} are rejected`,
    requirement(`embed-${noun}-definitions-duplicate-rejected`),
    async ({ scope, user }) => {
      const type = kind === 'groups' ? {} : { type: 'string' };
      const entry = (name: string, more = {}) => ({ name: plainName(`twice ${name}`), ...type, ...more });
      const [known, fresh, beside] = [entry('a'), entry('new'), entry('b')];
      await scope.session(user, definitionsOf(kind, [known.name, beside.name]));
      const fix = 'look for duplicates in each of the two arrays by itself';
      const alike = await scope.mint(user, definitionsOfBoth(known.name));
      expect(alike, 'a group and an attribute of one name:', fix).toBeAccepted();
      const lists = [
        ...repeated(known, entry('a', { description: 'another' }), beside),
        ...repeated(fresh, entry('new', { description: 'another' }), beside),
        ...(kind === 'groups' ? [] : repeated(fresh, entry('new', { type: 'number' }), beside).slice(1, 4)),
      ];
      // Every other one beside definitions of the other kind, and the others beside a use of what is defined.
      const others = definitionsOf(otherKind(kind), [known.name]);
      const { name } = known;
      const use = kind === 'groups' ? { groups: [name] } : { userAttributes: [{ name, value: null }] };
      const calls = lists.map((entries, index) => ({ ...(index % 2 ? others : use), [field]: entries }));
      await expectRejected(scope, user, calls);
    },
  );

// Definitions change the embed tenant alone: no tenant-wide group or attribute, nor who is in those.
test(
  'definitions do not change who is in the tenant-wide groups of their names',
  alsoRequirement('embed-definitions-stay-in-scope'),
  async ({ bystanders, definitionNames, scope, target, user }) => {
    // Given tenant-wide groups in which others are
    const { TARGET_GROUPS: known } = target.settings;
    const joined = await bystanders.joinedAmong(known?.filter((name) => definitionNames.groups.allows(name)));

    // When groups of their names are defined in an embed tenant, and used there, then the others stay as they were
    await bystanders.expectUntouched(
      joined.map((name) => async () => {
        for (const description of ['Conformance 1', 'Conformance 2'])
          await scope.session(user, { groupDefinitions: [{ name, description }], groups: [name] });
        await scope.session(user, { groups: [] });
      }),
      {
        after: 'a group of the name of a tenant-wide one was defined in an embed tenant',
        fix: 'keep the groups of an embed tenant apart from tenant-wide ones, and the members of either',
      },
    );
  },
);
