import {
  atOnce,
  control,
  definitionsOf,
  describeExchange,
  type Exchange,
  endIfByGateway,
  expect,
  fc,
  folded,
  forAll,
  groupSubsets,
  isAccepted,
  isRefused,
  MISSING_GROUPS,
  patternsLike,
  requirement,
  scimGroupsNamed,
  test,
  textsOf,
  writeJson,
} from '../../fixtures/index.ts';
import { expectEachRejected } from './support.ts';

test(
  'tenant-wide groups are accepted',
  requirement('embed-groups-accepted'),
  async ({ embed, groups, user }) => {
    control(await embed.mint({ externalId: user }));
    await forAll(
      [groupSubsets(groups)],
      async (names) => {
        for (const mode of [{}, { creatorMode: false }]) {
          expect(await embed.mint({ externalId: user, ...mode, groups: names })).toBeAccepted();
        }
      },
      { atMost: 4 },
    );
  },
);

/** Whether a text holds a name as a whole word: "and" does not hold "a". Both are folded. */
function holdsName(text: string, name: string): boolean {
  const literal = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'u').test(text);
}

const MESSAGE = /Groups with names ([\s\S]*?) not found/;

/**
 * What is wrong with the message of a refusal: names of missing groups that it leaves out, and names of known groups that it
 * holds.
 */
function errorsIn(message: string, known: readonly string[], missing: readonly string[]): string[] {
  const wrong: string[] = [];
  // Separators are free: the text without the missing names must hold none of the known ones.
  const [, named = ''] = MESSAGE.exec(message) ?? [];
  let left = folded(named);
  for (const name of missing.map(folded).sort((a, b) => b.length - a.length)) {
    if (!holdsName(left, name)) wrong.push(`"${name}" is missing and not named`);
    left = left.replaceAll(name, '\n');
  }
  if (/\s\p{L}/u.test(left.slice(left.lastIndexOf('\n') + 1))) wrong.push('words follow the names');
  for (const name of known.map(folded))
    if (holdsName(left, name)) wrong.push(`"${name}" is named and not missing`);
  return wrong;
}

