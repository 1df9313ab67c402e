import { isDeepStrictEqual } from 'node:util';
import {
  ANY_PROFILE,
  alsoRequirement,
  aside,
  assignmentOf,
  control,
  EDGE_VALUES,
  expect,
  fewerExtras,
  isAccepted,
  isRefused,
  MISSING_GROUPS,
  mayBeRefused,
  notTested,
  requirement,
  test,
  under,
  writeJson,
} from '../../fixtures/index.ts';
import { elsewhereOf, sessionWithOtherEmail, type Values, valuesOf } from './support.ts';

/** Longer than what a column, or the binding of a list, holds in some stores. */
const LONG_VALUES = {
  string: `${'emea '.repeat(220)}end`,
  string_array: Array.from({ length: 300 }, (_one, index) => `emea ${index}`),
  number_array: Array.from({ length: 300 }, (_one, index) => index),
};

test(
  'attribute values are kept for each user and overwritten by name',
  requirement('embed-attributes-overwrite'),
  async ({ extras, attributeValues, creatorMode, discovery, email, embed, otherUser, target, user }) => {
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
    await embed.session({ externalId: user, userProfile: ANY_PROFILE, email, groups: [] });
    await expectValues('after a call without userAttributes');
    // Nor do they depend on the email.
    await sessionWithOtherEmail(embed, { externalId: user, groups: [] }, email);
    // Whether the array may be empty is not shown.
    await embed.mint({ externalId: user, userAttributes: [] });
    await expectValues('after calls with another email, and an empty array');

    // Nor on a session in creator mode that came before.
    if (creatorMode) {
      for (const mode of [creatorMode, {}]) await embed.session({ externalId: user, ...mode });
      await expectValues('after a session in creator mode, and one outside, without userAttributes');
    }

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

    // When a value is long and accepted, then it is kept whole
    for (const [type, value] of Object.entries(LONG_VALUES)) {
      const name = attributes.find((one) => one.type === type)?.name;
      if (name === undefined) continue;
      const long = [{ name, value }];
      const answer = await embed.mint({ externalId: user, userAttributes: long });
      if (isRefused(answer)) continue;
      expect(answer, `a long value of "${name}":`).toBeAccepted();
      Object.assign(changed, valuesOf(long));
      await expectValues(`after a long one for "${name}"`, changed);
    }
    await send(first);

    // When a call is refused and then sent as it should have been, then its values are those that were sent
    const other = attributes.map(({ name, type }) => ({ name, value: EDGE_VALUES[type].at(-1) ?? null }));
    await embed.mint({ externalId: user, userAttributes: other, groups: [MISSING_GROUPS[0]] });
    // In whatever order it names them, whatever else it says, and whichever key it has.
    const besides = { ...fewerExtras(extras)[0]?.body, userProfile: ANY_PROFILE, email };
    const asScoped = extras.find(({ as }) => as !== undefined) ?? {};
    await embed.session({ ...besides, externalId: user, userAttributes: other.toReversed() }, asScoped);
    await expectValues('after a refused call and the same without its flaw', valuesOf(other));
    // Whatever deployment the session is for, if there may be one for another
    const elsewhere = { ...(await elsewhereOf(discovery)), externalId: user, userAttributes: first };
    if (!isAccepted(await embed.mint(elsewhere))) await send(first);

    // When the values of another user change, then each user keeps their own
    const none = attributes.slice(1).map(({ name }) => ({ name, value: null }));
    const theirs = [...first.slice(0, 1), ...none];
    await embed.session({ externalId: otherUser, userAttributes: theirs });
    await expectValues('after those of another user changed');
    await expectValues('of another user', valuesOf(theirs), otherUser);
  },
);

// "lowercase and trimmed": what is sent otherwise may be refused, and means the same user where it is not.
test(
  'a value counts for the user whose externalId is sent in capitals',
  alsoRequirement('embed-external-id-canonical'),
  async ({ attributeValues, embed, speltUser, target }) => {
    const [attribute] = target.settings.TARGET_USER_ATTRIBUTES ?? [];
    if (!attribute) return notTested('TARGET_USER_ATTRIBUTES names no attribute');
    const { name, type } = attribute;
    const userAttributes = [assignmentOf(name, type)];
    const expected = valuesOf(userAttributes);
    const valuesSeen = () => attributeValues.settled(speltUser, expected);
    await embed.session({ externalId: speltUser, userAttributes: [{ name, value: null }] });
    const answer = await embed.mintInvalid({ externalId: speltUser.toUpperCase(), userAttributes });
    if (!isAccepted(answer)) return void expect(answer).toBeRejected();
    const seen = await valuesSeen();
    // Where the user's own spelling saves no value, either, this says nothing of who was meant.
    if (!isDeepStrictEqual(seen, expected))
      await aside(async () => {
        await embed.session({ externalId: speltUser, userAttributes });
        await under('embed-attributes-overwrite', async () =>
          expect(await valuesSeen(), `values of "${speltUser}"`).toEqual(expected),
        );
      });
    expect(seen, `values of "${speltUser}" after they were sent in capitals`).toEqual(expected);
  },
);

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

    // When all but the last are cleared, two at a time, then those that were not are kept
    const nulls = attributes.slice(0, -1).map(({ name }) => ({ name, value: null }));
    for (let done = 0; done < nulls.length; done += 2) {
      const userAttributes = nulls.slice(done, done + 2);
      await embed.session({ externalId, userProfile: ANY_PROFILE, userAttributes });
      Object.assign(saved, valuesOf(userAttributes));
      await expectValues(`after ${writeJson(userAttributes)}`, saved);
    }

    // When the last one is cleared in a call in which the others get values, then they have these
    const cleared = first.slice(-1).map(({ name }) => ({ name, value: null }));
    const userAttributes = [...cleared, ...first.slice(0, -1)];
    await embed.session({ externalId, userAttributes });
    await expectValues('after null for one beside other values', valuesOf(userAttributes));
  },
);
