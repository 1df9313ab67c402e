import {
  control,
  definitionsOf,
  type Exchange,
  expect,
  forAll,
  groupSubsets,
  MISSING_GROUPS,
  requirement,
  summarise,
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

/** Whether a text holds a name as a whole: "a" is no part of "and". */
function names(text: string, name: string): boolean {
  const literal = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'u').test(text);
}

/** What a refusal says wrongly of names: which are missing in it, and which are in it and resolved. */
function misnamed(message: string, known: readonly string[], missing: readonly string[]): string[] {
  const wrong: string[] = [];
  // Separators are free: what is left without the missing names must hold none that resolved.
  let [, left = ''] = /Groups with names ([\s\S]*?) not found/.exec(message) ?? [];
  for (const name of [...missing].sort((a, b) => b.length - a.length)) {
    if (!names(left, name)) wrong.push(`"${name}" is missing and not named`);
    left = left.replaceAll(name, '\n');
  }
  for (const name of known) if (names(left, name)) wrong.push(`"${name}" is named and not missing`);
  return wrong;
}

/** Judges the refusal of a call for groups that are missing: one of its messages names exactly those. */
function judgeRefusal(answer: Exchange, known: readonly string[], missing: readonly string[]): void {
  expect(answer).toBeRejected();
  const judged = textsOf(answer)
    .filter((text) => /Groups with names [\s\S]* not found/.test(text))
    .map((message) => misnamed(message, known, missing));
  const [best] = judged.sort((a, b) => a.length - b.length);
  const wrong = best ?? [`no "Groups with names <missing> not found": ${summarise(answer)}`];
  expect(wrong, 'what the message says wrongly').toEqual([]);
}

// "Group names in `groups` that cannot be resolved: Rejected with message `Groups with names <missing> not found`"
test(
  'groups that are not found are rejected by name',
  requirement('embed-groups-unknown-rejected'),
  async ({ embed, groups, scope, target, user }) => {
    await forAll([groupSubsets(groups), groupSubsets(MISSING_GROUPS, 1)], async (known, missing) => {
      control(await embed.mint({ externalId: user, groups: known }));
      // Every other missing name comes first.
      const mixed = [...missing.filter((_, i) => i % 2), ...known, ...missing.filter((_, i) => i % 2 === 0)];
      judgeRefusal(await embed.mint({ externalId: user, groups: mixed }), known, missing);
    });
    if (target.settings.TARGET_CREATOR_MODE !== 'on') return;
    // The same in creator mode, where other code may resolve the names.
    const known = 'conformance-known';
    await scope.session(user, { ...definitionsOf('groups', [known]), groups: [known] });
    const [first, second] = MISSING_GROUPS as [string, string];
    for (const missing of [[first], [second, first]])
      judgeRefusal(await scope.mint(user, { groups: [...missing, known] }), [known], missing);
  },
);
