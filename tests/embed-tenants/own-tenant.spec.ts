import {
  definitionsOf,
  type EmbedTenantScope,
  expect,
  expectEmptied,
  listNotServedReason,
  notTested,
  RECORD_KIND_NAMES,
  type RecordKind,
  requirement,
  test,
  writeJson,
} from '../../fixtures/index.ts';

/** The first name is defined in both embed tenants, the others in one. */
const NAMES = {
  here: ['conformance-own-both', 'conformance-own-here'],
  there: ['conformance-own-both', 'conformance-own-there-1', 'conformance-own-there-2'],
  hereLater: ['conformance-own-later'],
};

// "GET {base_url}/v1/embed-tenants/{embedTenantName}/groups" and ".../user-attributes"
for (const { kind, slug, noun } of RECORD_KIND_NAMES) {
  test(
    `the ${noun} list holds nothing of another embed tenant`,
    requirement(`embed-tenants-${slug}-own-tenant`),
    async ({ embedTenants, foreign, scope, sibling, user, otherUser }) => {
      // Given two embed tenants that were emptied: a record that both still list belongs to neither
      const [leftHere, leftThere] = [(await scope.snapshot())[kind], (await sibling.snapshot())[kind]];
      await expectEmptied(scope, kind, leftHere);
      await expectEmptied(sibling, kind, leftThere);
      const shared = leftHere.filter((record) =>
        leftThere.some((same) => writeJson(same) === writeJson(record)),
      );
      expect(shared, 'records that both embed tenants list before anything is defined').toEqual([]);

      // And a third one, whose name is the beginning of the first one's, where nothing is ever defined
      const beginning = scope.name.slice(0, -1);
      const ofBeginning = (await embedTenants.all(kind, beginning)) ?? [];

      // And one of the same name in another tenant
      const elsewhere = (await foreign())?.embedTenants;
      const listedElsewhere = async () =>
        ((await elsewhere?.all(kind, scope.name)) ?? []).map(({ id }) => String(id));
      const before = await listedElsewhere();

      // When each of the two gets definitions, then the other one keeps what it has
      await defineBeside(kind, NAMES.here, { by: user, within: scope, beside: sibling });
      await defineBeside(kind, NAMES.there, { by: otherUser, within: sibling, beside: scope });
      await defineBeside(kind, NAMES.hereLater, { by: user, within: scope, beside: sibling });

      // And each lists its own: by name, where names are shown
      const [here, there] = [(await scope.snapshot())[kind], (await sibling.snapshot())[kind]];
      const showsNames = [...here, ...there].some(({ name }) => name === NAMES.here[0]);
      const summary = (names: readonly unknown[]) => (showsNames ? names.map(String).sort() : names.length);
      const namesOf = (records: typeof here) => records.map(({ name }) => name);
      expect(
        { [scope.name]: summary(namesOf(here)), [sibling.name]: summary(namesOf(there)) },
        `${noun}s that each embed tenant lists`,
      ).toEqual({
        [scope.name]: summary([...namesOf(leftHere), ...NAMES.here, ...NAMES.hereLater]),
        [sibling.name]: summary([...namesOf(leftThere), ...NAMES.there]),
      });
      expect(
        ((await embedTenants.all(kind, beginning)) ?? []).length,
        `records of the embed tenant "${beginning}" after definitions in "${scope.name}"`,
      ).toBe(ofBeginning.length);
      const ofHere = new Set(here.map(({ id }) => id));
      expect(
        (await listedElsewhere()).filter((id) => ofHere.has(id) && !before.includes(id)),
        `${noun}s of "${scope.name}" that another tenant lists since they were defined`,
      ).toEqual([]);
    },
  );
}

/** Defines records in one embed tenant, and judges that another one keeps what it has. */
async function defineBeside(
  kind: RecordKind,
  names: readonly string[],
  { by, within, beside }: { by: string; within: EmbedTenantScope; beside: EmbedTenantScope },
): Promise<void> {
  const before = await beside.snapshot();
  const expected = (await within.snapshot())[kind].length + names.length;
  await within.session(by, definitionsOf(kind, names));
  // What shows late shows where it belongs first.
  await within.settled((now) => now[kind].length === expected);
  if (!within.isServed(kind)) notTested(listNotServedReason(kind));
  expect(
    await beside.settled(before),
    `the embed tenant "${beside.name}" after definitions in "${within.name}"`,
  ).toEqual(before);
}
