import {
  assignmentOf,
  control,
  definitionsOf,
  definitionsOfBoth,
  expect,
  isAccepted,
  isCalled,
  notTested,
  RECORD_KIND_NAMES,
  type RecordKind,
  requirement,
  type Settings,
  test,
  usageOf,
  writeJson,
} from '../../fixtures/index.ts';
import { elsewhereOf } from './support.ts';

const GROUP = 'conformancescopedgroup';
const ATTRIBUTE = 'conformancescopedattribute';
const OWN = 'conformancescopedown';

const DEFINITIONS = { ...definitionsOf('groups', [GROUP]), ...definitionsOf('user-attributes', [ATTRIBUTE]) };
const USES = [usageOf('groups', GROUP), usageOf('user-attributes', ATTRIBUTE)];

test(
  'definitions appear only in their embed tenant',
  requirement('embed-definitions-stay-in-scope'),
  async ({ embed, scope, sibling, user, otherUser }) => {
    // Given names that are unknown, and a sibling in which definitions work
    for (const one of [scope, sibling]) await one.expectRemovable(user);
    await embed.session({ externalId: user });
    for (const use of USES)
      if (isAccepted(await embed.mint({ externalId: user, ...use })))
        notTested(`conformancescoped... exists tenant-wide: remove it`);
    await sibling.define(otherUser, {
      ...definitionsOfBoth(OWN),
      ...usageOf('groups', OWN),
      ...usageOf('user-attributes', OWN),
    });
    const before = await sibling.snapshot();

    // When they are defined in one embed tenant
    await scope.define(user, DEFINITIONS);
    const own = await scope.snapshot();

    // Then they are unknown tenant-wide
    for (const use of USES) {
      const answer = await embed.mint({ externalId: user, ...use });
      expect(answer, `${writeJson(use)} in a read-only session:`).toBeRejected();
    }

    // And in the sibling
    expect(await sibling.settled(before), 'what the other embed tenant holds').toEqual(before);
    for (const use of USES)
      expect(await sibling.mint(user, use), `${writeJson(use)} in the other embed tenant:`).toBeRejected();

    // And the names are still free there: for an attribute of another type, which is no change of type
    const taken = { ...DEFINITIONS, ...definitionsOf('user-attributes', [ATTRIBUTE], 'number') };
    const apart = 'look definitions up by embed tenant and name: each embed tenant has types of its own';
    expect(await sibling.mint(otherUser, taken), 'the same names in the sibling:', apart).toBeAccepted();
    expect(await scope.settled(own), 'what the embed tenant holds after that').toEqual(own);
    const answer = await scope.mint(user, usageOf('user-attributes', ATTRIBUTE));
    expect(answer, 'a value of the type of this embed tenant:', apart).toBeAccepted();
  },
);

const tenantWideUses = (
  kind: RecordKind,
  groups: readonly string[],
  { TARGET_USER_ATTRIBUTES: attributes = [] }: Settings,
): ReturnType<typeof usageOf>[] =>
  kind === 'groups'
    ? groups.slice(0, 5).map((group) => ({ groups: [group] }))
    : attributes.slice(0, 5).map(({ name, type }) => ({ userAttributes: [assignmentOf(name, type)] }));

for (const { kind, slug } of RECORD_KIND_NAMES) {
  const name = `conformancescoped${slug}`;

  test(
    `read-only mode does not know the ${slug} of an embed tenant`,
    requirement(`embed-${slug}-scope-read-only`),
    async ({ embed, groupsIfAny, mayNameTenant, scope, target, user }) => {
      // Given a record that creator mode knows
      await scope.session(user, { ...definitionsOf(kind, [name]), ...usageOf(kind, name) });

      // When read-only mode uses it, then it is unknown, be the embed tenant named or not
      const named = { embedTenantName: scope.name };
      const inTenant = mayNameTenant ? [named, { creatorMode: false, ...named }] : [];
      for (const mode of [{}, { creatorMode: false }, ...inTenant]) {
        const valid = { externalId: user, ...mode };
        control(await embed.mint(valid));
        expect(await embed.mint({ ...valid, ...usageOf(kind, name) })).toBeRejected();
      }

      // And tenant-wide records are known where the embed tenant is named
      for (const use of mayNameTenant ? tenantWideUses(kind, groupsIfAny, target.settings) : []) {
        control(await embed.mint({ externalId: user, ...use }));
        const answer = await embed.mint({ externalId: user, ...named, ...use });
        expect(answer, `${writeJson(use)} where an embed tenant is named:`).toBeAccepted();
      }
    },
  );

  test(
    `creator mode knows only the ${slug} of its embed tenant`,
    requirement(`embed-${slug}-scope-creator`),
    async ({ embed, groupsIfAny, openScope, scope, siblingIfAny, discovery, target, user }) => {
      // Given a user who has each tenant-wide record
      await scope.session(user);
      const { [kind]: there } = await scope.snapshot();
      const earlier = there.map(({ id }) => id);
      // An embed tenant may begin with a record that is called as a tenant-wide one is, perhaps behind a path.
      const uses = tenantWideUses(kind, groupsIfAny, target.settings).filter((use) =>
        [...(use.groups ?? []), ...(use.userAttributes ?? []).map(({ name }) => name)].every(
          (name) => !there.some((record) => isCalled(record.name, name)),
        ),
      );
      const defined = definitionsOf(kind, [name]);
      for (const [index, use] of uses.entries()) {
        control(await embed.mint({ externalId: user, ...use }));

        // When creator mode uses it, also beside a definition, then it is unknown
        const answer = await scope.mint(user, { ...(index % 2 ? defined : {}), ...use });
        expect(answer, `${writeJson(use)}, which the user has tenant-wide:`).toBeRejected();
      }

      // When the embed tenant has records of its own, then they are known, whichever deployment their session was for,
      // and the tenant-wide ones are not
      if (!isAccepted(await scope.mint(user, { ...(await elsewhereOf(discovery)), ...defined })))
        await scope.session(user, defined);
      await siblingIfAny?.session(user, definitionsOf(kind, [`conformancethere${slug}`]));
      expect(await scope.mint(user, usageOf(kind, name))).toBeAccepted();
      for (const use of uses) expect(await scope.mint(user, use)).toBeRejected();

      // And those of its sibling are unknown, unless definitions appear in every embed tenant, which another rule judges
      const shown = (await scope.snapshot())[kind].filter(({ id }) => !earlier.includes(id));
      if (shown.length > 1)
        notTested(
          'another embed tenant shows what was defined in one alone',
          'embed-definitions-stay-in-scope',
        );
      expect(await scope.mint(user, usageOf(kind, `conformancethere${slug}`))).toBeRejected();

      // And what stands in the place of a name is no id, unless a record has both alike
      for (const id of shown.map((record) => String(record.id)))
        if (id.toLowerCase() !== name)
          expect(await scope.mint(user, usageOf(kind, id)), `the id "${id}" of "${name}":`).toBeRejected();

      // And the name of a tenant-wide one is known once it is defined here, unless the target reserves such names
      const { groups: [taken] = [], userAttributes: [value] = [] } = uses[0] ?? {};
      const wide = target.settings.TARGET_USER_ATTRIBUTES?.find((one) => one.name === value?.name);
      const own = definitionsOf(kind, [taken ?? wide?.name ?? name], wide?.type);
      if (uses[0] && isAccepted(await scope.mint(user, own)))
        expect(await scope.mint(user, uses[0]), `${writeJson(uses[0])}, defined here:`).toBeAccepted();
      // What a sibling keeps was not seen: that ends the test as not tested
      if (!siblingIfAny) openScope(1);
    },
  );
}
