import {
  control,
  definitionsOf,
  expect,
  expectEmptied,
  isAccepted,
  judgeAnswers,
  listNotServedReason,
  notTested,
  otherKind,
  RECORD_KIND_NAMES,
  requirement,
  test,
} from '../../fixtures/index.ts';

/** Attributes whose values are lists are records like any other. */
const LIST = 'string_array';

// "GET {base_url}/v1/embed-tenants/{embedTenantName}/groups" and ".../user-attributes"
for (const { kind, slug, noun } of RECORD_KIND_NAMES) {
  test(
    `the ${noun} list is served`,
    requirement(`embed-tenants-${slug}-list-served`),
    async ({ embedTenants, http, scope, user }) => {
      await scope.session(user, definitionsOf(kind, ['conformance-listed']));
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
    async ({ definitionNames, embedTenants, http, scope, user, otherUser }) => {
      const [names, later] = [
        definitionNames[kind].besideMixed('listed'),
        definitionNames[kind].mixed('listed'),
      ];
      const ofOtherKind = definitionNames[otherKind(kind)].besideMixed('listed').slice(0, 2);
      const expectListed = async (wanted: readonly string[]): Promise<void> => {
        const seen = await scope.settled((now) => now[kind].length === leftOver.length + wanted.length);
        if (!scope.isServed(kind)) notTested(listNotServedReason(kind));
        const records = seen[kind];
        expect(records.length, `ids listed of ${wanted.length} defined`).toBe(
          leftOver.length + wanted.length,
        );
        const shownNames = records.flatMap(({ name }) => (typeof name === 'string' ? name : []));
        if (shownNames.length > 0)
          expect(
            wanted.filter((name) => !shownNames.includes(name)),
            `names of ${noun}s that are not listed`,
          ).toEqual([]);
      };

      // Given an embed tenant that was emptied, as far as it can be
      const leftOver = (await scope.snapshot())[kind];
      await expectEmptied(scope, kind, leftOver);
      if (leftOver.some(({ name }) => [...names, later].includes(String(name))))
        notTested(`${noun}s of an earlier test could not be removed`);

      // When records are defined, and more of the other kind, which belong to the other list
      await scope.session(user, {
        ...definitionsOf(kind, names, LIST),
        ...definitionsOf(otherKind(kind), [...ofOtherKind, 'conformance-listed-other']),
      });

      // Then the list holds them, and those that are defined later
      await expectListed(names);
      await scope.session(otherUser, definitionsOf(kind, [later], LIST));
      await expectListed([...names, later]);

      // And one that was deleted and is defined again, in pages as well: the contract judges each
      const [gone] = (await scope.snapshot())[kind];
      if (gone && isAccepted(await embedTenants.remove(kind, scope.name, gone.id)))
        await scope.session(user, definitionsOf(kind, [...names, later], LIST));
      await embedTenants.walk(kind, scope.name, 2);
      judgeAnswers(http);
    },
  );
}