/** The ways in which characters of a name may be written in a text: as JSON does, or as a web page does. */
const ENTITIES: readonly (readonly [RegExp, string])[] = [
  [/&lt;|&#0*60;|&#x0*3c;/gi, '<'],
  [/&gt;|&#0*62;|&#x0*3e;/gi, '>'],
  [/&amp;|&#0*38;|&#x0*26;/gi, '&'],
];
const unescaped = (text: string): string =>
  text.replace(/\\u([\da-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** The texts of an answer as a reader sees them: lists may be JSON themselves, and texts may be made for a web page. */
const messagesOf = (answer: Exchange): string[] =>
  textsOf(answer)
    .map(unescaped)
    .map((text) => ENTITIES.reduce((seen, [entity, character]) => seen.replace(entity, character), text));

/** The call is rejected, and one message of the answer names exactly the missing groups. */
function expectRefusal(answer: Exchange, known: readonly string[], missing: readonly string[]): void {
  expect(answer).toBeRejected();
  const judged = messagesOf(answer)
    .filter((text) => MESSAGE.test(text))
    .map((message) => errorsIn(message, known, missing));
  const [fewest] = judged.sort((a, b) => a.length - b.length);
  if (!fewest) endIfByGateway(answer);
  const wrong = fewest ?? [`no "Groups with names <missing> not found": ${describeExchange(answer)}`];
  expect(wrong, 'what is wrong with the message').toEqual([]);
}

/** Names of groups that no target has: more than a message may be cut after. */
const MANY_MISSING = Array.from({ length: 24 }, (_, index) => `conformancenone${index + 11}`);

/** Whether names are not refused as such: the target may say so instead of the stated message. */
const isKnownAsName = (answer: Exchange): boolean =>
  !isRefused(answer) || messagesOf(answer).some((text) => MESSAGE.test(text));

/** Names of groups that no target has, and that a target may refuse as such: with separators, emoji, marks, signs of web pages, and as programs know them. */
const ODD_MISSING_GROUPS = [
  'Conformance: missing, too',
  'Conformance-missing-too',
  'conformance-no-such-group 🚀👩‍💻',
  'conformance-no-such e\u0301quipe',
  'conformance-none R&D',
  'conformance-none 1 < 2',
  `conformance-none ${'and long '.repeat(10)}end`,
  'constructor',
  'toString',
] as const;

test(
  'groups that are not found are rejected by name',
  requirement('embed-groups-unknown-rejected'),
  async ({ embed, groups, http, scope, target, user }) => {
    // Names that the target refuses as such, where it does not refuse plain ones, are left out
    const asked = (names: readonly string[]) => embed.mint({ externalId: user, groups: [...names] });
    const isOddRefused =
      isKnownAsName(await asked(MISSING_GROUPS)) && !isKnownAsName(await asked(ODD_MISSING_GROUPS));
    const answers = await atOnce(isOddRefused ? ODD_MISSING_GROUPS : [], (name) => asked([name]));
    const refused = answers.flatMap(([name, answer]) => (isKnownAsName(answer) ? [] : [name]));
    const missingNames = [...MISSING_GROUPS, ...ODD_MISSING_GROUPS.filter((name) => !refused.includes(name))];
    if (refused.length > 0)
      http.journal.observations.add(`names in groups are refused as such: ${writeJson(refused)}`);
    await forAll(
      [
        groupSubsets(groups),
        fc.shuffledSubarray(missingNames, { minLength: 1, maxLength: MISSING_GROUPS.length }),
      ],
      async (known, missing) => {
        control(await embed.mint({ externalId: user, groups: known }));
        // Known names between missing ones.
        const [before, after] = [missing.filter((_, i) => i % 2), missing.filter((_, i) => i % 2 === 0)];
        const mixed = [...before, ...known, ...after];
        expectRefusal(await embed.mint({ externalId: user, groups: mixed }), known, missing);
      },
      { atMost: 5 },
    );
    const many = [...new Set([...missingNames, ...MANY_MISSING])];
    const refusal = await embed.mint({ externalId: user, groups: many });
    // So many may be refused for their number.
    if (isKnownAsName(refusal)) expectRefusal(refusal, [], many);
    // A name is no pattern. One that holds signs of patterns may be refused for that.
    const ask = (name: string) => embed.mintInvalid({ externalId: user, groups: [name] });
    const hasToken = target.settings.TARGET_ACCESS_TOKEN !== undefined;
    const idsOf = async (name: string) => (hasToken ? await scimGroupsNamed(http, name) : []);
    const patterns = patternsLike(groups[0]).filter((name) => !groups.includes(name));
    for (const [name, answer] of await atOnce(patterns, ask))
      if (!isAccepted(answer) || (await idsOf(name)).length === 0)
        expect(answer, `"${name}":`, 'compare whole names, and not by a pattern').toBeRejected();
    await expectEachRejected(['', '  '], ask, ', a name of no group', 'drop no name: refuse one of none');
    // And no id: that of a group which a session can name, unless a group is called so.
    for (const id of (await idsOf(groups[0])).map(String)) {
      const isName = groups.some((name) => name.toLowerCase() === id.toLowerCase());
      if (!isName && (await idsOf(id)).length === 0)
        await expectEachRejected([id], ask, `, the id of "${groups[0]}"`, 'look groups up by their names');
    }
    if (target.settings.TARGET_CREATOR_MODE !== 'on') return;

    // The same in creator mode, where other code may resolve the names.
    const known = 'conformanceknown';
    const defined = definitionsOf('groups', [known]);
    await scope.session(user, { ...defined, groups: [known] });
    const [first, second] = MISSING_GROUPS;
    for (const [missing, beside] of [
      [[first], {}],
      // Beside the definition of another group, which is new
      [[second, first], definitionsOf('groups', [known, 'conformanceknownnew'])],
    ] as const)
      expectRefusal(await scope.mint(user, { ...beside, groups: [...missing, known] }), [known], missing);
    // And where no embed tenant is named, if that is not wrong itself
    const unnamed = { externalId: user, creatorMode: true, groups: [first] };
    expect(await embed.mint(unnamed), 'in creator mode without a name:').toBeRejected();
  },
);
