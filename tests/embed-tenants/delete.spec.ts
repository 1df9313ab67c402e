import {
  alsoRequirement,
  control,
  definitionsOf,
  definitionsOfBoth,
  type EmbedTenantSnapshot,
  type Exchange,
  expect,
  firstRecord,
  isAccepted,
  isCalled,
  notTested,
  noUseOf,
  otherKind,
  RECORD_KIND_NAMES,
  type RecordKind,
  requirement,
  type SessionRequest,
  test,
  under,
  usageOf,
  writeJson,
} from '../../fixtures/index.ts';

const DELETED = 'the first one';

for (const { kind, slug, noun } of RECORD_KIND_NAMES) {
  const ofType = kind === 'groups' ? '' : ', of whatever type';
  const used = `delete ${noun}s that a user has, or refuse that with a 4xx; delete those that no user has`;
  const unknown = `look ${noun}s up among the records that are left, so that the name of a deleted one is unknown`;
  const anew = `keep nothing of a deleted ${noun}: defining its name again makes a new record${ofType}`;

  test(
    `deleting one of the ${noun}s removes exactly that record`,
    requirement(`embed-tenants-${slug}-delete`),
    async ({ definitionNames, openScope, scope, siblingIfAny: sibling, embedTenants, user, otherUser }) => {
      const names = definitionNames[kind];
      const name = names.mixed('deleted');
      const [kept = '', ...others] = names.nearlyMixed('deleted').slice(0, 5);

      // Given a record, one that was there before, and others: of names that are nearly the same, of the other kind, in another embed tenant
      await scope.session(user, definitionsOf(kind, [kept]));
      const described = { name, description: DELETED };
      const definitions: SessionRequest =
        kind === 'groups'
          ? { groupDefinitions: [described] }
          : { userAttributeDefinitions: [{ ...described, type: 'string' }] };
      const defined = await scope.define(user, definitions);
      const { id } = firstRecord(defined, kind);
      await sibling?.define(otherUser, definitionsOf(kind, [name]));
      // Where the target takes these for other names, their records must stay as well.
      await scope.mint(user, definitionsOf(kind, names.twinsOfMixed('deleted')));
      await scope.define(user, {
        ...definitionsOf(kind, [...others, `${name}x`]),
        ...definitionsOf(otherKind(kind), [definitionNames[otherKind(kind)].mixed('deleted')]),
      });
      const here = await scope.snapshot();
      const there = await sibling?.snapshot();
      const expectKept = async (when: string): Promise<void> => {
        expect(await scope.settled(here), `the embed tenant ${when}`).toEqual(here);
        if (sibling && there)
          expect(await sibling.settled(there), `another embed tenant ${when}`).toEqual(there);
      };

      // When its id is deleted where no record has it, then nothing is removed (the status is free)
      if (sibling && !there?.[kind].some((record) => record.id === id))
        await embedTenants.removeAbsent(kind, sibling.name, id);
      if (!here[otherKind(kind)].some((record) => record.id === id))
        await embedTenants.removeAbsent(otherKind(kind), scope.name, id);
      await expectKept(
        `after deletions of the id of one of its ${noun}s in another embed tenant and under ${otherKind(kind)},`,
      );

      // When the record is deleted, which may be refused while a user has it, then no other record is gone
      await scope.session(user, usageOf(kind, name));
      const deletion = await embedTenants.remove(kind, scope.name, id);
      if (!isAccepted(deletion)) {
        expect(deletion, `a deletion of ${noun}s that a user has:`, used).toBeHandled();
        await expectKept('after a refused deletion');
        await scope.session(user, noUseOf(kind, name));
        const again = await embedTenants.remove(kind, scope.name, id);
        expect(again, `a deletion of ${noun}s that no user has any more:`, used).toBeAccepted();
      }
      here[kind] = here[kind].filter((record) => record.id !== id);
      await expectKept('after the deletion');

      // And it does not come back with the definition of another one
      await scope.session(otherUser, definitionsOf(kind, [`conformancelater${slug}`]));
      const count = here[kind].length + 1;
      const later = await scope.settled((now) => now[kind].length === count, [kind]);
      expect(later[kind].length, `${noun}s after another one was defined`).toBe(count);
      here[kind] = later[kind];

      // And other records can be used, but not the deleted one
      await scope.session(user, usageOf(kind, kept));
      const use = await scope.mint(user, usageOf(kind, name));
      expect(use, `the ${noun} that was deleted:`, unknown).toBeRejected();

      // And its name is free: a record can be defined under it, used, and deleted in turn, an attribute with any type
      const expectAccepted = (answer: Exchange, what: string) =>
        expect(answer, `the ${noun} ${what}:`, anew).toBeAccepted();
      expectAccepted(await scope.mint(user, definitionsOf(kind, [name])), 'defined again');
      const left = new Set(here[kind].map((record) => record.id));
      const newIn = (now: EmbedTenantSnapshot) => now[kind].filter((record) => !left.has(record.id));
      const added = newIn(await scope.settled((now) => newIn(now).length === 1, [kind]));
      expect(added, `${noun}s that are new after it was defined again`, anew).toHaveLength(1);
      const description = added[0]?.description;
      const what = `description of the ${noun} that was defined again without one`;
      expect(description, what, anew).not.toBe(DELETED);
      expectAccepted(await embedTenants.remove(kind, scope.name, String(added[0]?.id)), 'deleted again');
      if (scope.isLate) await scope.settled((now) => newIn(now).length === 0, [kind]);
      expectAccepted(await scope.mint(user, definitionsOf(kind, [name], 'number')), 'defined a third time');
      const onceMore = { ...definitionsOf(kind, [name], 'number'), ...usageOf(kind, name, 'number') };
      expectAccepted(await scope.mint(user, onceMore), 'defined once more, and used');
      if (kind !== 'groups')
        await under('embed-type-conflict-rejected', async () => {
          const old = await scope.mint(user, definitionsOf(kind, [name]));
          expect(old, `the ${noun}, with the type of the one that was deleted:`, anew).toBeRejected();
        });
      const ids = here[kind].map((record) => record.id);
      const hidden = await embedTenants.hidesSuccess(kind, scope.name, ids);
      const ofEach = `whether each deletion of a ${noun} is answered like a failure, and removes it`;
      expect(hidden, ofEach, 'answer a deletion that was made with a 2xx').toBe(false);
      // What a sibling keeps was not seen: that ends the test as not tested
      if (!sibling) openScope(1);
    },
  );
}

