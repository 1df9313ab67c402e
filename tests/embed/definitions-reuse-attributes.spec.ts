import { isDeepStrictEqual } from 'node:util';
import {
  control,
  definitionsOf,
  expect,
  firstRecord,
  isAccepted,
  notTested,
  requirement,
  test,
  usageOf,
} from '../../fixtures/index.ts';

/** Texts that are easily mistaken for none, or for numbers, or that need more than Latin letters. */
const ODD_TEXTS = { displayName: 'Kraj / 国 🚀 R&D', defaultValue: '1.0', description: '0' };
const TEXTS = ['displayName', 'defaultValue', 'description'] as const;

// "name: existing attribute of that name is reused"
test(
  'an attribute that is defined again is reused',
  requirement('embed-attribute-definition-reused'),
  async ({ definitionNames, scope, user, otherUser }) => {
    // Given two attributes
    const attribute = { name: definitionNames['user-attributes'].mixed('reused'), type: 'string' as const };
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

/** Longer than some columns, and no longer than people write. */
const LONG = `Where people work: ${'northern and '.repeat(10)}eastern offices`;

/** What a call supplies, whether it is for another user, and whether it gives the attribute a value. */
interface Update {
  readonly supplied: Partial<Record<(typeof TEXTS)[number], string>>;
  readonly isOther?: boolean;
  readonly isUsed?: boolean;
}

/** Definitions of an attribute that has the texts `name 1`, `value 1` and `text 1`. */
const UPDATES: Readonly<Record<string, Update>> = {
  'after the same displayName in capitals': { supplied: { displayName: 'NAME 1' } },
  'after the same defaultValue in capitals, beside the same displayName': {
    supplied: { displayName: 'NAME 1', defaultValue: 'VALUE 1' },
  },
  'after the same description in capitals, beside the same other texts': {
    supplied: { displayName: 'NAME 1', defaultValue: 'VALUE 1', description: 'TEXT 1' },
  },
  'after all three were omitted': { supplied: {} },
  'after all three were longer': { supplied: { displayName: LONG, defaultValue: LONG, description: LONG } },
  'after all three were different': { supplied: ODD_TEXTS, isOther: true },
  'after all three were the same': { supplied: ODD_TEXTS },
  'after all three were omitted again': { supplied: {}, isOther: true },
  'after the first displayName, beside a value': { supplied: { displayName: 'name 1' }, isUsed: true },
  'after the first defaultValue, beside a value': { supplied: { defaultValue: 'value 1' }, isUsed: true },
  'after the first description, beside a value': {
    supplied: { description: 'text 1' },
    isOther: true,
    isUsed: true,
  },
};

// "displayName, defaultValue, description: updated when supplied and different"
test(
  'displayName, defaultValue and description of an attribute are updated',
  requirement('embed-attribute-definition-updated'),
  async ({ definitionNames, scope, user, otherUser }) => {
    // Given an attribute whose record shows some of its texts, and one that holds lists
    const attribute = { name: definitionNames['user-attributes'].mixed('updated'), type: 'string' as const };
    const list = { name: 'conformance-updated-list', type: 'string_array' as const };
    const expected: Update['supplied'] = {
      displayName: 'name 1',
      defaultValue: 'value 1',
      description: 'text 1',
    };
    const listed = await scope.define(user, {
      userAttributeDefinitions: [{ ...list, displayName: 'name 1', description: 'text 1' }],
    });
    const defined = await scope.define(user, { userAttributeDefinitions: [{ ...attribute, ...expected }] });
    const shown = TEXTS.filter((text) => firstRecord(defined, 'user-attributes')[text] !== undefined);
    if (shown.length === 0)
      notTested(
        'the attribute records of the embed tenant show neither displayName, defaultValue nor description',
      );
    // A default value is text; whether every text is one of a list is not shown.
    const ofList = shown.filter((text) => text !== 'defaultValue');
    const textsIn = (now: typeof defined, of: typeof defined) =>
      now['user-attributes'].find(({ id }) => id === firstRecord(of, 'user-attributes').id) ?? {};
    const pick = (texts: Record<string, unknown>, names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, texts[name]]));
    const expectTexts = async (when: string): Promise<void> => {
      const wanted = [pick(expected, shown), pick(expected, ofList)];
      const seenIn = (now: typeof defined) => [
        pick({ ...textsIn(now, defined) }, shown),
        pick({ ...textsIn(now, listed) }, ofList),
      ];
      const seen = seenIn(await scope.settled((now) => isDeepStrictEqual(seenIn(now), wanted)));
      expect(seen, `the texts of the attribute, and of another one, ${when}`).toEqual(wanted);
    };
    await expectTexts('at first');

    // When it is defined again, behind the other one, then the texts that are supplied are updated
    for (const [when, { supplied, isOther, isUsed }] of Object.entries(UPDATES)) {
      const { defaultValue: _, ...suppliedToList } = supplied;
      const answer = await scope.mint(isOther ? otherUser : user, {
        userAttributeDefinitions: [
          { ...list, ...suppliedToList },
          { ...attribute, ...supplied },
          ...(isUsed ? [{ name: 'conformance-updated-new', type: 'number' as const }] : []),
        ],
        ...(isUsed ? usageOf('user-attributes', attribute.name) : {}),
      });
      // A target may refuse a long text.
      if (supplied.displayName === LONG && !isAccepted(answer)) continue;
      control(answer);
      Object.assign(expected, supplied);
      await expectTexts(when);
    }
  },
);
