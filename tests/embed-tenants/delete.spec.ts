import {
  definitionsOf,
  type EmbedTenantScope,
  type EmbedTenantsClient,
  expect,
  firstRecord,
  isAccepted,
  otherKind,
  RECORD_KIND_NAMES,
  requirement,
  type SessionRequest,
  test,
  usageOf,
} from '../../fixtures/index.ts';

type RecordKind = (typeof RECORD_KIND_NAMES)[number];

// "DELETE {base_url}/v1/embed-tenants/{embedTenantName}/groups/{id}" and ".../user-attributes/{id}"
for (const recordKind of RECORD_KIND_NAMES) {
  const { kind, slug, noun } = recordKind;

  test(
    `deleting a ${noun} removes exactly that record`,
    requirement(`embed-tenants-${slug}-delete`),
    async ({ definitionNames, scope, sibling, embedTenants, foreign, user, otherUser }) => {
      const names = definitionNames[kind];
      const name = names.mixed('deleted');
      const [kept = '', ...others] = names.besideMixed('deleted');

      // Given a record, and records beside it: of names that are nearly the same, of the other kind, in another embed tenant
      const defined = await scope.define(user, describedOf(kind, name));
      const { id } = firstRecord(defined, kind);
      await scope.define(user, {
        ...definitionsOf(kind, [kept, ...others, `${name}-beside`]),
        ...definitionsOf(otherKind(kind), [definitionNames[otherKind(kind)].mixed('deleted')]),
      });
      await sibling.define(otherUser, definitionsOf(kind, [name]));
      // Where the target takes these for other names, their records must stay as well.
      await scope.mint(user, definitionsOf(kind, names.twinsOfMixed('deleted')));
      const here = await scope.snapshot();
      const there = await sibling.snapshot();
      const expectKept = async (when: string): Promise<void> => {
        expect(await scope.settled(here), `the embed tenant ${when}`).toEqual(here);
        expect(await sibling.settled(there), `its sibling ${when}`).toEqual(there);
      };

      // When its id is deleted where no record has it, then nothing is removed (the status is free)
      if (!there[kind].some((record) => record.id === id)) {
        await embedTenants.remove(kind, sibling.name, id);
        await expectKept('after a deletion in its sibling');
      }
      if (!here[otherKind(kind)].some((record) => record.id === id)) {
        await embedTenants.remove(otherKind(kind), scope.name, id);
        await expectKept('after a deletion among the other kind');
      }

      // And where an id only begins with its own, and in another tenant, unless it has records in an embed tenant of this name
      await embedTenants.remove(kind, scope.name, `${id}x`);
      const elsewhere = (await foreign())?.embedTenants;
      if (elsewhere && !(await elsewhere.all(kind, scope.name))?.length)
        await elsewhere.remove(kind, scope.name, id);
      await expectKept('after deletions of an id that begins with its own, and in another tenant');

      // When the record is deleted, which may be refused while a user has it, then no other record is gone
      const tools = { scope, embedTenants, user };
      await removeUsed(recordKind, { name, id }, tools, () => expectKept('after a refused deletion'));
      here[kind] = here[kind].filter((record) => record.id !== id);
      await expectKept('after the deletion');

      // And it does not come back with the definition of another one
      await scope.session(otherUser, definitionsOf(kind, [`conformance-later-${slug}`]));
      const count = here[kind].length + 1;
      const later = await scope.settled((now) => now[kind].length === count);
      expect(later[kind].length, `${noun}s after another one was defined`).toBe(count);
      here[kind] = later[kind];

      // And other records can be used, but not the deleted one
      await scope.session(user, usageOf(kind, kept));
      expect(
        await scope.mint(user, usageOf(kind, name)),
        `the ${noun} that was deleted:`,
        `look ${noun}s up among the records that are left, so that the name of a deleted one is unknown`,
      ).toBeRejected();

      // And its name is free
      const known = new Set(here[kind].map((record) => record.id));
      await expectNameFree(recordKind, name, known, tools);
    },
  );
}

/** Defines a record with a description. */
const describedOf = (kind: RecordKind['kind'], name: string): SessionRequest =>
  kind === 'groups'
    ? { groupDefinitions: [{ name, description: 'to be deleted' }] }
    : { userAttributeDefinitions: [{ name, type: 'string', description: 'to be deleted' }] };

interface Tools {
  scope: EmbedTenantScope;
  embedTenants: EmbedTenantsClient;
  user: string;
}

/**
 * Deletes a record that a user has. The target may refuse that, and must accept it when no user has the record any more.
 *
 * @param expectKept - judges what a refused deletion leaves behind
 */
async function removeUsed(
  { kind, noun }: RecordKind,
  { name, id }: { name: string; id: string },
  { scope, embedTenants, user }: Tools,
  expectKept: () => Promise<void>,
): Promise<void> {
  await scope.session(user, usageOf(kind, name));
  const deletion = await embedTenants.remove(kind, scope.name, id);
  if (isAccepted(deletion)) return;
  expect(
    deletion,
    `the deletion of a ${noun} that a user has:`,
    `delete a ${noun} that a user has, or refuse that with a 4xx`,
  ).toBeHandled();
  await expectKept();
  const clearing = kind === 'groups' ? { groups: [] } : { userAttributes: [{ name, value: null }] };
  await scope.session(user, clearing);
  expect(
    await embedTenants.remove(kind, scope.name, id),
    `the deletion of a ${noun} that no user has any more:`,
    `delete a ${noun} that no user has, by the id that the list shows`,
  ).toBeAccepted();
}

/**
 * A record can be defined under the name of a deleted one, used, and deleted in turn: an attribute with any type.
 *
 * @param known - ids of the records that are left
 */
async function expectNameFree(
  { kind, noun }: RecordKind,
  name: string,
  known: ReadonlySet<string>,
  { scope, embedTenants, user }: Tools,
): Promise<void> {
  const fix = `keep nothing of a deleted ${noun}: defining its name again makes a new record${kind === 'groups' ? '' : ', of whatever type'}`;

  expect(
    await scope.mint(user, definitionsOf(kind, [name])),
    `the ${noun} defined again:`,
    fix,
  ).toBeAccepted();
  const newIn = (now: Awaited<ReturnType<typeof scope.snapshot>>) =>
    now[kind].filter((record) => !known.has(record.id));
  const added = newIn(await scope.settled((now) => newIn(now).length === 1));
  expect(added, `${noun}s that are new after it was defined again`, fix).toHaveLength(1);

  expect(
    await embedTenants.remove(kind, scope.name, String(added[0]?.id)),
    `the second deletion of a ${noun}:`,
    `delete a ${noun} that was defined again like any other`,
  ).toBeAccepted();

  expect(
    await scope.mint(user, definitionsOf(kind, [name], 'number')),
    `the ${noun} defined a third time:`,
    fix,
  ).toBeAccepted();
  expect(
    await scope.mint(user, usageOf(kind, name, 'number')),
    `the use of the ${noun} defined a third time:`,
    fix,
  ).toBeAccepted();
}
