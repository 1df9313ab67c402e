import {
  alsoRequirement,
  definitionsOf,
  expect,
  isAccepted,
  notTested,
  RECORD_KIND_NAMES,
  type RecordKind,
  test,
  usageOf,
  writeJson,
} from '../../fixtures/index.ts';

// What users have in an embed tenant, which only an adapter shows, when something else is deleted there.

const [GONE, KEPT] = ['conformance-gone', 'conformance-kept'] as const;
const BOTH = [GONE, KEPT];

for (const { kind, slug, noun } of RECORD_KIND_NAMES)
  test(
    `deleting a ${noun} takes nothing else from those who have it`,
    alsoRequirement(`embed-tenants-${slug}-delete`),
    async ({ embedTenants, membershipsIn, otherUser, scope, sibling, user, valuesIn }) => {
      const seenOf = async (externalId: string) => ({
        isMember: (await membershipsIn(scope.name, BOTH).settled(externalId, [KEPT]))?.has(KEPT),
        value: (await valuesIn(scope.name).settled(externalId, { [KEPT]: KEPT }))[KEPT],
      });
      const wanted = { isMember: true, value: KEPT };
      const use = usageOf(kind, GONE);
      const value = use.userAttributes?.[0]?.value ?? null;
      const isKeptElsewhere = async (): Promise<boolean | undefined> =>
        kind === 'groups'
          ? (await membershipsIn(sibling.name, [GONE]).settled(user, [GONE]))?.has(GONE)
          : (await valuesIn(sibling.name).settled(user, { [GONE]: value }))[GONE] === value;

      // Given two records of the kind and one of the other, and users who have them: one all, and one what is not deleted
      const namesOf = (of: RecordKind): string[] => (of === kind ? BOTH : [KEPT]);
      const defined = await scope.define(user, {
        ...definitionsOf('groups', namesOf('groups')),
        ...definitionsOf('user-attributes', namesOf('user-attributes')),
      });
      await scope.session(user, {
        groups: namesOf('groups'),
        userAttributes: namesOf('user-attributes').map((name) => ({ name, value: name })),
      });
      await scope.session(otherUser, { groups: [KEPT], userAttributes: [{ name: KEPT, value: KEPT }] });
      // And one who has a namesake of that in another embed tenant
      await sibling.session(user, { ...definitionsOf(kind, [GONE]), ...use });
      const owners = [user, otherUser];
      for (const externalId of owners)
        if (writeJson(await seenOf(externalId)) !== writeJson(wanted))
          notTested('what users have in the embed tenant is not seen', 'embed-tenant-memberships');
      if (!(await isKeptElsewhere()))
        notTested('what users have in another embed tenant is not seen', 'embed-tenant-memberships');

      // When one of them is deleted, then the users have the other one, and what they have of the other kind
      const { id } =
        defined[kind].find(({ name }) => name === GONE) ?? notTested(`the ${noun}s show no names`);
      const left = kind === 'groups' ? { groups: [KEPT] } : { userAttributes: [{ name: GONE, value: null }] };
      if (!isAccepted(await embedTenants.remove(kind, scope.name, id))) {
        await scope.session(user, left);
        await embedTenants.remove(kind, scope.name, id);
      }
      for (const externalId of owners)
        expect(
          await seenOf(externalId),
          `what "${externalId}" has in the embed tenant after the deletion of another ${noun}`,
          `take from users the ${noun} that is deleted, and nothing else`,
        ).toEqual(wanted);
      expect(
        await isKeptElsewhere(),
        `whether "${user}" has the ${noun} of the same name in another embed tenant`,
        `take the ${noun} that is deleted from its users, and not one of another embed tenant`,
      ).toBe(true);

      // A record may refuse deletion while somebody has it
      for (const externalId of owners)
        await scope.mint(externalId, { groups: [], userAttributes: [{ name: KEPT, value: null }] });
    },
  );
