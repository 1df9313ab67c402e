import {
  definitionsOf,
  expect,
  firstRecord,
  notTested,
  requirement,
  test,
  usageOf,
} from '../../fixtures/index.ts';

// "name: an existing group of that name is reused"
test(
  'a group that is defined again is reused',
  requirement('embed-group-definition-reused'),
  async ({ definitionNames, scope, user, otherUser }) => {
    // Given two groups
    const name = definitionNames.groups.mixed('reused');
    await scope.define(user, { groupDefinitions: [{ name, description: 'one' }] });
    await scope.define(user, { groupDefinitions: [{ name: 'conformance-reused-2' }] });
    const ids = (expected?: number | readonly string[]) => scope.ids('groups', expected);
    const known = await ids();

    // When one is defined again beside a new one, then both old ids are still there
    const beside = definitionsOf('groups', ['conformance-reused-new', name]);
    expect(await scope.mint(user, beside), 'the group beside a new one:').toBeAccepted();
    const before = await ids(known.length + 1);
    expect(before, 'ids of groups after one was defined beside a new one').toHaveLength(known.length + 1);
    expect(
      known.filter((id) => !before.includes(id)),
      'ids of groups that are gone',
    ).toEqual([]);

    // When groups are defined again in any way, by either user, then there are no other ids
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
      for (const [whose, caller, use] of callers) {
        const answer = await scope.mint(caller, { groupDefinitions, ...use });
        expect(answer, `the group ${how}${whose}:`).toBeAccepted();
        expect(await ids(before), `ids of groups after one was defined ${how}${whose}`).toEqual(before);
      }
  },
);

/** Longer than some columns, and no longer than people write. */
const LONG = `Everybody of R&D in the ${'northern and '.repeat(10)}eastern offices`;
const ATTRIBUTE = definitionsOf('user-attributes', ['conformance-described']);

// "description: updated when supplied and different; never cleared"
test(
  'the description of a group is updated, and never cleared',
  requirement('embed-group-description-updated'),
  async ({ definitionNames, scope, user, otherUser }) => {
    const name = definitionNames.groups.mixed('described');
    const [second = ''] = definitionNames.groups.besideMixed('described');
    // Given two groups whose records show a description
    const beside = await scope.define(user, {
      groupDefinitions: [{ name: second, description: 'kept' }],
    });
    const defined = await scope.define(user, { groupDefinitions: [{ name, description: 'first' }] });
    const descriptionOf = async (of: typeof defined, expected: string) => {
      const descriptionIn = (now: typeof defined) =>
        now.groups.find(({ id }) => id === of.groups[0]?.id)?.description;
      return descriptionIn(await scope.settled((now) => descriptionIn(now) === expected));
    };
    if (firstRecord(defined, 'groups').description === undefined)
      notTested('the group records of the embed tenant show no description');
    const expectDescription = async (when: string, expected: string): Promise<void> =>
      expect(await descriptionOf(defined, expected), `the description ${when}`).toBe(expected);
    await expectDescription('at first', 'first');

    // When one is defined again, then its description changes only where another one is supplied
    const steps = [
      ['after the group was defined again', user, {}, 'first', usageOf('groups', name)],
      ['after the same in capitals, with a user in the group', user, { description: 'FIRST' }, 'FIRST', {}],
      ['after it was omitted', user, {}, 'FIRST', {}],
      ['after it was omitted for another user', otherUser, {}, 'FIRST', {}],
      ['after a longer one beside a new attribute', user, { description: LONG }, LONG, ATTRIBUTE],
      ['after the first description, for another user', otherUser, { description: 'first' }, 'first', {}],
      ['after it was omitted again', user, {}, 'first', {}],
    ] as const;
    for (const [index, [when, caller, supplied, expected, fields]] of steps.entries()) {
      // Beside a new group, and behind one that is known.
      const others = index === 1 ? [{ name: 'conformance-described-new' }] : [{ name: second }];
      await scope.session(caller, { ...fields, groupDefinitions: [...others, { name, ...supplied }] });
      await expectDescription(when, expected);
    }

    // And the other group keeps its own
    expect(
      await descriptionOf(beside, 'kept'),
      'the description of another group',
      'write the description of the group that is named, and of no other',
    ).toBe('kept');
  },
);
