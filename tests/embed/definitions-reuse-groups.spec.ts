import { definitionsOf, expect, firstOf, notTested, requirement, test } from '../../fixtures/index.ts';

// "name: an existing group of that name is reused"
test(
  'defining a group again reuses it',
  requirement('embed-group-definition-reused'),
  async ({ scope, user, otherUser }) => {
    const name = 'conformance-reused';
    await scope.define(user, { groupDefinitions: [{ name, description: 'one' }] });
    await scope.define(user, { groupDefinitions: [{ name: 'conformance-reused-2' }] });
    const ids = (expected?: number | readonly string[]) => scope.ids('groups', expected);
    const known = await ids();
    const beside = definitionsOf('groups', ['conformance-reused-new', name]);
    expect(await scope.mint(user, beside), 'the group beside a new one:').toBeAccepted();
    const before = await ids(known.length + 1);
    expect(before, 'ids of groups after one was defined beside a new one').toHaveLength(known.length + 1);
    expect(
      known.filter((id) => !before.includes(id)),
      'ids of groups that are gone',
    ).toEqual([]);
    const again = {
      'with the same description': [{ name, description: 'one' }],
      'with another description': [{ name, description: 'another' }],
      'without a description': [{ name }],
      'with a first description': [{ name: 'conformance-reused-2', description: 'one' }],
      'together with the other one': [{ name: 'conformance-reused-2' }, { name, description: 'third' }],
    };
    const callers: readonly [string, string, { groups?: string[] }][] = [
      ['', user, {}],
      [', for another user', otherUser, { groups: [name] }],
    ];
    for (const [how, groupDefinitions] of Object.entries(again))
      for (const [whose, who, use] of callers) {
        const answer = await scope.mint(who, { groupDefinitions, ...use });
        expect(answer, `the group ${how}${whose}:`).toBeAccepted();
        expect(await ids(before), `ids of groups after one was defined ${how}${whose}`).toEqual(before);
      }
  },
);

// "description: updated when supplied and different; never cleared"
test(
  'the description of a group is updated and never cleared',
  requirement('embed-group-description-updated'),
  async ({ scope, user, otherUser }) => {
    const name = 'conformance-described';
    const beside = await scope.define(user, {
      groupDefinitions: [{ name: 'conformance-described-2', description: 'kept' }],
    });
    const defined = await scope.define(user, { groupDefinitions: [{ name, description: 'first' }] });
    const described = async (of: typeof defined, expected: string) => {
      const descriptionIn = (now: typeof defined) =>
        now.groups.find(({ id }) => id === of.groups[0]?.id)?.description;
      return descriptionIn(await scope.settled((now) => descriptionIn(now) === expected));
    };
    if (firstOf(defined, 'groups').description === undefined)
      notTested('the group records of the embed tenant show no description');
    const judge = async (when: string, expected: string): Promise<void> =>
      expect(await described(defined, expected), `the description ${when}`).toBe(expected);
    await judge('at first', 'first');
    const steps = [
      ['after the group was defined again', user, {}, 'first'],
      ['after a different description', user, { description: 'second' }, 'second'],
      ['after it was omitted', user, {}, 'second'],
      ['after it was omitted for another user', otherUser, {}, 'second'],
      ['after the same description', user, { description: 'second' }, 'second'],
      ['after the first description, for another user', otherUser, { description: 'first' }, 'first'],
      ['after it was omitted again', user, {}, 'first'],
    ] as const;
    for (const [when, who, supplied, expected] of steps) {
      await scope.session(who, { groupDefinitions: [{ name, ...supplied }] });
      await judge(when, expected);
    }
    expect(
      await described(beside, 'kept'),
      'the description of another group',
      'write the description of the group that is named, and of no other',
    ).toBe('kept');
  },
);
