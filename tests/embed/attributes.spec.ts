import {
  ATTRIBUTE_TYPES,
  assignmentOf,
  atOnce,
  control,
  definitionsOf,
  duplicatedAssignments,
  EDGE_VALUES,
  expect,
  forAll,
  inTurn,
  isRefused,
  isRefusedSaying,
  MISSING_ATTRIBUTE,
  mayBeRefused,
  patternsLike,
  plainName,
  requirement,
  type SessionRequest,
  test,
  UNFIT_VALUES,
  writeJson,
} from '../../fixtures/index.ts';
import { expectEachRejected } from './support.ts';

test(
  'a value of the type of its attribute is accepted',
  requirement('embed-attributes-accepted'),
  async ({ attributesOfEachType, embed, target, user }) => {
    const { TARGET_USER_ATTRIBUTES: attributes = [] } = target.settings;
    control(await embed.mint({ externalId: user }));
    const everyType = attributes.map(({ name, type }) => assignmentOf(name, type));
    // A zero, an empty text and an empty array are values, too: the first ones of all types together, and so on.
    const rows = Math.max(...ATTRIBUTE_TYPES.map((type) => EDGE_VALUES[type].length));
    const edges = Array.from({ length: rows }, (_, row) =>
      attributesOfEachType.flatMap(({ type, name }) =>
        EDGE_VALUES[type].slice(row, row + 1).map((value) => ({ name, value })),
      ),
    );
    for (const userAttributes of [everyType, ...edges]) {
      const answer = await embed.mint({ externalId: user, userAttributes });
      const plain = userAttributes.filter(({ value }) => !mayBeRefused(value));
      const isOdd = plain.length < userAttributes.length && isRefused(answer);
      const [judged, sent] = isOdd
        ? [await embed.mint({ externalId: user, userAttributes: plain }), plain]
        : [answer, userAttributes];
      expect(judged, `${writeJson(sent)}:`).toBeAccepted();
    }
  },
);

test(
  'null is accepted as the value of every attribute',
  requirement('embed-attributes-null-clears'),
  async ({ embed, target, user }) => {
    const { TARGET_USER_ATTRIBUTES: attributes = [] } = target.settings;
    const some = attributes.slice(0, 8);
    const right = some.map(({ name, type }) => assignmentOf(name, type));
    control(await embed.mint({ externalId: user, userAttributes: right }));
    // Each beside those that are clear already
    for (const [index, { name, type }] of some.entries()) {
      const userAttributes = some.slice(0, index + 1).map((one) => ({ name: one.name, value: null }));
      const cleared = await embed.mint({ externalId: user, userAttributes });
      expect(cleared, `null of the ${type} "${name}":`).toBeAccepted();
    }
  },
);

/** For each type, values of other types that a server may convert: scalars, alone and as elements. */
const CONVERTIBLE_VALUES: typeof UNFIT_VALUES = {
  string: [4, 0, true],
  number: ['4', '', true],
  string_array: ['', [4], ['emea', 'apac', 'amer', 4], [4, 'emea'], ['emea', null]],
  number_array: [['4'], [4, 8, 15, '16'], ['4', 8], [4, null]],
};

/** [requirement, what it says, values that break it] */
const MISTYPED = [
  [
    'embed-attributes-type-mismatch-rejected',
    'a value that no conversion makes fit is rejected',
    UNFIT_VALUES,
  ],
  [
    'embed-attributes-conversion-rejected',
    'a scalar of another type is rejected rather than converted',
    CONVERTIBLE_VALUES,
  ],
] as const;

for (const [id, title, values] of MISTYPED) {
  // That a server converts nothing is good practice alone: it is tried less.
  const isStated = values === UNFIT_VALUES;
  test(title, requirement(id), async ({ attributesOfEachType, embed, scope, target, user, otherUser }) => {
    const right = attributesOfEachType.map(({ name, type }) => assignmentOf(name, type));
    control(await embed.mint({ externalId: user, userAttributes: right }));
    // Another user has no values, as far as they can be cleared.
    const none = right.map(({ name }) => ({ name, value: null }));
    await embed.mint({ externalId: otherUser, userAttributes: none });
    for (const { type, name } of attributesOfEachType) {
      const others = right.filter((one) => one.name !== name);
      // Alone, for another user; in front of others; and behind them: a server may look at some values of a call alone.
      const calls = values[type].map((value, index) => {
        const wrong = { name, value };
        if (index % 3 === 0) return { externalId: otherUser, userAttributes: [wrong] };
        return {
          externalId: user,
          userAttributes: index % 3 === 1 ? [wrong, ...others] : [...others, wrong],
        };
      });
      await expectEachRejected(calls, (call) => embed.mintInvalid(call), `, a wrong ${type}`);
    }
    if (target.settings.TARGET_CREATOR_MODE !== 'on' || !isStated) return;

    // The same in creator mode, where values may be kept elsewhere.
    for (const type of ATTRIBUTE_TYPES) {
      const name = plainName(`value ${type}`);
      const defined = definitionsOf('user-attributes', [name], type);
      control(await scope.mint(user, { ...defined, userAttributes: [assignmentOf(name, type)] }));
      // Every other value, every other one of them for an attribute that the call itself defines.
      const some = values[type].filter((_, index) => index % 2 === 0);
      const there = some.map((value, index) => {
        const fresh = plainName(`value ${type} new ${index}`);
        return index % 2
          ? { ...definitionsOf('user-attributes', [fresh], type), userAttributes: [{ name: fresh, value }] }
          : { userAttributes: [{ name, value }] };
      });
      await expectEachRejected(there, (call) => scope.mintInvalid(user, call), ' in creator mode');
    }
  });
}

