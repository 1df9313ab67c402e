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
