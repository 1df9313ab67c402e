import {
  DIRECTIONS,
  expect,
  forSamples,
  inAscendingOrder,
  isAscending,
  itemKey,
  itemKeys,
  itemsByBaseListing,
  knownListings,
  type ListingQuery,
  notTested,
  orderPageSize,
  pagedListing,
  requirement,
  test,
  VISIBLE_KEYS,
  type WorkspaceClient,
  type WorkspaceSnapshot,
} from '../../fixtures/index.ts';

const TYPES = [['WORKBOOK'], ['REPORT'], ['FOLDER', 'WORKBOOK'], ['WORKBOOK', 'REPORT']] as const;

// "Pagination is cursor-based (first, after; cursors in pageInfo)"
test(
  'later pages keep the filters and the order',
  requirement('workspace-cursor-keeps-query'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    const { query: listing, items } = pagedListing(known);
    let judged = 0;
    const judgeFilters = async (query: ListingQuery): Promise<void> => {
      if (await judgeLaterPages(workspace, known, query)) judged += 1;
    };

    // When a query has a filter and a second page, then later pages keep the filter: types, folder, or search
    for (const types of TYPES)
      await judgeFilters({ ...listing, types, first: Math.max(2, Math.ceil(items.length / 5)) });
    const folders = knownListings(known, 3).filter(({ query }) => query.folderId !== undefined);
    for (const folder of folders.slice(0, 2))
      await judgeFilters({ ...folder.query, first: Math.ceil(folder.items.length / 2) });
    const found = (await itemsByBaseListing(workspace, { search: 'e' })) ?? [];
    if (found.length > 2) await judgeFilters({ search: 'e', first: Math.ceil(found.length / 3) });
    await forSamples(workspace, known, (query) => judgeFilters(query));

    // And they keep the order
    await judgeOrder(workspace, known, listing);
    if (judged === 0) notTested('no generated query filtered something and had a second page');
  },
);

/**
 * Judges that later pages keep the filters of a query, where it has later pages and rules something out. A first page
 * that breaks the filters is not judged: they were not lost on the way.
 *
 * @returns whether there was something to judge
 */
async function judgeLaterPages(
  workspace: WorkspaceClient,
  known: WorkspaceSnapshot,
  query: ListingQuery,
): Promise<boolean> {
  const expected = await itemsByBaseListing(workspace, query);
  if (!expected || expected.length === known.all.length) return false;
  const allowed = new Set(itemKeys(expected));
  const { pages, end } = await workspace.walk(query);
  const [first, ...later] = pages;
  if (later.length === 0 || first?.items.some((item) => !allowed.has(itemKey(item)))) return false;

  const found = later.flatMap((page) => page.items);
  const excluded = found.filter((item) => !allowed.has(itemKey(item)));
  expect(itemKeys(excluded), 'items of later pages that the query rules out').toEqual([]);

  // A type that no later page shows, though there is more of it, was forgotten there.
  const seen = new Set([...itemKeys(first?.items ?? []), ...itemKeys(found)]);
  const lost = expected.filter(
    (item) => !seen.has(itemKey(item)) && !found.some(({ type }) => item.type === type),
  );
  expect(end === 'last page' ? itemKeys(lost) : [], 'items of types that later pages leave out').toEqual([]);
  return true;
}

/** Where the first page is in order, the pages behind it are in order, too. */
async function judgeOrder(
  workspace: WorkspaceClient,
  known: WorkspaceSnapshot,
  listing: ListingQuery,
): Promise<void> {
  const first = orderPageSize(workspace, known, listing);
  for (const orderByField of VISIBLE_KEYS) {
    for (const orderByDirection of DIRECTIONS) {
      const { pages } = await workspace.walk({ ...listing, orderByField, orderByDirection, first });
      const start = inAscendingOrder(pages[0]?.items ?? [], orderByDirection);
      if (start.length < 2 || !isAscending(start, orderByField)) continue;
      const all = inAscendingOrder(
        pages.flatMap((page) => page.items),
        orderByDirection,
      );
      expect(
        isAscending(all, orderByField) ? 'kept' : itemKeys(all),
        `the order by ${orderByField} ${orderByDirection} on later pages, read upwards,`,
      ).toBe('kept');
    }
  }
}
