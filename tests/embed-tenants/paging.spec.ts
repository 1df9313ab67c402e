import {
  assignmentOf,
  definitionsOf,
  expect,
  expectEmptied,
  isRefused,
  listNotServedReason,
  notTested,
  plainName,
  RECORD_KIND_NAMES,
  recordsIn,
  requirement,
  type TenantPage,
  type TenantWalk,
  tenantPageOf,
  test,
  under,
} from '../../fixtures/index.ts';

/** Few enough to be walked one by one. */
const FEW = 5;
/** A page size that every list takes. */
const SMALL = 2;
/** More would take long where an embed tenant holds what others defined. */
const MOST_PAGES = 50;
/** More than most servers send on a page at all. */
const LARGE = 1_000;
/** More than most servers send on a page by default. */
const MANY = 26;

/** What to change, by the way in which a walk ends too early. */
const FIXES: ReadonlyMap<string, string> = new Map([
  ['not served', 'serve the list'],
  ['cursor refused', 'answer every `endCursor` that was sent with a page'],
  ['no usable cursor', 'send an `endCursor` that leads on wherever hasNextPage is true'],
]);

const NOTHING_FOLLOWS = 'send hasNextPage true only where a record follows';

for (const { kind, slug, noun } of RECORD_KIND_NAMES) {
  test(
    `a walk through the ${noun} list yields every record once`,
    requirement(`embed-tenants-${slug}-paging`),
    async ({ definitionNames, embedTenants, eventuallyListed, otherUser, scope, user }) => {
      // The few hold text of most sorts, and so do most of the others: whatever the order, a page ends at some of them.
      const names = definitionNames[kind];
      const odd = [...names.ofEverySort('paged'), ...names.nearlyMixed('paged')];
      const paged = Array.from({ length: MANY }, (_, at) => odd[at] ?? plainName(`paged number ${at}`));
      const walkUntil = (fits: (walk: TenantWalk) => boolean): Promise<TenantWalk> =>
        eventuallyListed.until(`a walk of ${kind}`, () => embedTenants.walk(kind, scope.name), fits);
      const judgeWalk = async (walk: TenantWalk, total: number, first?: number): Promise<void> => {
        if (walk.records.length !== total) await scope.checkWalked(kind, walk.records);
        expectEachOnce(walk, total, first);
      };
      // A largest page size is not shown, and a larger one may be refused.
      const expectWalks = async (total: number, ...sizes: readonly number[]): Promise<void> => {
        for (const first of sizes) {
          const walk = await embedTenants.walk(kind, scope.name, first);
          const isTooLarge =
            first > SMALL &&
            walk.end === 'not served' &&
            isRefused(await embedTenants.list(kind, scope.name, { first }));
          if (!isTooLarge) await judgeWalk(walk, total, first);
        }
      };
      const untilAllShow = async (total: number): Promise<void> => {
        const walk = await walkUntil(({ records }) => records.length === total);
        await eventuallyListed.untilLooksAgree();
        if (walk.end === 'not served') notTested(listNotServedReason(kind));
        await judgeWalk(walk, total);
      };

      // Given an embed tenant that was emptied, as far as it can be
      const emptied = await walkUntil(({ records }) => scope.removed(kind, records).length === 0);
      const { records: leftOver } = emptied;
      await expectEmptied(scope, kind, leftOver);

      // When it holds a few records, then walks with page sizes around that number yield each once
      const few = leftOver.length + FEW;
      // Among them one with a capital: a list that is sorted without regard to case may compare cursors with regard to it.
      const capitals = paged.filter((name) => /[A-Z]/.test(name)).slice(0, 1);
      const some = [...new Set([...capitals, ...paged])].slice(0, FEW);
      const userAttributes = some.map((name) => assignmentOf(name, 'string'));
      const having = kind === 'groups' ? { groups: some } : { userAttributes };
      await scope.session(user, { ...definitionsOf(kind, some), ...having });
      // What several users have is one record, and fills a page as one.
      await scope.session(otherUser, having);
      await untilAllShow(few);
      const smallest = Math.ceil(few / MOST_PAGES);
      await expectWalks(few, smallest, 2 * smallest, LARGE);

      // And what stands behind a cursor is not there again without `first`. A target may bind cursors to the page size, and refuse it.
      const page = await embedTenants.list(kind, scope.name, { first: 2 });
      const after = tenantPageOf(page)?.pageInfo?.endCursor;
      if (typeof after === 'string') {
        const rest = recordsIn(await embedTenants.list(kind, scope.name, { after })) ?? [];
        const before = new Set((recordsIn(page) ?? []).map(({ id }) => String(id)));
        const again = rest.filter(({ id }) => before.has(String(id)));
        expect(again, 'records of the page before, behind its cursor without first').toEqual([]);
      }

      // And so they do when it holds more than a page
      const many = leftOver.length + MANY;
      // How many records an embed tenant may hold is not shown.
      const answer = await scope.mint(user, definitionsOf(kind, paged));
      if (isRefused(answer)) return;
      expect(answer, `${paged.length} definitions:`).toBeAccepted();
      await untilAllShow(many);
      await expectWalks(many, many);

      // And what stands behind many others is found by its name, and defined again it is the same one
      const [again = '', used = ''] = paged.slice(-2);
      const use = kind === 'groups' ? { groups: [used] } : { userAttributes: [{ name: used, value: null }] };
      const found = await scope.mint(user, { ...definitionsOf(kind, [again]), ...use });
      await under(`embed-${slug}-scope-creator`, () =>
        expect(found, `the last of ${many} ${noun}s:`).toBeAccepted(),
      );
      await judgeWalk(await embedTenants.walk(kind, scope.name), many);
    },
  );
}

