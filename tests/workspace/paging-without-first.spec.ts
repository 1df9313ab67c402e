import {
  about,
  atOnce,
  expect,
  inAscendingOrder,
  isAccepted,
  isAscending,
  itemKeys,
  itemsByBaseListing,
  type ListingQuery,
  orderPageSize,
  pagedListing,
  requirement,
  sortedKeys,
  test,
  type VisibleKey,
  type WorkspaceClient,
  type WorkspacePage,
  type WorkspaceSnapshot,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';

/** Orders in which a later page goes on. */
const ORDERS: readonly { orderByField: VisibleKey; orderByDirection: 'ASC' | 'DESC' }[] = [
  { orderByField: 'name', orderByDirection: 'ASC' },
  { orderByField: 'updated_at', orderByDirection: 'ASC' },
  { orderByField: 'created_at', orderByDirection: 'DESC' },
];
const TYPES = [['WORKBOOK'], ['WORKBOOK', 'REPORT']] as const;

/** A later page that was asked for without `first`, and what came before it. */
interface LaterPage {
  readonly query: ListingQuery;
  readonly before: WorkspacePage;
  readonly page: WorkspacePage;
}

/** Filters and orders of the listing by which paging is judged, in walks that other tests make. */
function queriesOf(workspace: WorkspaceClient, known: WorkspaceSnapshot): ListingQuery[] {
  const { query: listing, items } = pagedListing(known);
  const ordered = orderPageSize(workspace, known, listing);
  return [
    ...TYPES.map((types) => ({ ...listing, types, first: Math.max(2, Math.ceil(items.length / 5)) })),
    ...ORDERS.map((order) => ({ ...listing, ...order, first: ordered })),
  ];
}

/** The second pages of walks, asked for without `first`. A target may bind cursors to the page size, and refuse that. */
async function laterPages(
  workspace: WorkspaceClient,
  queries: readonly ListingQuery[],
): Promise<LaterPage[]> {
  const starts: { query: ListingQuery; before: WorkspacePage; after: string }[] = [];
  for (const paged of queries) {
    const [before] = (await workspace.walk(paged)).pages;
    const { first: _, ...query } = paged;
    const after = before?.pageInfo.endCursor;
    if (before?.pageInfo.hasNextPage && after !== undefined) starts.push({ query, before, after });
  }
  const answers = await atOnce(starts, ({ query, after }) => workspace.listCombination({ ...query, after }));
  return answers.flatMap(([{ query, before }, answer]) =>
    isAccepted(answer) ? [{ query, before, page: workspacePageOf(answer) }] : [],
  );
}

// "Pagination is cursor-based (first, after; cursors in pageInfo)": `first` may be left out of every page.
test(
  'a later page without first keeps the filters and the order',
  requirement('workspace-cursor-keeps-query'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    for (const { query, before, page } of await laterPages(workspace, queriesOf(workspace, known))) {
      const { orderByField: key, orderByDirection: direction = 'ASC' } = query;
      const expected = await itemsByBaseListing(workspace, query);
      if (!expected) continue;
      const allowed = new Set(itemKeys(expected));
      const excluded = (shown: WorkspacePage) => itemKeys(shown.items).filter((key) => !allowed.has(key));
      // A first page that breaks the filters or the order is not judged: they were not lost on the way.
      if (excluded(before).length > 0) continue;
      const how = `a later page of ${writeJson(query)} without first`;
      expect(excluded(page), `items that the query rules out, on ${how}`).toEqual([]);
      if (key === undefined || key === 'viewer_last_viewed_at') continue;
      const start = inAscendingOrder(before.items, direction);
      if (start.length < 2 || !isAscending(start, key)) continue;
      const both = inAscendingOrder([...before.items, ...page.items], direction);
      expect(
        isAscending(both, key) ? 'kept' : itemKeys(both),
        `the order on the first page and ${how}, read upwards,`,
      ).toBe('kept');
    }
  },
);

test(
  'a later page without first goes on behind the one before it',
  requirement('workspace-cursor-walk-complete'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    const [ordered] = queriesOf(workspace, known).slice(-1);
    for (const { query, before, page } of await laterPages(workspace, ordered ? [ordered] : [])) {
      const how = `a page of ${writeJson(query)} and a later one without first`;
      const keys = sortedKeys([...before.items, ...page.items]);
      const whole =
        page.pageInfo.hasNextPage === false ? await itemsByBaseListing(workspace, query) : undefined;
      expect(keys, `the items of ${how}, each once`).toEqual(whole ? sortedKeys(whole) : [...new Set(keys)]);
    }
  },
);

test(
  'a long search yields every item once, also without first',
  requirement('workspace-cursor-walk-complete'),
  async ({ walkCache, workspace }) => {
    // Given a search that finds more than most pages hold
    const whole = await workspace.walkInLargePages({ search: 'e' });
    if (whole.end !== 'last page') return;
    const expected = sortedKeys(whole.items);

    // When it is read in smaller pages, then it is the same items
    const third = Math.min(Math.ceil(whole.items.length / 3), walkCache.pageSize);
    for (const query of [{ search: 'e' }, ...(third > 0 ? [{ search: 'e', first: third }] : [])]) {
      const walk = await workspace.walk(query);
      about(walk);
      expect(walk.end, `how a walk with ${writeJson(query)} ends`).not.toBeOneOf([
        'no page',
        'cursor repeats',
        'items repeat',
      ]);
      if (walk.end === 'last page')
        expect(sortedKeys(walk.items), `the items of a walk with ${writeJson(query)}`).toEqual(expected);
    }
  },
);
