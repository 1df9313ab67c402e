import {
  alsoRequirement,
  assignmentOf,
  control,
  EDGE_VALUES,
  expect,
  fewerExtras,
  isAccepted,
  isRefused,
  MISSING_GROUPS,
  mayBeRefused,
  requirement,
  test,
  under,
  writeJson,
} from '../../fixtures/index.ts';
import { type Values, valuesOf } from './support.ts';

/** Longer than what a column, or the binding of a list, holds in some stores. */
const LONG_VALUES = {
  string: `${'emea '.repeat(220)}end`,
  string_array: Array.from({ length: 120 }, (_one, index) => `emea ${index}`),
  number_array: Array.from({ length: 120 }, (_one, index) => index),
};

// "Attribute values are persisted per user; later calls with the same `externalId` overwrite values for the supplied
// names."
test(
  'attribute values are kept for each user and overwritten by name',
  requirement('embed-attributes-overwrite'),
  async ({ extras, attributeValues, embed, speltUser, target, user }) => {
    const attributes = (target.settings.TARGET_USER_ATTRIBUTES ?? []).slice(0, 8);
    const first = attributes.map(({ name, type }) => assignmentOf(name, type));
    const saved = valuesOf(first);
    const send = (userAttributes: typeof first) => embed.session({ externalId: user, userAttributes });
    /** What is seen is what was saved first, but for some values. */
    const expectValues = async (when: string, changed: Values = {}, externalId = user): Promise<void> => {
      const expected = externalId === user ? { ...saved, ...changed } : changed;
      expect(await attributeValues.settled(externalId, expected), `values ${when}`).toEqual(expected);
    };

    // Given a value for each attribute
    await send(first);
    await expectValues('that were sent');

    // When a call names no attributes, then all are kept
    const userProfile = { displayName: 'Conformance Viewer 1' };
    await embed.session({ externalId: user, userProfile, email: `${user}@example.com` });
    await expectValues('after a call without userAttributes');
    await embed.session({ externalId: user, userAttributes: [], groups: [] });
    await expectValues('after a call with an empty array');

    // When a call names one attribute, then that one is overwritten
    const changed: Values = {};
    for (const { name, type } of attributes)
      for (const value of EDGE_VALUES[type]) {
        const answer = await embed.mint({ externalId: user, userAttributes: [{ name, value }] });
        if (mayBeRefused(value) && isRefused(answer)) continue;
        control(answer);
        changed[name] = value;
        await expectValues(`after ${writeJson(value)} as the only value, for "${name}"`, changed);
      }
    await send(first);

    // When a value is long and accepted, then it is kept whole
    const longOnes: Values = {};
    for (const [type, value] of Object.entries(LONG_VALUES)) {
      const name = attributes.find((one) => one.type === type)?.name;
      if (name === undefined) continue;
      const long = [{ name, value }];
      const answer = await embed.mint({ externalId: user, userAttributes: long });
      if (isRefused(answer)) continue;
      expect(answer, `a long value of "${name}":`).toBeAccepted();
      Object.assign(longOnes, valuesOf(long));
      await expectValues(`after a long one for "${name}"`, longOnes);
    }
    await send(first);

    // When a call is refused and then sent as it should have been, then its values are those that were sent
    const other = attributes.map(({ name, type }) => ({ name, value: EDGE_VALUES[type].at(-1) ?? null }));
    await embed.mint({ externalId: user, userAttributes: other, groups: [MISSING_GROUPS[0]] });
    // In whatever order it names them, and whatever else it says.
    const besides = { ...fewerExtras(extras)[0]?.body, userProfile, email: `${user}@example.com` };
    await embed.session({ ...besides, externalId: user, userAttributes: other.toReversed() });
    await expectValues('after a refused call and the same without its flaw', valuesOf(other));
    await send(first);

    // When the values of another user change, then each user keeps their own
    const none = attributes.map(({ name }) => ({ name, value: null }));
    await embed.session({ externalId: speltUser, userAttributes: none });
    await expectValues('after those of another user were cleared');
    const userAttributes = first.slice(0, 1);
    const theirs = { ...valuesOf(none), ...valuesOf(userAttributes) };
    // Whose id may be refused in capitals, and names the same user where it is not
    const spelt = await embed.mintInvalid({ externalId: speltUser.toUpperCase(), userAttributes });
    if (!isAccepted(spelt)) await embed.session({ externalId: speltUser, userAttributes });
    await expectValues('of another user', theirs, speltUser);
  },
);

// "null clears the value"
test(
  'null clears the value of an attribute, and no other one',
  alsoRequirement('embed-attributes-null-clears'),
  async ({ attributeValues, embed, target, user: externalId }) => {
    const attributes = (target.settings.TARGET_USER_ATTRIBUTES ?? []).slice(0, 8);
    const first = attributes.map(({ name, type }) => assignmentOf(name, type));
    const expectValues = async (when: string, expected: Values): Promise<void> =>
      expect(await attributeValues.settled(externalId, expected), `values ${when}`).toEqual(expected);

    // Given a value for each attribute
    await embed.session({ externalId, userAttributes: first });
    const saved = valuesOf(first);
    await under('embed-attributes-overwrite', () => expectValues('that were sent', saved));

    // When all but the last are cleared in turn, then those that were not are kept
    for (const { name } of attributes.slice(0, -1)) {
      const userProfile = { displayName: 'Conformance Viewer 1' };
      await embed.session({ externalId, userProfile, userAttributes: [{ name, value: null }] });
      saved[name] = null;
      await expectValues(`after null for "${name}"`, saved);
    }

    // When the last one is cleared in a call in which the others get values, then they have these
    const cleared = first.slice(-1).map(({ name }) => ({ name, value: null }));
    const userAttributes = [...cleared, ...first.slice(0, -1)];
    await embed.session({ externalId, userAttributes });
    await expectValues('after null for one beside other values', valuesOf(userAttributes));
  },
);
