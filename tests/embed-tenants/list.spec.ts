import {
  control,
  definitionsOf,
  expect,
  expectEmptied,
  listNotServed,
  notTested,
  otherKind,
  RECORD_KINDS,
  requirement,
  test,
  writeJson,
} from '../../fixtures/index.ts';

const NAMES = ['conformance-listed-1', 'conformance-listed-2', 'conformance-listed-3'];
const LATER = 'conformance-listed-4';
/** The first name is defined in both embed tenants, the others in one. */
const OWN = {
  here: ['conformance-own-both', 'conformance-own-here'],
  there: ['conformance-own-both', 'conformance-own-there-1', 'conformance-own-there-2'],
  hereLater: ['conformance-own-later'],
};

// "GET {base_url}/v1/embed-tenants/{embedTenantName}/groups" and ".../user-attributes"
for (const { kind, slug, noun } of RECORD_KINDS) {
  test(
    `the ${noun} list is there`,
    requirement(`embed-tenants-${slug}-list-served`),
    async ({ embedTenants, http, users, scope }) => {
      const [user] = users as [string];
      await scope.session(user, definitionsOf(kind, [LATER]));
      const list = await embedTenants.list(kind, scope.name);
      expect(list, `the list of ${noun}s after one was defined:`).toBeServed();
      expect(list, `the list of ${noun}s after one was defined:`).toBeAccepted();
      const { operation } = list;
      control.toldApart(list, [
        await http.send({ operation, path: { embedTenantName: scope.name }, as: null }),
      ]);
    },
  );

  test(
    `the ${noun} list holds every ${noun} of the embed tenant`,
    requirement(`embed-tenants-${slug}-list`),
    async ({ users, scope }) => {
      const [user, other] = users as [string, string];
      const judge = async (names: readonly string[]): Promise<void> => {
        const seen = await scope.settled((now) => now[kind].length === already + names.length);
        if (!scope.isServed(kind)) notTested(listNotServed(kind));
        const records = seen[kind];
        expect(records.length, `ids listed of ${names.length} defined`).toBe(already + names.length);
        const shown = records.flatMap(({ name }) => (typeof name === 'string' ? name : []));
        if (shown.length > 0)
          expect(
            names.filter((name) => !shown.includes(name)),
            `names of ${noun}s that are not listed`,
          ).toEqual([]);
      };
      const leftOver = (await scope.snapshot())[kind];
      await expectEmptied(scope, kind, leftOver);
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
      await expectEmptied(scope, kind, alreadyHere);
      await expectEmptied(sibling, kind, alreadyThere);
      const shared = alreadyHere.filter((record) =>
        alreadyThere.some((same) => writeJson(same) === writeJson(record)),
      );
      expect(shared, 'records that both embed tenants list before anything is defined').toEqual([]);
      // Nobody defines anything in an embed tenant whose name is the beginning of another's
      const beginning = scope.name.slice(0, -1);
      const ofBeginning = (await embedTenants.all(kind, beginning)) ?? [];
      const steps = [
        { within: scope, by: user, names: OWN.here, beside: sibling },
        { within: sibling, by: other, names: OWN.there, beside: scope },
        { within: scope, by: user, names: OWN.hereLater, beside: sibling },
      ];
      for (const { within, by, names, beside } of steps) {
        const before = await beside.snapshot();
        const expected = (await within.snapshot())[kind].length + names.length;
        await within.session(by, definitionsOf(kind, names));
        // What shows late shows where it belongs first.
        await within.settled((now) => now[kind].length === expected);
        if (!within.isServed(kind)) notTested(listNotServed(kind));
        expect(
          await beside.settled(before),
          `the embed tenant "${beside.name}" after definitions in "${within.name}"`,
        ).toEqual(before);
      }
      const [here, there] = [(await scope.snapshot())[kind], (await sibling.snapshot())[kind]];
      const namesAreShown = [...here, ...there].some(({ name }) => name === OWN.here[0]);
      const told = (names: readonly unknown[]) => (namesAreShown ? names.map(String).sort() : names.length);
      const namesOf = (records: typeof here) => records.map(({ name }) => name);
      expect(
        { [scope.name]: told(namesOf(here)), [sibling.name]: told(namesOf(there)) },
        `${noun}s that each embed tenant lists`,
      ).toEqual({
        [scope.name]: told([...namesOf(alreadyHere), ...OWN.here, ...OWN.hereLater]),
        [sibling.name]: told([...namesOf(alreadyThere), ...OWN.there]),
      });
      expect(
        ((await embedTenants.all(kind, beginning)) ?? []).length,
        `records of the embed tenant "${beginning}" after definitions in "${scope.name}"`,
      ).toBe(ofBeginning.length);
    },
  );
}