const NOT_FOUND = 'User attributes not found';
/** Sent while others are on their way, a refusal may be about them: this one is not. */
const UNTIL_SAID = { isFinal: isRefusedSaying(NOT_FOUND) };
test(
  'an attribute that is not in the catalog is rejected',
  requirement('embed-attributes-unknown-rejected'),
  async ({ embed, scope, target, user }) => {
    const [attribute] = target.settings.TARGET_USER_ATTRIBUTES ?? [];
    const known = attribute ? [assignmentOf(attribute.name, attribute.type)] : [];
    control(await embed.mint({ externalId: user, userAttributes: known }));
    const unknown = ['emea', 4, ['emea'], [], null].map((value) => ({ name: MISSING_ATTRIBUTE, value }));
    const calls: SessionRequest[] = unknown.flatMap((one, index) => [
      { userAttributes: [one] },
      index % 2
        ? { userAttributes: [one, ...known] }
        : { userAttributes: [...known, one], groups: [], userProfile: {} },
    ]);
    // Several that are not found are told by the same message.
    calls.push({
      userAttributes: [...unknown.slice(0, 1), { name: `${MISSING_ATTRIBUTE}two`, value: 'emea' }],
    });
    for (const [{ userAttributes }, answer] of await atOnce(calls, (call) =>
      embed.mint({ ...call, externalId: user }, UNTIL_SAID),
    )) {
      const about = `${writeJson(userAttributes)}:`;
      expect(answer, about).toBeRejected();
      expect(answer, about).toSay(NOT_FOUND);
    }
    // A name is no pattern. One that holds signs of patterns may be refused for that.
    const patterns = (attribute ? patternsLike(attribute.name) : []).map((name) => ({ name, value: null }));
    const ask = (one: object) => embed.mintInvalid({ externalId: user, userAttributes: [one] });
    await expectEachRejected(patterns, ask, '', 'compare whole names, and not by a pattern');
    if (target.settings.TARGET_CREATOR_MODE !== 'on') return;

    // The same in creator mode, where other code may resolve the names: once beside the definition of the other one, whose
    // display name is no name.
    const scoped = assignmentOf('conformanceknown', 'string');
    const displayName = 'conformancelabel';
    const defined: SessionRequest = {
      userAttributeDefinitions: [{ name: scoped.name, type: 'string', displayName }],
    };
    control(await scope.mint(user, { ...defined, userAttributes: [scoped] }));
    for (const [name, beside] of [
      [displayName, defined],
      [MISSING_ATTRIBUTE, {}],
    ] as const) {
      const userAttributes = [scoped, { name, value: name === displayName ? 'emea' : null }];
      const answer = await scope.mint(user, { ...beside, userAttributes });
      expect(answer, `${name}, in creator mode:`).toBeRejected();
      expect(answer, `${name}, in creator mode:`).toSay(NOT_FOUND);
    }
    // And where no embed tenant is named, if that is not wrong itself
    const unnamed = { externalId: user, creatorMode: true, userAttributes: unknown.slice(-1) };
    expect(await embed.mint(unnamed), 'in creator mode without a name:').toBeRejected();
  },
);

type Assignments = Required<SessionRequest>['userAttributes'];

test(
  'a value for the same attribute twice is answered 400',
  requirement('embed-attributes-duplicate-400'),
  async ({ embed, scope, target, user }) => {
    const { TARGET_USER_ATTRIBUTES: attributes = [] } = target.settings;
    const nextCall = inTurn<SessionRequest>([{}, { groups: [] }, { creatorMode: false }]);
    const judge = async ({ once, twice }: { once: Assignments; twice: Assignments }) => {
      const valid = { externalId: user, ...nextCall() };
      control(await embed.mint({ ...valid, userAttributes: once }));
      expect(await embed.mintInvalid({ ...valid, userAttributes: twice })).toHaveStatus(400);
    };
    // Plain values first: of others, which may look like an attack, a 403 is taken for a firewall's.
    const plain = attributes.slice(0, 1).map(({ name, type }) => assignmentOf(name, type));
    await judge({ once: plain, twice: [...plain, ...plain] });
    await forAll([duplicatedAssignments(attributes)], judge, { atMost: 5 });
    if (target.settings.TARGET_CREATOR_MODE !== 'on') return;

    // The same in creator mode, where other code may resolve the names.
    const value = { name: 'conformancetwice', value: 'emea' };
    const between = { name: 'conformancebetween', value: null };
    const defined = definitionsOf('user-attributes', [value.name, between.name]);
    control(await scope.mint(user, { ...defined, userAttributes: [value, between] }));
    // Side by side or apart, with another value, the same beside its definition, and none: it is the name that comes twice.
    for (const twice of [
      { userAttributes: [value, between, { ...value, value: 'apac' }] },
      { userAttributes: [between, value, value], ...defined },
      { userAttributes: [value, { ...value, value: null }, between] },
    ])
      expect(await scope.mintInvalid(user, twice), 'in creator mode:').toHaveStatus(400);
  },
);
