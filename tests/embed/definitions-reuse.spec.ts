import { definitionsOf, expect, notTested, requirement, test } from '../../fixtures/index.ts';

// "name: an existing group of that name is reused"
test(
  'defining a group again reuses it',
  requirement('embed-group-definition-reused'),
  async ({ users, scope }) => {
    const [user, other] = users as [string, string];
    const name = 'conformance-reused';
    await scope.define(user, { groupDefinitions: [{ name, description: 'one' }] });
    await scope.define(user, { groupDefinitions: [{ name: 'conformance-reused-2' }] });
    const ids = () => scope.ids('groups');
    const before = await ids();
    const again = {
      'with the same description': [{ name, description: 'one' }],
      'with another description': [{ name, description: 'another' }],
      'without a description': [{ name }],
      'with a first description': [{ name: 'conformance-reused-2', description: 'one' }],
      'together with the other one': [{ name: 'conformance-reused-2' }, { name, description: 'third' }],
    };
    for (const [how, groupDefinitions] of Object.entries(again)) {
      expect(await scope.mint(user, { groupDefinitions }), `the group ${how}:`).toBeAccepted();
      expect(await ids(), `ids of groups after one was defined ${how}`).toEqual(before);
      expect(
        await scope.mint(other, { groupDefinitions, groups: [name] }),
        `the group ${how}, for another user:`,
      ).toBeAccepted();
      expect(await ids(), `ids of groups after one was defined ${how} for another user`).toEqual(before);
    }
    const beside = definitionsOf('groups', ['conformance-reused-new', name]);
    expect(await scope.mint(user, beside), 'the group beside a new one:').toBeAccepted();
    const after = await ids();
    expect(after, 'ids of groups after one was defined beside a new one').toHaveLength(before.length + 1);
    expect(
      before.filter((id) => !after.includes(id)),
      'ids of groups that are gone',
    ).toEqual([]);
  },
);

// "description: updated when supplied and different; never cleared"
test(
  'the description of a group is updated and never cleared',
  requirement('embed-group-description-updated'),
  async ({ users, scope }) => {
    const [user, other] = users as [string, string];
    const name = 'conformance-described';
    const beside = await scope.define(user, {
      groupDefinitions: [{ name: 'conformance-described-2', description: 'kept' }],
    });
    const defined = await scope.define(user, { groupDefinitions: [{ name, description: 'first' }] });
    const described = async (of: typeof defined) =>
      (await scope.snapshot()).groups.find(({ id }) => id === of.groups[0]?.id)?.description;
    if ((await described(defined)) === undefined)
      notTested('the group records of the embed tenant show no description');
    const steps = [
      ['after the group was defined again', user, {}, 'first'],
      ['after a different description', user, { description: 'second' }, 'second'],
      ['after it was omitted', user, {}, 'second'],
      ['after it was omitted for another user', other, {}, 'second'],
      ['after the same description', user, { description: 'second' }, 'second'],
      ['after the first description, for another user', other, { description: 'first' }, 'first'],
      ['after it was omitted again', user, {}, 'first'],
    ] as const;
    expect(await described(defined), 'the description at first').toBe('first');
    for (const [when, who, supplied, expected] of steps) {
      await scope.session(who, { groupDefinitions: [{ name, ...supplied }] });
      expect(await described(defined), `the description ${when}`).toBe(expected);
    }
    expect(await described(beside), 'the description of another group').toBe('kept');
  },
);

const TEXTS = ['displayName', 'defaultValue', 'description'] as const;

// "name: existing attribute of that name is reused"
test(
  'defining an attribute again reuses it',
  requirement('embed-attribute-definition-reused'),
  async ({ users, scope }) => {
    const [user, other] = users as [string, string];
    const attribute = { name: 'conformance-reused', type: 'string' as const };
    const second = { name: 'conformance-reused-2', type: 'number_array' as const };
    await scope.define(user, { userAttributeDefinitions: [{ ...attribute, displayName: 'one' }, second] });
    const ids = () => scope.ids('user-attributes');
    const before = await ids();
    const again = {
      'in the same way': [{ ...attribute, displayName: 'one' }],
      ...Object.fromEntries(
        TEXTS.map((text) => [`with another ${text}`, [{ ...attribute, [text]: 'another' }]]),
      ),
      'with its name and type alone': [attribute],
      'together with the other one': [second, { ...attribute, description: 'third' }],
    };
    for (const [how, userAttributeDefinitions] of Object.entries(again)) {
      for (const who of [user, other]) {
        expect(await scope.mint(who, { userAttributeDefinitions }), `the attribute ${how}:`).toBeAccepted();
        expect(await ids(), `ids of attributes after one was defined ${how}`).toEqual(before);
      }
    }
    const beside = definitionsOf('user-attributes', ['conformance-reused-new', attribute.name]);
    expect(await scope.mint(user, beside), 'the attribute beside a new one:').toBeAccepted();
    const after = await ids();
    expect(after, 'ids of attributes after one was defined beside a new one').toHaveLength(before.length + 1);
    expect(
      before.filter((id) => !after.includes(id)),
      'ids of attributes that are gone',
    ).toEqual([]);
  },
);

// "displayName, defaultValue, description: updated when supplied and different"
test(
  'the texts of an attribute are updated',
  requirement('embed-attribute-definition-updated'),
  async ({ users, scope }) => {
    const [user, other] = users as [string, string];
    const attribute = { name: 'conformance-updated', type: 'string' as const };
    const expected: Record<string, string> = {
      displayName: 'name 1',
      defaultValue: 'value 1',
      description: 'text 1',
    };
    const defined = await scope.define(user, { userAttributeDefinitions: [{ ...attribute, ...expected }] });
    const id = defined['user-attributes'][0]?.id;
    const look = async () => (await scope.snapshot())['user-attributes'].find((record) => record.id === id);
    const first = await look();
    const shown = TEXTS.filter((text) => first?.[text] !== undefined);
    if (shown.length === 0)
      notTested(
        'the attribute records of the embed tenant show neither displayName, defaultValue nor description',
      );
    const judge = async (when: string): Promise<void> => {
      const record = await look();
      for (const text of shown) expect(record?.[text], `${text} ${when}`).toBe(expected[text]);
    };
    await judge('at first');
    const updates = [
      ['after a different displayName', user, { displayName: 'name 2' }],
      ['after a different defaultValue', user, { defaultValue: 'value 2' }],
      ['after a different description', user, { description: 'text 2' }],
      ['after all three were omitted', user, {}],
      ['after all three were different', other, { displayName: '3', defaultValue: '3', description: '3' }],
      ['after all three were the same', user, { displayName: '3', defaultValue: '3', description: '3' }],
      ['after all three were omitted again', other, {}],
    ] as const;
    for (const [when, who, supplied] of updates) {
      await scope.session(who, { userAttributeDefinitions: [{ ...attribute, ...supplied }] });
      Object.assign(expected, supplied);
      await judge(when);
    }
  },
);
