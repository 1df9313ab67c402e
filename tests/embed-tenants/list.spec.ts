import {
  control,
  definitionsOf,
  expect,
  expectEmptied,
  firstRecord,
  isAccepted,
  judgeAnswers,
  listNotServedReason,
  mixedName,
  namesBesideMixed,
  notTested,
  otherKind,
  RECORD_KIND_NAMES,
  requirement,
  test,
} from '../../fixtures/index.ts';

const NAMES = namesBesideMixed('listed');
const LATER = mixedName('listed');
const AGAIN = 'conformance-listed-5';

// "GET {base_url}/v1/embed-tenants/{embedTenantName}/groups" and ".../user-attributes"
for (const { kind, slug, noun } of RECORD_KIND_NAMES) {
  test(
    `the ${noun} list is served`,
    requirement(`embed-tenants-${slug}-list-served`),
    async ({ embedTenants, http, scope, user }) => {
      await scope.session(user, definitionsOf(kind, [LATER]));
      const list = await embedTenants.list(kind, scope.name);
      expect(list, `the list of ${noun}s after one was defined:`).toBeServed();
      expect(list, `the list of ${noun}s after one was defined:`).toBeAccepted();
      const { operation } = list;
      control.distinguishes(list, [
        await http.send({ operation, path: { embedTenantName: scope.name }, as: null }),
      ]);
    },
  );

  test(
    `the ${noun} list holds every ${noun} of the embed tenant`,
    requirement(`embed-tenants-${slug}-list`),
    async ({ embedTenants, http, scope, user, otherUser }) => {
      const expectListed = async (names: readonly string[]): Promise<void> => {
        const seen = await scope.settled((now) => now[kind].length === leftOver.length + names.length);
        if (!scope.isServed(kind)) notTested(listNotServedReason(kind));
        const records = seen[kind];
        expect(records.length, `ids listed of ${names.length} defined`).toBe(leftOver.length + names.length);
        const shownNames = records.flatMap(({ name }) => (typeof name === 'string' ? name : []));
        if (shownNames.length > 0)
          expect(
            names.filter((name) => !shownNames.includes(name)),
            `names of ${noun}s that are not listed`,
          ).toEqual([]);
      };

      // Given an embed tenant that was emptied, as far as it can be
      const leftOver = (await scope.snapshot())[kind];
      await expectEmptied(scope, kind, leftOver);
      if (leftOver.some(({ name }) => [...NAMES, LATER, AGAIN].includes(String(name))))
        notTested(`${noun}s of an earlier test could not be removed`);

      // When records are defined, and more of the other kind, which belong to the other list
      await scope.session(user, {
        ...definitionsOf(kind, NAMES),
        ...definitionsOf(otherKind(kind), [...NAMES.slice(0, 2), 'conformance-listed-other']),
      });

      // Then the list holds them, and those that are defined later
      await expectListed(NAMES);
      await scope.session(otherUser, definitionsOf(kind, [LATER]));
      await expectListed([...NAMES, LATER]);

      // And one that was deleted and is defined again, in pages as well: the contract judges each
      const lists = definitionsOf(kind, [AGAIN], 'string_array');
      const removed = firstRecord(await scope.define(user, lists), kind);
      if (!isAccepted(await embedTenants.remove(kind, scope.name, removed.id))) return;
      await expectListed([...NAMES, LATER]);
      await scope.session(user, lists);
      await expectListed([...NAMES, LATER, AGAIN]);
      for (const first of [1, 2]) await embedTenants.walk(kind, scope.name, first);
      judgeAnswers(http);
    },
  );
}
