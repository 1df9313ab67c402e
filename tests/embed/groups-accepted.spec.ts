import {
  control,
  expect,
  forAll,
  groupSubsets,
  MISSING_GROUPS,
  requirement,
  test,
} from '../../fixtures/index.ts';

// "Group lookup in read-only mode resolves against tenant-wide groups"
test(
  'tenant-wide groups are accepted',
  requirement('embed-groups-accepted'),
  async ({ embed, users, groups }) => {
    const externalId = users[0] as string;
    control(await embed.mint({ externalId }));
    await forAll(
      [groupSubsets(groups)],
      async (names) => {
        // "read-only mode (`creatorMode` omitted or false)"
        for (const mode of [{}, { creatorMode: false }]) {
          expect(await embed.mint({ externalId, ...mode, groups: names })).toBeAccepted();
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

// "Group names in `groups` that cannot be resolved: Rejected with message `Groups with names <missing> not found`"
test(
  'groups that are not found are rejected by name',
  requirement('embed-groups-unknown-rejected'),
  async ({ embed, users, groups }) => {
    const externalId = users[0] as string;
    await forAll([groupSubsets(groups), groupSubsets(MISSING_GROUPS, 1)], async (known, missing) => {
      control(await embed.mint({ externalId, groups: known }));
      // Every other missing name comes first.
      const mixed = [...missing.filter((_, i) => i % 2), ...known, ...missing.filter((_, i) => i % 2 === 0)];
      const answer = await embed.mint({ externalId, groups: mixed });
      expect(answer).toBeRejected();
      expect(answer).toSay(/Groups with names [\s\S]* not found/);

      // Separators are free: what is left without the missing names must hold none that resolved.
      const said = answer.json === undefined ? answer.text : JSON.stringify(answer.json);
      let [, left = ''] = /Groups with names ([\s\S]*?) not found/.exec(said) ?? [];
      for (const name of [...missing].sort((a, b) => b.length - a.length)) {
        expect(names(left, name), `"${name}" named in "${left}"`).toBe(true);
        left = left.replaceAll(name, '\n');
      }
      for (const name of known) expect(names(left, name), `"${name}" named in "${left}"`).toBe(false);
    });
  },
);
