import {
  definitionsOf,
  expect,
  firstRecord,
  mixedName,
  notTested,
  requirement,
  test,
  usageOf,
} from '../../fixtures/index.ts';

/** Texts that are easily mistaken for none, or for numbers, or that need more than Latin letters. */
const ODD_TEXTS = { displayName: 'Kraj / 国 🚀', defaultValue: '1.0', description: '0' };
const TEXTS = ['displayName', 'defaultValue', 'description'] as const;

// "name: existing attribute of that name is reused"
test(
  'an attribute that is defined again is reused',
  requirement('embed-attribute-definition-reused'),
  async ({ scope, user, otherUser }) => {
    // Given two attributes
    const attribute = { name: mixedName('reused'), type: 'string' as const };
    const second = { name: 'conformance-reused-2', type: 'number_array' as const };
    await scope.define(user, { userAttributeDefinitions: [{ ...attribute, displayName: 'one' }, second] });
    const ids = (expected?: number | readonly string[]) => scope.ids('user-attributes', expected);
    const known = await ids();

    // When one is defined again beside a new one, then both old ids are still there
    const beside = definitionsOf('user-attributes', ['conformance-reused-new', attribute.name]);
    expect(await scope.mint(user, beside), 'the attribute beside a new one:').toBeAccepted();
    const before = await ids(known.length + 1);
    expect(before, 'ids of attributes after one was defined beside a new one').toHaveLength(known.length + 1);
    expect(
      known.filter((id) => !before.includes(id)),
      'ids of attributes that are gone',
    ).toEqual([]);

    // When attributes are defined again in any way, by either user, then there are no other ids
    const again = {
      'in the same way': [{ ...attribute, displayName: 'one' }],
      ...Object.fromEntries(
        TEXTS.map((text) => [`with another ${text}`, [{ ...attribute, [text]: 'another' }]]),
      ),
      'with only its name and type': [attribute],
      'together with the other one': [second, { ...attribute, description: 'third' }],
    };
    for (const [how, userAttributeDefinitions] of Object.entries(again)) {
      for (const caller of [user, otherUser]) {
        expect(
          await scope.mint(caller, { userAttributeDefinitions }),
          `the attribute ${how}:`,
        ).toBeAccepted();
        expect(await ids(before), `ids of attributes after one was defined ${how}`).toEqual(before);
      }
    }
  },
);

// "displayName, defaultValue, description: updated when supplied and different"
test(
  'displayName, defaultValue and description of an attribute are updated',
  requirement('embed-attribute-definition-updated'),
  async ({ scope, user, otherUser }) => {
    // Given an attribute whose record shows some of its texts
    const attribute = { name: mixedName('updated'), type: 'string' as const };
    const expected: Record<string, string> = {
      displayName: 'name 1',
      defaultValue: 'value 1',
      description: 'text 1',
    };
    const defined = await scope.define(user, { userAttributeDefinitions: [{ ...attribute, ...expected }] });
    const { id } = firstRecord(defined, 'user-attributes');
    const recordIn = (now: typeof defined) => now['user-attributes'].find((record) => record.id === id);
    const first = recordIn(defined);
    const shown = TEXTS.filter((text) => first?.[text] !== undefined);
    if (shown.length === 0)
      notTested(
        'the attribute records of the embed tenant show neither displayName, defaultValue nor description',
      );
    const expectTexts = async (when: string): Promise<void> => {
      const isUpdated = (now: typeof defined) =>
        shown.every((text) => recordIn(now)?.[text] === expected[text]);
      const record = recordIn(await scope.settled(isUpdated));
      for (const text of shown) expect(record?.[text], `${text} ${when}`).toBe(expected[text]);
    };
    await expectTexts('at first');

    // When it is defined again, then the texts that are supplied are updated
    const updates = [
      ['after a different displayName', user, { displayName: 'name 2' }],
      [
        'after a different defaultValue, beside the same displayName',
        user,
        { displayName: 'name 2', defaultValue: 'value 2' },
      ],
      [
        'after a different description, beside the same other texts',
        user,
        { displayName: 'name 2', defaultValue: 'value 2', description: 'text 2' },
      ],
      ['after all three were omitted', user, {}],
      ['after all three were different', otherUser, ODD_TEXTS],
      ['after all three were the same', user, ODD_TEXTS],
      ['after all three were omitted again', otherUser, {}],
      ['after the first displayName, beside a value', user, { displayName: 'name 1' }],
      ['after the first defaultValue, beside a value', user, { defaultValue: 'value 1' }],
      ['after the first description, beside a value', otherUser, { description: 'text 1' }],
    ] as const;
    for (const [when, caller, supplied] of updates) {
      await scope.session(caller, {
        userAttributeDefinitions: [{ ...attribute, ...supplied }],
        ...(when.endsWith('a value') ? usageOf('user-attributes', attribute.name) : {}),
      });
      Object.assign(expected, supplied);
      await expectTexts(when);
    }
  },
);