// What users have in an embed tenant, which only an adapter shows, when something else is deleted there.

/** The name of what is kept begins with that of what is deleted. */
const [GONE, KEPT] = ['conformancegone', 'conformancegonekept'] as const;
const BOTH = [GONE, KEPT];
const NOT_SEEN = ['nothing shows what users have in embed tenants', 'embed-tenant-memberships'] as const;

test(
  'deleting a group and an attribute takes nothing else from their users',
  alsoRequirement('embed-tenants-groups-delete'),
  async ({ embedTenants, membershipsIn, otherUser, scope, sibling, user, valuesIn }) => {
    const seenOf = async (externalId: string, groups: readonly string[] = [KEPT]) => ({
      isMember: (await membershipsIn(scope.name, BOTH).settled(externalId, groups))?.has(KEPT),
      value: (await valuesIn(scope.name).settled(externalId, { [KEPT]: KEPT }))[KEPT],
    });
    const wanted = { isMember: true, value: KEPT };
    const isKeptElsewhere = async (kind: RecordKind): Promise<boolean | undefined> =>
      kind === 'groups'
        ? (await membershipsIn(sibling.name, [GONE]).settled(user, [GONE]))?.has(GONE)
        : (await valuesIn(sibling.name).settled(user, { [GONE]: GONE }))[GONE] === GONE;
    const use = (names: readonly string[]): SessionRequest => ({
      groups: [...names],
      userAttributes: names.map((name) => ({ name, value: name })),
    });

    // Given two records of each kind, and users who have them: one all, and one what is not deleted
    const defined = await scope.define(user, definitionsOfBoth(...BOTH));
    // And one who has namesakes of those in another embed tenant: memberships there may end where others begin
    await sibling.session(user, { ...definitionsOfBoth(GONE), ...use([GONE]) });
    await scope.session(user, use(BOTH));
    await scope.session(otherUser, use([KEPT]));
    const owners = [user, otherUser];
    for (const externalId of owners) {
      const seen = await seenOf(externalId, externalId === user ? BOTH : [KEPT]);
      if (writeJson(seen) !== writeJson(wanted)) notTested(...NOT_SEEN);
    }
    const elsewhere = {
      groups: await isKeptElsewhere('groups'),
      'user-attributes': await isKeptElsewhere('user-attributes'),
    };
    if (!elsewhere['user-attributes']) notTested(...NOT_SEEN);

    for (const { kind, slug, noun } of RECORD_KIND_NAMES)
      await under(`embed-tenants-${slug}-delete`, async () => {
        // When one of them is deleted, then the users have the other one, and what they have of the other kind
        const { id } =
          defined[kind].find(({ name }) => name === GONE) ??
          notTested(`the ${noun} records of the embed tenant show no names`);
        if (!isAccepted(await embedTenants.remove(kind, scope.name, id))) {
          await scope.session(user, kind === 'groups' ? { groups: [KEPT] } : noUseOf(kind, GONE));
          await embedTenants.remove(kind, scope.name, id);
        }
        const fix = `take from users the ${noun} that is deleted, and nothing else, nor one of another embed tenant`;
        for (const externalId of owners) {
          const seen = await seenOf(externalId);
          expect(seen, `what "${externalId}" has after the deletion of another ${noun}`, fix).toEqual(wanted);
        }
        const hasGone = async (): Promise<boolean> =>
          kind === 'groups'
            ? ((await membershipsIn(scope.name, BOTH).settled(user, [KEPT]))?.has(GONE) ?? false)
            : ((await valuesIn(scope.name).settled(user, { [GONE]: null }))[GONE] ?? null) !== null;
        expect(await hasGone(), `whether "${user}" still has the ${noun} that was deleted`, fix).toBe(false);
        const isKept = await isKeptElsewhere(kind);
        const namesake = `whether "${user}" has its namesake in another embed tenant`;
        expect(isKept, namesake, fix).toBe(elsewhere[kind]);

        // And nobody has what is defined anew under its name
        await scope.session(otherUser, definitionsOf(kind, [GONE]));
        expect(await hasGone(), `whether "${user}" has the ${noun} that was defined anew`, fix).toBe(false);
      });

    // And whoever is to have what was defined anew gets it, also where that is what they had before the deletions
    await scope.session(user, use(BOTH));
    const isBack = (await membershipsIn(scope.name, BOTH).settled(user, BOTH))?.has(GONE) ?? true;
    expect(isBack, `whether "${user}", who was named for it, is in the group that was defined anew`).toBe(
      true,
    );
    // A record may refuse deletion while somebody has it
    for (const externalId of owners)
      await scope.mint(externalId, {
        groups: [],
        userAttributes: BOTH.map((name) => ({ name, value: null })),
      });
  },
);

// A deletion deletes one group, of that embed tenant.
test(
  'deleting a group of an embed tenant does not change who is in the tenant-wide group of its name',
  alsoRequirement('embed-tenants-groups-delete'),
  async ({ bystanders, definitionNames, embedTenants, scope, target, user }) => {
    // Given tenant-wide groups in which others are, and groups of their names in an embed tenant
    const { TARGET_GROUPS: known } = target.settings;
    const { groups: there } = await scope.snapshot(['groups']);
    const isFree = (name: string): boolean =>
      definitionNames.groups.allows(name) && !there.some((record) => isCalled(record.name, name));
    const joined = await bystanders.joinedAmong(known?.filter(isFree));

    // When one of the latter is deleted, then the others stay as they were
    await bystanders.expectUntouched(
      joined.map((name) => async () => {
        const { id } = firstRecord(await scope.define(user, { groupDefinitions: [{ name }] }), 'groups');
        await scope.session(user, { groups: [name] });
        await scope.session(user, { groups: [] });
        control(await embedTenants.remove('groups', scope.name, id));
      }),
      {
        after: 'a group of the name of a tenant-wide one was deleted in an embed tenant',
        fix: 'delete by id, and nothing but the one group of that embed tenant',
      },
    );
  },
);
