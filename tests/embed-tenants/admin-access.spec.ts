import {
  allOf,
  atOnce,
  control,
  definitionsOf,
  expect,
  firstRecord,
  isExchange,
  listNotServedReason,
  notTested,
  pathAliases,
  type Query,
  RECORD_KIND_NAMES,
  RECORD_OPERATIONS,
  recordsIn,
  requirement,
  tenantPageOf,
  test,
  usageOf,
  writeJson,
} from '../../fixtures/index.ts';

const AS_MEMBER = 'TARGET_MEMBER_API_KEY' as const;
/** Deleted, and defined again. */
const AGAIN = 'conformanceadminagain';
/** Nothing is ever defined there. */
const NEVER_USED = 'conformance-never-used';

for (const { kind, slug, noun } of RECORD_KIND_NAMES) {
  test(
    `a key without admin access cannot list ${noun}s`,
    requirement(`embed-tenants-${slug}-list-needs-admin`),
    async ({ contract, embedTenants, http, memberKey, scope, setting, user }) => {
      // Given records that a key with admin access can list, and a key without it that the target knows
      await scope.session(user, definitionsOf(kind, ['conformanceadminone', 'conformanceadmintwo']));
      const look = () => embedTenants.all(kind, scope.name);
      const all = await scope.whenServed(look, (seen) => seen !== undefined);
      if (all === undefined) return notTested(listNotServedReason(kind));
      await memberKey.control(scope);

      // When the latter asks for the list, or for a page of it, then it is refused
      expect(await embedTenants.list(kind, scope.name, {}, AS_MEMBER)).toBeRejected();
      const ask = ([name, query]: readonly [string, Query]) =>
        embedTenants.list(kind, name, query, AS_MEMBER);
      const asked: [string, Query][] = [
        [scope.name, { first: 1 }],
        [scope.name, { first: 1_000 }],
        [NEVER_USED, {}],
      ];
      // Beside one who may: what a server keeps of a caller must not serve another one.
      const [answers] = await allOf([atOnce(asked, ask), embedTenants.all(kind, scope.name)]);
      for (const [[name, query], answer] of answers)
        expect(answer, `of "${name}" with ${writeJson(query)}:`).toBeRejected();
      const page = tenantPageOf(await embedTenants.list(kind, scope.name, { first: 1 }));
      const after = page?.pageInfo?.endCursor;
      if (typeof after === 'string')
        expect(await ask([scope.name, { first: 1, after }]), 'with first=1 and a cursor:').toBeRejected();

      // Nor does it see one of them where the path is written in another way: whatever else is served there is free
      const { list: operation } = RECORD_OPERATIONS[kind];
      const call = { operation, path: { embedTenantName: scope.name }, as: AS_MEMBER };
      const seenIn = (answer: Awaited<ReturnType<typeof http.probe>>) =>
        (isExchange(answer) ? recordsIn(answer) : [])?.filter(({ id }) => all.some((one) => one.id === id));
      for (const [alias, answer] of await atOnce(pathAliases, (one) => http.probe({ ...call, alias: one })))
        expect(
          seenIn(answer) ?? [],
          `records of which the key is shown the list, where the path is written with ${alias}`,
        ).toEqual([]);
      // Nor under another scheme, which a target may take as well: what a key may do is said of the key
      const underBearer = await http.probe({
        ...call,
        as: null,
        authorization: contract.operation('listDeployments').scheme.prefix + setting(AS_MEMBER),
      });
      expect(seenIn(underBearer) ?? [], 'records that the key is shown where it is sent as Bearer').toEqual(
        [],
      );
    },
  );

  test(
    `a key without admin access cannot delete ${noun}s`,
    requirement(`embed-tenants-${slug}-delete-needs-admin`),
    async ({ contract, embedTenants, http, memberKey, scope, setting, user }) => {
      // Given that a key with admin access can delete a record, and a key without it that the target knows
      const names = definitionsOf(kind, [AGAIN]);
      const spare = await scope.define(user, names);
      const wanted = await scope.define(user, definitionsOf(kind, ['conformanceadminwanted']));
      const { id } = firstRecord(wanted, kind);
      control(await embedTenants.remove(kind, scope.name, firstRecord(spare, kind).id));

      // And a record that was deleted before, is defined again, and that a user has
      const use = usageOf(kind, AGAIN);
      const again = firstRecord(await scope.define(user, { ...names, ...use }), kind);
      await memberKey.control(scope);
      const before = await scope.snapshot();

      // When the latter deletes a record, then it is refused, and the record is still there
      for (const [target, answer] of await atOnce([id, again.id], (one) =>
        embedTenants.remove(kind, scope.name, one, AS_MEMBER),
      ))
        expect(answer, `a ${noun}${target === id ? '' : ' that was defined again'}:`).toBeRejected();
      const { remove: operation } = RECORD_OPERATIONS[kind];
      const path = { embedTenantName: scope.name, id };
      const alias = kind === 'groups' ? 'a slash at its end' : 'its last word in capitals';
      await http.probe({ operation, path, as: AS_MEMBER, alias });
      const authorization = contract.operation('listDeployments').scheme.prefix + setting(AS_MEMBER);
      await http.probe({ operation, path, as: null, authorization });
      // And it stays, also where what was refused is done a moment later
      for (const look of ['', ', looked at again'])
        expect(await scope.settled(before), `what is there after the refused deletion${look}`).toEqual(
          before,
        );

      // And the record can be deleted
      control(await embedTenants.remove(kind, scope.name, id));
      // A record may refuse deletion while somebody has it; memberships are cleared with the embed tenant
      if (kind !== 'groups') await scope.mint(user, { userAttributes: [{ name: AGAIN, value: null }] });
    },
  );
}
