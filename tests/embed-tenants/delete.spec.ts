import {
  definitionsOf,
  expect,
  firstOf,
  isAccepted,
  otherKind,
  RECORD_KINDS,
  requirement,
  test,
  useOf,
} from '../../fixtures/index.ts';

// "DELETE {base_url}/v1/embed-tenants/{embedTenantName}/groups/{id}" and ".../user-attributes/{id}"
for (const { kind, slug, noun } of RECORD_KINDS) {
  test(
    `deleting a ${noun} removes exactly that record`,
    requirement(`embed-tenants-${slug}-delete`),
    async ({ users, scope, sibling, embedTenants }) => {
      const [user, other] = users as [string, string];

      const name = `conformance-deleted-${slug}`;
      const kept = `conformance-kept-${slug}`;

      // Given a record, and records beside it: of another name, of the other kind, in another embed tenant
      const defined = await scope.define(user, definitionsOf(kind, [name]));
      const { id } = firstOf(defined, kind);
      await scope.define(user, { ...definitionsOf(kind, [kept]), ...definitionsOf(otherKind(kind), [name]) });
      await sibling.define(other, definitionsOf(kind, [name]));
      const here = await scope.snapshot();
      const there = await sibling.snapshot();
      const judgeKept = async (when: string): Promise<void> => {
        expect(await scope.settled(here), `the embed tenant ${when}`).toEqual(here);
        expect(await sibling.settled(there), `its sibling ${when}`).toEqual(there);
      };

      // When its id is deleted where it is nobody's, then nothing is removed (how that is answered is free)
      if (!there[kind].some((record) => record.id === id)) {
        await embedTenants.remove(kind, sibling.name, id);
        await judgeKept('after a deletion in its sibling');
      }
      if (!here[otherKind(kind)].some((record) => record.id === id)) {
        await embedTenants.remove(otherKind(kind), scope.name, id);
        await judgeKept('after a deletion among the other kind');
      }

      // When the record is deleted, which may be refused while somebody has it, then it alone is gone
      await scope.session(user, useOf(kind, name));
      const deletion = await embedTenants.remove(kind, scope.name, id);
      if (!isAccepted(deletion)) {
        expect(
          deletion,
          `the deletion of a ${noun} that somebody has:`,
          `delete a ${noun} that somebody has, or refuse that with a 4xx`,
        ).toBeHandled();
        await judgeKept('after a refused deletion');
        const clearing = kind === 'groups' ? { groups: [] } : { userAttributes: [{ name, value: null }] };
        await scope.session(user, clearing);
        expect(
          await embedTenants.remove(kind, scope.name, id),
          `the deletion of a ${noun} that nobody has any more:`,
          `delete a ${noun} that nobody has, by the id that the list shows`,
        ).toBeAccepted();
      }
      here[kind] = here[kind].filter((record) => record.id !== id);
      await judgeKept('after the deletion');
      await scope.session(user, useOf(kind, kept));
      expect(
        await scope.mint(user, useOf(kind, name)),
        `the ${noun} that was deleted:`,
        `look ${noun}s up among the records that are left, so that the name of a deleted one is unknown`,
      ).toBeRejected();

      // And its name is free: for an attribute of any type
      const freeName = `keep nothing of a deleted ${noun}: defining its name anew makes a new record${kind === 'groups' ? '' : ', of whatever type'}`;
      expect(
        await scope.mint(user, definitionsOf(kind, [name])),
        `the ${noun} defined anew:`,
        freeName,
      ).toBeAccepted();
      const known = new Set(here[kind].map((record) => record.id));
      const fresh = (now: typeof here) => now[kind].filter((record) => !known.has(record.id));
      const anew = fresh(await scope.settled((now) => fresh(now).length === 1));
      expect(anew, `${noun}s that are new after it was defined anew`, freeName).toHaveLength(1);
      expect(
        await embedTenants.remove(kind, scope.name, anew[0]?.id as string),
        `the second deletion of a ${noun}:`,
        `delete a ${noun} that was defined anew like any other`,
      ).toBeAccepted();
      expect(
        await scope.mint(user, definitionsOf(kind, [name], 'number')),
        `the ${noun} defined anew once more:`,
        freeName,
      ).toBeAccepted();
      expect(
        await scope.mint(user, useOf(kind, name, 'number')),
        `the use of the ${noun} defined anew:`,
        freeName,
      ).toBeAccepted();
    },
  );
}
