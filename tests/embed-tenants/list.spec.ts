import {
  allOf,
  aside,
  atOnce,
  definitionsOf,
  definitionsOfBoth,
  type EmbedTenantScope,
  endIfStrangersGetTheSame,
  expect,
  expectEmptied,
  firstRecord,
  folded,
  inconclusive,
  isAccepted,
  isForbidden,
  isRefused,
  judgeAnswers,
  LONGEST_NAME,
  listNotServedReason,
  notTested,
  otherKind,
  RECORD_KIND_NAMES,
  type RecordKind,
  recordsIn,
  requirement,
  SHORTEST_NAME,
  type TenantRecord,
  test,
} from '../../fixtures/index.ts';

const MEMBER = 'TARGET_MEMBER_API_KEY';
/** Attributes whose values are lists are records like any other. */
const [LIST, LATER] = ['string_array', 'number_array'] as const;

for (const { kind, slug, noun } of RECORD_KIND_NAMES) {
  test(
    `the ${noun} list is served`,
    requirement(`embed-tenants-${slug}-list-served`),
    async ({ embedTenants, http, scope, target, user }) => {
      await scope.session(user, definitionsOf(kind, ['conformancelisted']));
      const list = await scope.whenServed(() => embedTenants.list(kind, scope.name), isAccepted);
      const { [MEMBER]: member, TARGET_OFFERS: offers } = target.settings;
      if (isForbidden(list.status) && !member && !offers?.includes('admin'))
        inconclusive('does TARGET_API_KEY have admin access? Name admin in TARGET_OFFERS if it does');
      if (
        isForbidden(list.status) &&
        member &&
        isAccepted(await embedTenants.list(kind, scope.name, {}, MEMBER))
      )
        inconclusive(`${MEMBER} may read this list, but TARGET_API_KEY may not: are the two keys swapped?`);
      expect(list, `the list of ${noun}s after one was defined:`).toBeServed();
      expect(list, `the list of ${noun}s after one was defined:`).toBeAccepted();
      const { operation } = list;
      const stranger = { operation, path: { embedTenantName: scope.name }, as: null };
      endIfStrangersGetTheSame(list, [await http.send(stranger)]);
    },
  );

  test(
    `the ${noun} list holds every ${noun} of the embed tenant`,
    requirement(`embed-tenants-${slug}-list`),
    async ({ definitionNames, embedTenants, http, scope, target, user, otherUser }) => {
      const names = definitionNames[kind].nearlyMixed('listed');
      const later = definitionNames[kind].mixed('listed');
      const ofOtherKind = definitionNames[otherKind(kind)].nearlyMixed('listed').slice(0, 2);
      const expectListed = async (wanted: readonly string[]): Promise<void> => {
        const total = leftOver.length + wanted.length;
        const { [kind]: records } = await scope.settled((now) => now[kind].length === total, [kind]);
        if (!scope.isServed(kind)) notTested(listNotServedReason(kind));
        expect(records.length, `ids listed of ${wanted.length} defined`).toBe(total);
        const shown = records.flatMap(({ name }) => (typeof name === 'string' ? folded(name) : []));
        const missing = wanted.filter((name) => !shown.includes(folded(name)));
        // Where not one shows as it was sent, `name` is something of the target's own, such as a slug.
        if (missing.length < wanted.length)
          expect(missing, `names of ${noun}s that are not listed`).toEqual([]);
      };

      // Given an embed tenant that was emptied, as far as it can be
      const leftOver = (await scope.snapshot([kind]))[kind];
      await expectEmptied(scope, kind, leftOver);
      if (leftOver.some(({ name }) => [...names, later].includes(String(name))))
        notTested(`${noun}s of an earlier test could not be removed`);

      // When records are defined, and more of the other kind, which belong to the other list
      await scope.session(user, {
        ...definitionsOf(kind, names, LIST),
        ...definitionsOf(otherKind(kind), [...ofOtherKind, 'conformancelistedother']),
      });

      // Then the list holds them, and those that are defined later
      await expectListed(names);
      // A key that is scoped to the deployment defines them in the same embed tenant.
      const fields = definitionsOf(kind, [later], LATER);
      const { TARGET_SCOPED_API_KEY: scoped } = target.settings;
      const answer = await scope.mint(otherUser, fields, scoped ? { as: 'TARGET_SCOPED_API_KEY' } : {});
      if (!isAccepted(answer)) await scope.session(otherUser, fields);
      await expectListed([...names, later]);

      // And one that was deleted and is defined again, in pages as well: the contract judges each
      const [gone] = (await scope.snapshot([kind]))[kind];
      if (gone && isAccepted(await embedTenants.remove(kind, scope.name, gone.id))) {
        if (scope.isLate) await scope.settled((now) => now[kind].every(({ id }) => id !== gone.id), [kind]);
        await scope.session(user, definitionsOf(kind, names, LIST));
        await scope.session(user, fields);
      }
      await embedTenants.walk(kind, scope.name, 2);
      judgeAnswers(http);
    },
  );
}

