import {
  ANY_PROFILE,
  ATTRIBUTE_TYPES,
  alsoRequirement,
  assignmentOf,
  control,
  type DefinitionNames,
  definitionsOf,
  definitionsOfBoth,
  expect,
  isAccepted,
  isRefused,
  isRefusedSaying,
  notTested,
  RECORD_KINDS,
  type RecordKind,
  test,
  usageOf,
} from '../../fixtures/index.ts';
import { expectEachRejected } from './support.ts';

// Names are strings: emoji, marks, other scripts and blanks are part of them like any other character.

type AttributeType = (typeof ATTRIBUTE_TYPES)[number];

/** Names that nothing defines: one that every object of some languages knows, one that others take for none, and one with which another begins. */
const undefinedNames = ([plain]: readonly string[]): string[] => ['constructor', '0', `${plain} straße`];

/** A plain one, and those of every other sort, each once: where the target refuses text of the other sorts, the mixed one is plain. */
const namesToFind = (names: DefinitionNames, half: 0 | 1): string[] => {
  const some = names.ofEverySort('found').filter((_, index) => index === 0 || index % 2 === half);
  return [...new Set([...some, names.mixed('found')])];
};

/** How many are used at once: a target may take no more groups of a user. */
const SEVERAL = 5;
const FIX = 'compare whole names, character by character, and not by a pattern or a part of them';

test(
  'creator mode finds groups by their names, whatever text these hold',
  alsoRequirement('embed-groups-scope-creator'),
  async ({ definitionNames, scope, user, otherUser }) => {
    // Given groups whose names hold text of every sort
    const names = namesToFind(definitionNames.groups, 0);
    await scope.session(user, definitionsOf('groups', names));

    // And one with a blank at its end, where that is accepted
    const trailing = `${names[0]} blank `;
    if (isAccepted(await scope.mint(user, definitionsOf('groups', [trailing])))) names.push(trailing);

    // When one is used alone and several at once, then they are known
    const parts = names.flatMap((_, at) => (at % SEVERAL === 0 ? [names.slice(at, at + SEVERAL)] : []));
    for (const used of [names.slice(0, 1), ...parts.map((part) => part.reverse())])
      expect(await scope.mint(otherUser, { groups: used }), `groups ${used.join(', ')}:`, FIX).toBeAccepted();

    // And names that differ from one of them in a single place are not, nor what no definition ever named
    const unknown = [...definitionNames.groups.nearlyMixed('found'), ...undefinedNames(names)];
    const ask = (name: string) => scope.mintInvalid(otherUser, { groups: [name] });
    await expectEachRejected(unknown, ask, ', a group', FIX);
  },
);

test(
  'creator mode finds attributes by their names, whatever text these hold',
  alsoRequirement('embed-attributes-scope-creator'),
  async ({ definitionNames, scope, user, otherUser }) => {
    // Given attributes whose names hold text of every sort, of one type after the other
    const names = namesToFind(definitionNames['user-attributes'], 1);
    const typeAt = (index: number): AttributeType => ATTRIBUTE_TYPES[index % 4] as AttributeType;
    // No conversion makes a list of a text, or a text of a list.
    const attributes = names.map((name, index) => ({
      name,
      type: typeAt(index),
      other: typeAt(index) === 'string' ? ('string_array' as const) : ('string' as const),
    }));
    await scope.session(user, {
      userAttributeDefinitions: attributes.map(({ name, type }) => ({ name, type })),
    });

    // And one with a blank at its end, where that is accepted
    const trailing = `${names[0]} blank `;
    if (isAccepted(await scope.mint(user, definitionsOf('user-attributes', [trailing]))))
      attributes.push({ name: trailing, type: 'string', other: 'string_array' });

    // When values of their types are assigned all at once, then they are known
    const values = attributes.map(({ name, type }) => assignmentOf(name, type));
    const answer = await scope.mint(otherUser, { userAttributes: values.toReversed() });
    expect(answer, 'a value of its type for each:', FIX).toBeAccepted();

    // And names that differ from one of them in a single place are not, nor what no definition ever named
    const unknown = [...definitionNames['user-attributes'].nearlyMixed('found'), ...undefinedNames(names)];
    const ask = (name: string) => scope.mintInvalid(otherUser, { userAttributes: [{ name, value: null }] });
    await expectEachRejected(unknown, ask, ', an attribute', FIX);

    // And each has its own type, unless a value of another type is accepted at all
    const wrong = attributes.map(({ name, other }) => assignmentOf(name, other));
    const [plain, ...others] = wrong;
    if (!plain || isAccepted(await scope.mint(otherUser, { userAttributes: [plain] }))) return;
    for (const one of others.slice(-SEVERAL)) {
      const refused = await scope.mint(otherUser, { userAttributes: [one] });
      expect(refused, `a value of another type for "${one.name}":`, FIX).toBeRejected();
    }
  },
);

