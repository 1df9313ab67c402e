import {
  definitionsOf,
  expect,
  notTested,
  otherKind,
  RECORD_KINDS,
  requirement,
  test,
} from '../../fixtures/index.ts';

const NAMES = ['conformance-listed-1', 'conformance-listed-2', 'conformance-listed-3'];
const LATER = 'conformance-listed-4';

// "GET {base_url}/v1/embed-tenants/{embedTenantName}/groups" and ".../user-attributes"
for (const { kind, slug, noun } of RECORD_KINDS) {
  test(
    `the ${noun} list holds every ${noun} of the embed tenant`,
    requirement(`embed-tenants-${slug}-list`),
    async ({ users, scope }) => {
      const [user, other] = users as [string, string];
      const judge = async (names: readonly string[]): Promise<void> => {
        const records = await scope.records(kind);
        const ids = new Set(records.map(({ id }) => String(id)));
        expect(ids.size, `ids listed of ${names.length} defined`).toBe(already + names.length);
        const shown = records.flatMap(({ name }) => (typeof name === 'string' ? name : []));
        if (shown.length > 0)
          expect(
            names.filter((name) => !shown.includes(name)),
            `names of ${noun}s that are not listed`,
          ).toEqual([]);
      };
      const leftOver = await scope.records(kind);
      const already = leftOver.length;
      if (leftOver.some(({ name }) => [...NAMES, LATER].includes(String(name))))
        notTested(`${noun}s of an earlier test could not be removed`);
      // Records of the other kind, of which there are more, belong to the other list.
      await scope.session(user, {
        ...definitionsOf(kind, NAMES),
        ...definitionsOf(otherKind(kind), [...NAMES, 'conformance-listed-other']),
      });
      await judge(NAMES);
      await scope.session(other, definitionsOf(kind, [LATER]));
      await judge([...NAMES, LATER]);
    },
  );

  test(
    `the ${noun} list holds nothing of another embed tenant`,
    requirement(`embed-tenants-${slug}-own-tenant`),
    async ({ embedTenants, users, scope, sibling }) => {
      const [user, other] = users as [string, string];
      // Both were emptied: a record that both lists still show is of neither, tenant-wide perhaps
      const [alreadyHere, alreadyThere] = [(await scope.snapshot())[kind], (await sibling.snapshot())[kind]];
      const shared = alreadyHere.filter((record) =>
        alreadyThere.some((same) => JSON.stringify(same) === JSON.stringify(record)),
      );
      expect(shared, 'records that both embed tenants list before anything is defined').toEqual([]);
      // Nobody defines anything in an embed tenant whose name is the beginning of another's
      const beginning = scope.name.slice(0, -1);
      const ofBeginning = await embedTenants.all(kind, beginning);
      await scope.session(user, definitionsOf(kind, ['conformance-own-both', 'conformance-own-here']));
      const here = await scope.snapshot();
      await sibling.session(
        other,
        definitionsOf(kind, ['conformance-own-both', 'conformance-own-there-1', 'conformance-own-there-2']),
      );
      const there = await sibling.snapshot();
      expect(here[kind], 'records of the embed tenant').toHaveLength(alreadyHere.length + 2);
      expect(there[kind], 'records of its sibling').toHaveLength(alreadyThere.length + 3);
      expect(await scope.snapshot(), 'the embed tenant after definitions in its sibling').toEqual(here);
      const named = (name: RegExp) =>
        [...here[kind], ...there[kind]].filter((record) => name.test(String(record.name)));
      if (named(/^conformance-own-both$/).length > 0) {
        expect(named(/-own-here$/), 'records with a name that one embed tenant has').toHaveLength(1);
        expect(named(/-own-both$/), 'records with a name that both have').toHaveLength(2);
        expect(named(/-own-there-\d$/), 'records with a name that its sibling has').toHaveLength(2);
      }
      await scope.session(user, definitionsOf(kind, ['conformance-own-later']));
      expect(await sibling.snapshot(), 'the sibling after one more definition').toEqual(there);
      expect(
        (await embedTenants.all(kind, beginning)).length,
        `records of the embed tenant "${beginning}" after definitions in "${scope.name}"`,
      ).toBe(ofBeginning.length);
    },
  );
}