/** The first name is defined in both embed tenants, the others in one. */
const NAMES = {
  here: ['conformanceownboth', 'conformanceownhere'],
  there: ['conformanceownboth', 'conformanceownthereone', 'conformanceowntheretwo'],
  hereLater: ['conformanceownlater'],
};

/** Whether ids of records that were made in turn are of one sequence, or no numbers. */
const isOneSequence = ([first, second, third]: readonly [number[], number[], number[]]): boolean =>
  first.some(Number.isNaN) ||
  (Math.max(...first) < Math.min(...second) && Math.max(...second) < Math.min(...third));

for (const { kind, slug, noun } of RECORD_KIND_NAMES) {
  test(
    `the ${noun} list holds nothing of another embed tenant`,
    requirement(`embed-tenants-${slug}-own-tenant`),
    async ({ embedTenants, groupsIfAny, scope, sibling, target, user, otherUser }) => {
      // Given two embed tenants that were emptied
      const shownIn = async (of: EmbedTenantScope) => (await of.snapshot([kind]))[kind];
      const [leftHere, leftThere] = [await shownIn(scope), await shownIn(sibling)];
      await expectEmptied(scope, kind, leftHere);
      await expectEmptied(sibling, kind, leftThere);

      // And others, whose names are the beginning of the first one's, and that without hyphens, where nothing is ever defined
      const used = [scope.name, ...(target.settings.TARGET_EMBED_TENANTS ?? [])];
      const alike = [scope.name.slice(0, -1).replace(/-+$/, ''), scope.name.replaceAll('-', '')];
      const unused = alike.filter((name) => !used.includes(name));
      const countsOfUnused = () =>
        allOf(unused.map(async (name) => (await embedTenants.all(kind, name))?.length ?? 0));
      const ofUnused = await countsOfUnused();

      // When each of the two gets definitions, then the other one keeps what it has
      await defineBeside(kind, NAMES.here, { by: user, within: scope, beside: sibling });
      await defineBeside(kind, NAMES.there, { by: otherUser, within: sibling, beside: scope });
      await defineBeside(kind, NAMES.hereLater, { by: user, within: scope, beside: sibling });

      // And each lists its own: by name, where names are shown
      const [here, inSibling] = [await shownIn(scope), await shownIn(sibling)];
      const showsNames = [...here, ...inSibling].some(({ name }) => name === NAMES.here[0]);
      const summary = (names: readonly unknown[]) => (showsNames ? names.map(String).sort() : names.length);
      const namesOf = (records: typeof here) => records.map(({ name }) => name);
      const seen = [summary(namesOf(here)), summary(namesOf(inSibling))];
      expect(seen, `${noun}s that "${scope.name}" and "${sibling.name}" list`).toEqual([
        summary([...namesOf(leftHere), ...NAMES.here, ...NAMES.hereLater]),
        summary([...namesOf(leftThere), ...NAMES.there]),
      ]);
      // Nor does either list tenant-wide ones: those are the same in both, unless each list counts its own ids, or ids are names.
      const { TARGET_USER_ATTRIBUTES: attributes = [] } = target.settings;
      const tenantWide = kind === 'groups' ? groupsIfAny : attributes.map(({ name }) => name);
      const idsThere = new Set(inSibling.map(({ id }) => id));
      const shared = namesOf(here.filter(({ id, name }) => idsThere.has(id) && id !== name)).map(String);
      const idsOf = (names: readonly string[], records: typeof here): number[] =>
        records.filter(({ name }) => names.includes(String(name))).map(({ id }) => Number(id));
      const idsInTurn = [
        idsOf(NAMES.here, here),
        idsOf(NAMES.there, inSibling),
        idsOf(NAMES.hereLater, here),
      ] as const;
      if (isOneSequence(idsInTurn))
        expect(
          shared.filter((name) => tenantWide.includes(name)),
          `tenant-wide ${noun}s that both embed tenants list`,
        ).toEqual([]);
      const listed = new Set(here.map(({ id }) => id));
      const walk = await embedTenants.walk(kind, scope.name, 2);
      const paged = walk.records.map(({ id }) => String(id));
      const after = walk.pages[0]?.pageInfo?.endCursor;
      // A cursor leads through one embed tenant, also where another one is asked for.
      if (typeof after === 'string') {
        const behind = recordsIn(await embedTenants.list(kind, sibling.name, { after })) ?? [];
        const leaked = behind.map(({ id }) => String(id)).filter((id) => listed.has(id) && !idsThere.has(id));
        expect(leaked, `${noun}s of "${scope.name}" that "${sibling.name}" shows behind a cursor`).toEqual(
          [],
        );
      }
      const others = paged.filter((id) => !listed.has(id));
      expect(others, `${noun}s on pages of two that "${scope.name}" does not list on one`).toEqual([]);
      // And so they do when both are asked for at the same time
      const both = Array.from({ length: 3 }, () => [scope, sibling]).flat();
      for (const [place, records] of await atOnce(both, ({ name }) => embedTenants.all(kind, name))) {
        const own = new Set((place === scope ? here : inSibling).map(({ id }) => id));
        const strangers = (records ?? []).map(({ id }) => String(id)).filter((id) => !own.has(id));
        expect(strangers, `${noun}s of others that "${place.name}" lists`).toEqual([]);
      }
      expect(await countsOfUnused(), `records of the embed tenants ${unused.join(', ')}`).toEqual(ofUnused);
    },
  );
}