/** Display names as people have them; two differ in case alone. Marks stand on letters that have no composed form, which a target may prefer. No markup and no invisible signs: a target may take these out. */
const DISPLAY_NAMES = [
  'שלום Zoë 🚀 Q\u0307',
  'שלום zoë 🚀 Q\u0307',
  `A${'🚀'.repeat(40)}`,
  'İpek Straße',
  'O\'Neil & "Öz" 50%_',
  `${'Maria '.repeat(16)}Müller`,
];

const NOT_SEEN = 'no displayName of external users is shown by SCIM, or profileOf of TARGET_ADAPTER';
const LONG_NAME = `${'Maria '.repeat(50)}Müller`;

test(
  'a display name is saved whatever text it holds',
  alsoRequirement('embed-profile-overwrites'),
  async ({ embed, http, profiles, user }) => {
    // Given a user whose display name shows
    const plain = ANY_PROFILE.displayName;
    control(await embed.mint({ externalId: user, userProfile: { displayName: plain } }));
    if ((await profiles.settled(user, { displayName: plain })).displayName !== plain) notTested(NOT_SEEN);

    // When another one takes its place, then it shows as it was sent; a target may refuse one that is not plain
    for (const displayName of [...DISPLAY_NAMES, LONG_NAME, plain]) {
      const answer = await embed.mint({ externalId: user, userProfile: { displayName } });
      if (displayName !== plain && isRefused(answer)) {
        http.journal.observations.add(`a displayName is refused: ${displayName}`);
        continue;
      }
      control(answer);
      const seen = await profiles.settled(user, { displayName });
      const fix = 'save the name as it is sent, with every character of it';
      expect(seen.displayName, 'the display name that was sent last', fix).toBe(displayName);
    }
  },
);

/** Every object of some languages has something of this name. */
const INHERITED = 'constructor';

// A server may refuse a name, but not as that of an attribute which nobody defined.
test(
  'a name that every JavaScript object has is defined and used like any other, or refused',
  alsoRequirement('embed-definitions-before-use'),
  async ({ scope, user }) => {
    const before = await scope.snapshot();
    const defined = definitionsOfBoth(INHERITED);
    const uses = { ...usageOf('groups', INHERITED), ...usageOf('user-attributes', INHERITED) };
    const used = await scope.mint(user, { ...defined, ...uses });
    const answer = isAccepted(used) ? used : await scope.mint(user, defined);
    const isConflict = isRefusedSaying('cannot change type')(answer);
    expect(isConflict, `a new attribute called "${INHERITED}" is refused as one of another type`).toBe(false);
    if (!isAccepted(answer)) return;
    expect(used, `"${INHERITED}", defined and used:`).toBeAccepted();
    const added = (kind: RecordKind, now: typeof before) => now[kind].length - before[kind].length;
    const seen = await scope.settled((now) => RECORD_KINDS.every((kind) => added(kind, now) === 1));
    for (const kind of RECORD_KINDS)
      if (scope.isServed(kind)) expect(added(kind, seen), `${kind} that the list shows more`).toBe(1);
  },
);
