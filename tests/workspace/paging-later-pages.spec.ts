import {
  about,
  atOnce,
  DIRECTIONS,
  expect,
  isAccepted,
  itemKeys,
  itemsByBaseListing,
  knownListings,
  type ListingQuery,
  notTested,
  orderPageSize,
  pagedListing,
  requirement,
  sortedKeys,
  test,
  VISIBLE_KEYS,
  type Walk,
  type WorkspaceClient,
  type WorkspaceSnapshot,
  without,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';
import { expectEachOnce, judgeLaterOrder, judgeLaterPages, type Read, strangersIn } from './support.ts';

const TYPE_SETS = [['WORKBOOK'], ['REPORT'], ['FOLDER', 'WORKBOOK'], ['WORKBOOK', 'REPORT']] as const;

/** Queries for some types of the listing by which paging is judged, in pages of about a fifth of it. */
const queriesByTypes = (known: WorkspaceSnapshot): ListingQuery[] => {
  const { query, items } = pagedListing(known);
  const first = Math.max(2, Math.ceil(items.length / 5));
  return TYPE_SETS.map((types) => ({ ...query, types, first }));
};

const queriesByOrder = (workspace: WorkspaceClient, known: WorkspaceSnapshot): ListingQuery[] => {
  const { query } = pagedListing(known);
  const first = orderPageSize(workspace, known, query);
  return VISIBLE_KEYS.flatMap((orderByField) =>
    DIRECTIONS.map((orderByDirection) => ({ ...query, orderByField, orderByDirection, first })),
  );
};

// "Pagination is cursor-based (first, after; cursors in pageInfo)"
test(
  'later pages keep the filters and the order',
  requirement('workspace-cursor-keeps-query'),
  async ({ snapshot, workspace }) => {
    // Given queries with a filter: types, a folder, or a search
    const known = await snapshot();
    const folders = knownListings(known, 3).filter(({ query }) => query.folderId !== undefined);
    const found = (await itemsByBaseListing(workspace, { search: 'e' })) ?? [];
    const queries = [
      ...queriesByTypes(known),
      ...folders.slice(0, 2).map(({ query, items }) => ({ ...query, first: Math.ceil(items.length / 2) })),
      ...(found.length > 2 ? [{ search: 'e', first: Math.ceil(found.length / 3) }] : []),
    ];

    // When they have a second page, then later pages keep the filter
    let judged = 0;
    for (const query of queries) {
      const owed = await itemsByBaseListing(workspace, query);
      const walk = await workspace.walk(query);
      const read = { query, owed: owed ?? [], walk, how: writeJson(query) };
      const [first, ...later] = walk.pages;
      if (!owed || owed.length === known.all.length || !first || later.length === 0) continue;
      if (strangersIn(read, first.items).length > 0) continue;
      judged += 1;
      judgeLaterPages(read);
      expectNoTypeLost(read);
    }

    // And they keep the order
    for (const query of queriesByOrder(workspace, known))
      judgeLaterOrder({ query, owed: [], walk: await workspace.walk(query), how: writeJson(query) });
    if (judged === 0) notTested('no query filtered something and had a second page');
  },
);

/** A type that no later page shows, though there is more of it, was forgotten there. */
function expectNoTypeLost({ owed, walk, how }: Read): void {
  const later = new Set(walk.pages.slice(1).flatMap(({ items }) => items.map(({ type }) => type)));
  const lost = itemKeys(without(owed, walk.items).filter(({ type }) => !later.has(type)));
  expect(
    walk.end === 'last page' ? lost : [],
    `items of types that later pages leave out with ${how}`,
  ).toEqual([]);
}

/**
 * The first pages of walks that other tests make, each with a second one that was asked for without `first`. A target may bind cursors
 * to the page size, and refuse that.
 */
async function readWithoutFirst(
  workspace: WorkspaceClient,
  queries: readonly ListingQuery[],
): Promise<Read[]> {
  const starts: { query: ListingQuery; walk: Walk; after: string }[] = [];
  for (const paged of queries) {
    const walk = await workspace.walk(paged);
    const { first: _, ...query } = paged;
    const { hasNextPage, endCursor: after } = walk.pages[0]?.pageInfo ?? {};
    if (hasNextPage && after !== undefined) starts.push({ query, walk, after });
  }
  const answers = await atOnce(starts, ({ query, after }) => workspace.listCombination({ ...query, after }));
  const reads: Read[] = [];
  for (const [{ query, walk }, answer] of answers) {
    if (!isAccepted(answer)) continue;
    const pages = [...walk.pages.slice(0, 1), workspacePageOf(answer)];
    const end = pages[1]?.pageInfo.hasNextPage === false ? 'last page' : 'cut';
    const items = pages.flatMap((page) => page.items);
    const owed = (await itemsByBaseListing(workspace, query)) ?? [];
    reads.push({
      query,
      owed,
      walk: { pages, items, end, curl: answer.curl },
      how: `${writeJson(query)} and a later page without first`,
    });
  }
  return reads;
}

// `first` may be left out of every page.
test(
  'a later page without first keeps the filters and the order',
  requirement('workspace-cursor-keeps-query'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    const queries = [...queriesByTypes(known), ...queriesByOrder(workspace, known)];
    for (const read of await readWithoutFirst(workspace, queries)) {
      if (read.owed.length === 0 || strangersIn(read, read.walk.pages[0]?.items).length > 0) continue;
      about(read.walk);
      judgeLaterPages(read);
      judgeLaterOrder(read);
    }
  },
);

test(
  'a later page without first goes on behind the one before it',
  requirement('workspace-cursor-walk-complete'),
  async ({ snapshot, workspace }) => {
    const queries = queriesByOrder(workspace, await snapshot());
    for (const { owed, walk, how } of await readWithoutFirst(workspace, queries)) {
      about(walk);
      const keys = sortedKeys(walk.items);
      const isWhole = walk.end === 'last page' && owed.length > 0;
      expect(keys, `the items of ${how}, each once`).toEqual(isWhole ? sortedKeys(owed) : [...new Set(keys)]);
    }
  },
);

test(
  'a long search yields every item once, also without first',
  requirement('workspace-cursor-walk-complete'),
  async ({ snapshot, walkCache, workspace }) => {
    // Given a search that finds more than most pages hold, and what shows whether somebody changes the workspace meanwhile
    await snapshot();
    const { items, end } = await workspace.walkUncached({ search: 'e', first: walkCache.pageSize });
    if (end !== 'last page') return;

    // When it is read in smaller pages, then it is the same items
    const third = Math.min(Math.ceil(items.length / 3), walkCache.pageSize);
    for (const query of [{ search: 'e' }, ...(third > 0 ? [{ search: 'e', first: third }] : [])]) {
      const walk = await workspace.walkUncached(query);
      expectEachOnce(query, walk, walk.end === 'last page' ? items : walk.items);
    }
  },
);

const ORDERS = [{}, { orderByField: 'name', orderByDirection: 'ASC' }] as const;

// "Cursor: continue after this position": that of the first item of a page is one, too.
test(
  'after=startCursor leads on to the second item of a page',
  requirement('workspace-after-start-cursor'),
  async ({ snapshot, workspace }) => {
    const { query } = pagedListing(await snapshot());
    let judged = 0;
    for (const order of ORDERS) {
      const asked = { ...query, ...order, first: 2 };
      const { items, pageInfo } = await workspace.page(asked);
      const [, second] = items;
      if (pageInfo.startCursor === undefined || !second) continue;
      judged += 1;
      const answer = await workspace.list({ ...asked, after: pageInfo.startCursor });
      expect(answer, 'a page after the startCursor of another one:').toBeAccepted();
      if (isAccepted(answer))
        expect(
          itemKeys(workspacePageOf(answer).items).slice(0, 1),
          'the item behind the startCursor of a page, which is its second one',
        ).toEqual(itemKeys([second]));
    }
    if (judged === 0) notTested('no page with two items has a startCursor');
  },
);