/** Defines records in one embed tenant, and judges that another one keeps what it has. */
async function defineBeside(
  kind: RecordKind,
  names: readonly string[],
  { by, within, beside }: { by: string; within: EmbedTenantScope; beside: EmbedTenantScope },
): Promise<void> {
  const before = await beside.snapshot([kind]);
  const expected = (await within.snapshot([kind]))[kind].length + names.length;
  await within.session(by, definitionsOf(kind, names));
  // What shows late shows where it belongs first.
  await within.settled((now) => now[kind].length === expected, [kind]);
  if (!within.isServed(kind)) notTested(listNotServedReason(kind));
  const after = await beside.settled(before, [kind]);
  expect(after, `the embed tenant "${beside.name}" after definitions in "${within.name}"`).toEqual(before);
}

test(
  'the list of an embed tenant whose name is too short or too long is refused or empty',
  requirement('embed-tenants-name-length'),
  async ({ embedTenants, scope, user }) => {
    // Given an embed tenant whose lists are not empty
    const defined = await scope.define(user, definitionsOfBoth('conformancelength'));
    for (const { kind, noun } of RECORD_KIND_NAMES) {
      if (defined[kind].length === 0) notTested(listNotServedReason(kind));

      // When a name is asked for that no embed tenant can have, though it begins as that one does
      const names = [scope.name.slice(0, SHORTEST_NAME - 1), scope.name.padEnd(LONGEST_NAME + 1, 'a')];
      for (const [name, answer] of await atOnce(names, (one) => embedTenants.list(kind, one))) {
        // Then the list is refused, or nothing is in it
        if (isRefused(answer)) continue;
        expect(answer, `the ${noun} list of "${name}":`).toBeAccepted();
        expect(recordsIn(answer) ?? [], `${noun}s of "${name}"`).toEqual([]);
      }
    }
  },
);

