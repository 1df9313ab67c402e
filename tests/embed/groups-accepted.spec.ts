import {
  control,
  definitionsOf,
  describeExchange,
  type Exchange,
  expect,
  forAll,
  groupSubsets,
  MISSING_GROUPS,
  patternsLike,
  requirement,
  test,
  textsOf,
} from '../../fixtures/index.ts';

// "Group lookup in read-only mode resolves against tenant-wide groups"
test(
  'tenant-wide groups are accepted',
  requirement('embed-groups-accepted'),
  async ({ embed, groups, user }) => {
    control(await embed.mint({ externalId: user }));
    await forAll(
      [groupSubsets(groups)],
      async (names) => {
        // "read-only mode (`creatorMode` omitted or false)"
        for (const mode of [{}, { creatorMode: false }]) {
          expect(await embed.mint({ externalId: user, ...mode, groups: names })).toBeAccepted();
        }
      },
      { atMost: 10 },
    );
  },
);

/** Whether a text holds a name as a whole word: "and" does not hold "a". */
function holdsName(text: string, name: string): boolean {
  const literal = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'u').test(text);
}

/**
 * What is wrong with the message of a refusal: names of missing groups that it leaves out, and names of known groups that it
 * holds.
 */
function errorsIn(message: string, known: readonly string[], missing: readonly string[]): string[] {
  const wrong: string[] = [];
  // Separators are free: the text without the missing names must hold none of the known ones.
  let [, left = ''] = /Groups with names ([\s\S]*?) not found/.exec(message) ?? [];
  for (const name of [...missing].sort((a, b) => b.length - a.length)) {
    if (!holdsName(left, name)) wrong.push(`"${name}" is missing and not named`);
    left = left.replaceAll(name, '\n');
  }
  for (const name of known) if (holdsName(left, name)) wrong.push(`"${name}" is named and not missing`);
  return wrong;
}

/** The call is rejected, and one message of the answer names exactly the missing groups. */
function expectRefusal(answer: Exchange, known: readonly string[], missing: readonly string[]): void {
  expect(answer).toBeRejected();
  const judged = textsOf(answer)
    .filter((text) => /Groups with names [\s\S]* not found/.test(text))
    .map((message) => errorsIn(message, known, missing));
  const [fewest] = judged.sort((a, b) => a.length - b.length);
  const wrong = fewest ?? [`no "Groups with names <missing> not found": ${describeExchange(answer)}`];
  expect(wrong, 'what is wrong with the message').toEqual([]);
}

// "Group names in `groups` that cannot be resolved: Rejected with message `Groups with names <missing> not found`"
test(
  'groups that are not found are rejected by name',
  requirement('embed-groups-unknown-rejected'),
  async ({ embed, groups, scope, target, user }) => {
    await forAll([groupSubsets(groups), groupSubsets(MISSING_GROUPS, 1)], async (known, missing) => {
      control(await embed.mint({ externalId: user, groups: known }));
      // Known names between missing ones.
      const [before, after] = [missing.filter((_, i) => i % 2), missing.filter((_, i) => i % 2 === 0)];
      const mixed = [...before, ...known, ...after];
      expectRefusal(await embed.mint({ externalId: user, groups: mixed }), known, missing);
    });
    // A name is no pattern.
    for (const pattern of patternsLike(groups[0]))
      expectRefusal(await embed.mint({ externalId: user, groups: [pattern] }), [], [pattern]);
    if (target.settings.TARGET_CREATOR_MODE !== 'on') return;

    // The same in creator mode, where other code may resolve the names.
    const known = 'conformance-known';
    await scope.session(user, { ...definitionsOf('groups', [known]), groups: [known] });
    const [first, second] = MISSING_GROUPS;
    for (const missing of [[first], [second, first]])
      expectRefusal(await scope.mint(user, { groups: [...missing, known] }), [known], missing);
  },
);
