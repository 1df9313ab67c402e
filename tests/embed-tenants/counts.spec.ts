import {
  type EmbedTenantScope,
  expect,
  firstRecord,
  isAccepted,
  notTested,
  requirement,
  test,
  userCountsIn,
} from '../../fixtures/index.ts';

const NO_COUNT = 'no record of an embed-tenant group shows how many users it has, under a usual name';
const NOT_FOLLOWED =
  'the count of users in the record of an embed-tenant group does not follow who joins: nothing is owed about it';
const FIX = 'count the members of the record itself, by its id, who are in it now';

/** A group in an embed tenant, and what its record shows. */
interface Counted {
  readonly place: EmbedTenantScope;
  readonly counts: () => Promise<ReadonlyMap<string, number>>;
}

// "Fields of the embed-tenant group and attribute records […]: not shown beyond the path-level identifier `id`." What a count says
// that is there, and follows, is another matter.
test(
  'a count of users in the record of a group counts those of its embed tenant',
  requirement('embed-record-fields'),
  async ({ embed, embedTenants, eventually, otherUser, scope, sibling, target, user }) => {
    const [outside] = target.settings.TARGET_GROUPS ?? [];
    const name = outside ?? 'conformance-counted';
    const define = async (place: EmbedTenantScope): Promise<Counted> => {
      const { id } = firstRecord(await place.define(user, { groupDefinitions: [{ name }] }), 'groups');
      const counts = async () =>
        userCountsIn(
          (await embedTenants.all('groups', place.name))?.find((record) => String(record.id) === id),
        );
      return { place, counts };
    };
    const joinOutside = (groups: readonly string[]) =>
      embed.mint({ externalId: otherUser, groups: [...groups] });
    // Given a group of one name in two embed tenants, and tenant-wide where one is declared
    if (outside !== undefined) await joinOutside([]);
    const [here, there] = [await define(scope), await define(sibling)];
    const before = await here.counts();
    const elsewhere = await there.counts();
    if (before.size === 0) notTested(NO_COUNT);
    const counted = (of: Counted, fits: (now: ReadonlyMap<string, number>) => boolean) =>
      eventually.until('counts of users in embed tenants', of.counts, fits, ({ size }) => size > 0);
    const risen = (now: ReadonlyMap<string, number>, from: ReadonlyMap<string, number>, by: number) =>
      [...from].filter(([field, count]) => now.get(field) === count + by).map(([field]) => field);

    // When a user joins one of them, then a count that follows rises by one
    await scope.session(user, { groups: [name] });
    const joined = await counted(here, (now) => risen(now, before, 1).length > 0);
    const [field = notTested(NOT_FOLLOWED)] = risen(joined, before, 1);

    /** A count that is renewed now and then may have been renewed at that moment by chance: then it does not follow again. */
    const follows = async (): Promise<boolean> => {
      const from = (await here.counts()).get(field) ?? 0;
      for (const externalId of [user, otherUser]) await scope.session(externalId, { groups: [name] });
      return ((await counted(here, (now) => (now.get(field) ?? 0) > from)).get(field) ?? 0) > from;
    };
    const expectCount = async (of: Counted, by: number, when: string): Promise<void> => {
      const wanted = ((of === here ? before : elsewhere).get(field) ?? 0) + by;
      const seen = (await counted(of, (now) => now.get(field) === wanted)).get(field);
      if (seen !== wanted && !(await follows())) notTested(NOT_FOLLOWED);
      expect(
        seen,
        `${field} of the group "${name}" in ${of === here ? 'the' : 'another'} embed tenant, ${when}`,
        FIX,
      ).toBe(wanted);
    };

    // And what becomes of its namesakes changes nothing of it
    await expectCount(there, 0, 'after a user joined its namesake');
    for (const externalId of [user, otherUser, user]) await sibling.session(externalId, { groups: [name] });
    await expectCount(there, 2, 'after two users joined it, one of them twice');
    await expectCount(here, 1, 'after two users joined its namesake');
    if (outside !== undefined && isAccepted(await joinOutside([name]))) {
      await expectCount(here, 1, 'after a user joined the tenant-wide group of that name');
      await joinOutside([]);
    }
    await scope.session(user, { groups: [] });
    await expectCount(here, 0, 'after its user left');
    await expectCount(there, 2, 'after a user left its namesake');
  },
);