/** What a number of users, or a list of them, is called, without regard to case and underscores. */
const COUNTS =
  /^(?:(?:users?|members?|memberships?)(?:count|total)|(?:total|count|num|numberof)(?:users|members)|users|members|memberships)$/;

/** The fields of a group's record that say how many users it has, by usual names, each with that number. */
function userCountsIn(record: TenantRecord | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [name, value] of Object.entries(record ?? {})) {
    if (!COUNTS.test(name.replaceAll(/[_-]/g, '').toLowerCase())) continue;
    if (typeof value === 'number') counts.set(name, value);
    if (Array.isArray(value)) counts.set(name, value.length);
  }
  return counts;
}

const NO_COUNT = 'no record of an embed-tenant group shows how many users it has, under a usual name';
const NOT_FOLLOWED =
  'the count of users in the record of an embed-tenant group does not follow who joins: nothing can be required of it';
const FIX = 'count the members of the record itself, by its id, who are in it now';

type Counts = () => Promise<ReadonlyMap<string, number>>;

// Which fields records show beside `id` is open. What a count says that is there, and follows, is another matter.
test(
  'a count of users in the record of a group counts those of its embed tenant',
  requirement('embed-record-fields'),
  async ({ embed, embedTenants, eventuallyListed, otherUser, scope, sibling, target, user }) => {
    const [outside] = target.settings.TARGET_GROUPS ?? [];
    const name = outside ?? 'conformancecounted';
    const define = async (place: EmbedTenantScope): Promise<Counts> => {
      const { id } = firstRecord(await place.define(user, { groupDefinitions: [{ name }] }), 'groups');
      const isIt = (record: TenantRecord): boolean => String(record.id) === id;
      return async () => userCountsIn((await embedTenants.all('groups', place.name))?.find(isIt));
    };
    const joinOutside = (groups: string[]) => embed.mint({ externalId: otherUser, groups });
    // Given a group of one name in two embed tenants, and tenant-wide where one is declared
    if (outside !== undefined) await joinOutside([]);
    const [here, there] = [await define(scope), await define(sibling)];
    const [before, elsewhere] = [await here(), await there()];
    if (before.size === 0) notTested(NO_COUNT);
    const counted = (of: Counts, fits: (now: ReadonlyMap<string, number>) => boolean) =>
      eventuallyListed.until('counts of users in embed tenants', of, fits, ({ size }) => size > 0);
    const risen = (now: ReadonlyMap<string, number>): string | undefined =>
      [...before.keys()].find((field) => now.get(field) === (before.get(field) ?? 0) + 1);

    // When a user joins one of them, then a count that follows rises by one
    await scope.session(user, { groups: [name] });
    const joined = await counted(here, (now) => risen(now) !== undefined);
    const field = risen(joined) ?? notTested(NOT_FOLLOWED);

    /** A count that is renewed now and then may have been renewed at that moment by chance: then it does not follow again. */
    const follows = async (): Promise<boolean> => {
      const from = (await here()).get(field) ?? 0;
      for (const externalId of [user, otherUser]) await scope.session(externalId, { groups: [name] });
      return ((await counted(here, (now) => (now.get(field) ?? 0) > from)).get(field) ?? 0) > from;
    };
    const expectCount = async (of: Counts, by: number, when: string): Promise<void> => {
      const wanted = ((of === here ? before : elsewhere).get(field) ?? 0) + by;
      const seen = (await counted(of, (now) => now.get(field) === wanted)).get(field);
      if (seen !== wanted && !(await aside(follows))) notTested(NOT_FOLLOWED);
      const where = of === here ? 'the' : 'another';
      expect(seen, `${field} of the group "${name}" in ${where} embed tenant, ${when}`, FIX).toBe(wanted);
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
