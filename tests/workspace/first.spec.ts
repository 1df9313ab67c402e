import {
  among,
  atOnce,
  containsText,
  expect,
  isAccepted,
  isRefused,
  itemKeys,
  judgeWalk,
  type KnownListing,
  knownListings,
  type ListingQuery,
  lateFolders,
  notTested,
  pagedListing,
  requirement,
  shortListings,
  test,
  type Walk,
  WalkCache,
  type WorkspaceClient,
  type WorkspaceSnapshot,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';
import { expectEachOnce } from './support.ts';

const SEARCHES = ['a', 'e', 'i', 'o'];

function commonLetter({ all }: WorkspaceSnapshot): string {
  const matches = (text: string): number => all.filter(({ name }) => containsText(name, text)).length;
  const [letter = ''] = SEARCHES.toSorted((a, b) => matches(b) - matches(a));
  return letter;
}

test(
  'a page holds no more items than first asks for',
  requirement('workspace-first-limits'),
  async ({ snapshot, walkCache, workspace }) => {
    const known = await snapshot();
    const { query, items } = shortListings(known)[0] ?? { query: {}, items: known.root };
    if (items.length < 2) notTested('the workspace needs two items in one place');
    for (const first of [1, 2, 5, items.length - 1].filter((size) => size <= walkCache.pageSize)) {
      const page = await workspace.page({ ...query, first });
      expect(page.size, `items on a page with first=${first}`).toBeLessThanOrEqual(first);
      const after = page.pageInfo.endCursor;
      if (!page.pageInfo.hasNextPage || after === undefined) continue;
      const next = await workspace.page({ ...query, first, after });
      expect(next.size, `items on a second page with first=${first}`).toBeLessThanOrEqual(first);
    }
    const inside = knownListings(known).find((listing) => listing.query.folderId !== undefined);
    const parts: ListingQuery[] = [
      { search: commonLetter(known) },
      { types: ['WORKBOOK'] },
      ...(inside ? [inside.query] : []),
    ];
    for (const part of parts) {
      const page = await workspace.page({ ...part, first: 1 });
      expect(page.size, `items on a page of ${writeJson(part)} with first=1`).toBeLessThanOrEqual(1);
    }
  },
);

test(
  'a first below 1 is refused',
  requirement('workspace-first-minimum'),
  async ({ snapshot, workspace }) => {
    const { pageInfo } = await workspace.page({ first: 1 });
    // The second one is 5 in 32 bits.
    for (const first of [0, 5 - 2 ** 32])
      expect(await workspace.listInvalid({ first }), `first=${first}:`).toBeRejected();

    // In a search, in a folder and behind a cursor as well
    const [folderId] = (await snapshot()).contents.keys();
    const after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
    for (const query of [
      { search: 'e' },
      ...(folderId === undefined ? [] : [{ folderId, types: ['WORKBOOK', 'REPORT'] as const }]),
      ...(after === undefined ? [] : [{ after }]),
    ]) {
      await workspace.page({ ...query, first: 1 });
      for (const first of [0, -1]) {
        const invalid = { ...query, first };
        expect(await workspace.listInvalid(invalid), `${writeJson(invalid)}:`).toBeRejected();
      }
    }
  },
);

test(
  'hasPreviousPage is false on the first page',
  requirement('workspace-first-page-has-no-previous'),
  async ({ workspace }) => {
    for (const query of [{ orderByField: 'name', orderByDirection: 'DESC' }, { search: 'e' }] as const) {
      const { pageInfo } = await workspace.page({ ...query, first: 1 });
      expect(pageInfo.hasPreviousPage, 'hasPreviousPage of a first page').toBe(false);
    }
  },
);

/** What a query may leave to the target, beside its page size. */
const ORDERS: readonly ListingQuery[] = [
  {},
  { orderByField: 'name' },
  { orderByField: 'created_at' },
  { orderByDirection: 'DESC' },
];
/** More than pages hold. */
const MORE_THAN_A_PAGE = 1000;
/** Where so many are refused, more are, too; or items are so large that a page of more is not read. */
const MANY = 100;
/** The largest number that an integer of 32 bits can be, what overflows to 0, and what to the least one. */
const BEYOND_INTEGERS = [2 ** 31 - 1, 2 ** 32, 2 ** 31];

/**
 * Listings that hold as much as can be walked several times: the largest two that the snapshot read to their
 * end, and the search that finds most, with what it finds in large pages.
 *
 * @throws the runner's skip, as not tested, where there is none
 */
async function largeListings(
  shared: WorkspaceClient,
  known: WorkspaceSnapshot,
): Promise<{ client: WorkspaceClient; listings: KnownListing[] }> {
  const { budget, budgetFactor, pageSize, limits } = shared.walkCache;
  // Walks of few listings: they take nothing from what the other tests may use.
  const walkCache = new WalkCache(budget * budgetFactor);
  Object.assign(walkCache, { pageSize, limits });
  const client = shared.withWalks(walkCache);
  const largest = shortListings(known).sort((a, b) => b.items.length - a.items.length);
  const search = commonLetter(known);
  const { items, end } = await client.walkInLargePages({ search });
  // What is wrong with the search itself is told by its own tests.
  const isWhole = end === 'last page' && items.length > 1 && new Set(itemKeys(items)).size === items.length;
  const listings = [...largest.slice(0, 2), ...(isWhole ? [{ query: { search }, items }] : [])];
  return { client, listings: listings.length > 0 ? listings : [pagedListing(known)] };
}

const limitsOf = ({ items }: KnownListing) => ({ pages: items.length + 1, items: 2 * items.length });

// The default order and page size are not shown. Whatever they are, they are the same on every page.
test(
  'a listing without page size, and without order or a part of it, is walked like any other',
  requirement('workspace-defaults-free'),
  async ({ snapshot, workspace }) => {
    const { client, listings } = await largeListings(workspace, await snapshot());
    const asked = listings.flatMap(({ query, items }) =>
      ORDERS.map((order) => ({ query: { ...query, ...order }, items })),
    );
    const walks = await atOnce(asked, (one) => client.walk(one.query, limitsOf(one)));
    for (const [one, walk] of walks) {
      const { query, items } = one;
      const judge = (read: Walk): void => {
        expectEachOnce(query, read, items);
        expect(
          itemKeys(lateFolders({ items: read.items, left: [] })),
          `folders behind the first other item in a walk with ${writeJson(query)}`,
        ).toEqual([]);
      };
      await judgeWalk(query, walk, judge, () => client.walkUncached(query, limitsOf(one)));
    }
    if (walks.some(([, { pages }]) => pages.length > 1)) return;

    // Where each of them is one page, the cursor of a smaller one leads on as well, unless it is bound to that size
    const [listing] = listings;
    const { items, pageInfo } = await client.page({ ...listing?.query, first: 1 });
    if (!pageInfo.hasNextPage || pageInfo.endCursor === undefined) return;
    const answer = await client.list(
      { ...listing?.query, after: pageInfo.endCursor },
      { mayBeRefused: true },
    );
    const again = isAccepted(answer) ? among(workspacePageOf(answer).items, items) : [];
    expect(itemKeys(again), 'items of a page that come again behind its cursor, without first').toEqual([]);
  },
);

// The largest page size is not shown. A target may refuse a `first` beyond it, or send fewer items and go on behind these.
test(
  'a page size beyond the largest one is refused, or loses nothing',
  requirement('limits-rates'),
  async ({ snapshot, workspace }) => {
    const { client, listings } = await largeListings(workspace, await snapshot());
    const { pageSize } = client.walkCache;
    const read = listings.filter(({ items }) => pageSize >= MANY || items.length <= pageSize);
    const asked = read.flatMap(({ query, items }, index) => [
      { query: { ...query, first: MORE_THAN_A_PAGE }, items },
      {
        query: {
          ...query,
          first: BEYOND_INTEGERS[index] ?? 2 ** 31,
          orderByField: 'name',
          orderByDirection: 'DESC',
        } as const,
        items,
      },
    ]);
    const walks = await atOnce(asked, async (one) => {
      const walk = await client.walk(one.query, limitsOf(one));
      if (walk.pages.length > 0) return walk;
      const answer = await client.list(one.query);
      if (!isRefused(answer))
        expect(answer, `a page with ${writeJson(one.query)}, or a refusal of its size:`).toBeAccepted();
      return isAccepted(answer) ? walk : undefined;
    });
    for (const [{ query, items }, walk] of walks) if (walk) expectEachOnce(query, walk, items);

    // Of a listing that is too long for that, a page with fewer items than some pages together hold is not the last one
    const search = commonLetter(await snapshot());
    if (listings.some(({ query }) => query.search === search)) return;
    if (pageSize < MANY) return;
    const some = await client.walkUncached({ search, first: pageSize }, { pages: 3, items: 3 * pageSize });
    const page = (await client.walkUncached({ search, first: MORE_THAN_A_PAGE }, { pages: 1, items: 1 }))
      .pages[0];
    if (page && page.size < new Set(itemKeys(some.items)).size)
      expect(
        page.pageInfo.hasNextPage,
        `hasNextPage with search=${search} and first=${MORE_THAN_A_PAGE}`,
      ).not.toBe(false);
  },
);