// A page that is full may be the last one: whoever asks then for the next gets an empty one for nothing.
for (const { kind, slug, noun } of RECORD_KIND_NAMES) {
  test(
    `the last page of the ${noun} list says that nothing follows`,
    requirement(`embed-tenants-${slug}-last-page`),
    async ({ embedTenants, scope, user }) => {
      const names = ['conformancelastone', 'conformancelasttwo'];
      const defined = await scope.define(user, definitionsOf(kind, names));
      if (defined[kind].length === 0) notTested(listNotServedReason(kind));
      const { pages, end } = await embedTenants.walk(kind, scope.name, 1);
      if (end !== 'last page')
        notTested(`the list could not be walked to its last page: ${end}`, `embed-tenants-${slug}-paging`);
      expect(emptyPages(pages), 'empty pages of a walk with first=1', NOTHING_FOLLOWS).toEqual([]);
    },
  );
}

/** A walk yields so many records, each once, on pages of at most `first`, and says when it is at its end. */
function expectEachOnce({ records, pages, end }: TenantWalk, total: number, first: number | undefined): void {
  const walk = `a walk with ${first === undefined ? 'the default page size' : `first=${first}`}`;
  const ids = records.map(({ id }) => String(id));
  expect(end, `how ${walk} ends`, FIXES.get(end)).toBe('last page');
  expect(ids.length, `number of records on all pages of ${walk}`).toBe(total);
  expect(new Set(ids).size, `number of different records on all pages of ${walk}`).toBe(total);

  const longest = Math.max(...pages.map(({ items }) => items.length));
  if (first !== undefined)
    expect(longest, `records on the longest page of ${walk}`).toBeLessThanOrEqual(first);
  expect(emptyPages(pages).slice(1), `further empty pages of ${walk}`, NOTHING_FOLLOWS).toEqual([]);
}

/** The pages behind the last one that holds a record. */
const emptyPages = (pages: readonly TenantPage[]): readonly TenantPage[] =>
  pages.slice(pages.findLastIndex(({ items }) => items.length > 0) + 1);
