import {
  atOnce,
  DIRECTIONS,
  edgePageSizes,
  expect,
  expectEachOnce,
  forSamples,
  type ItemKey,
  isAccepted,
  isItemId,
  itemKeys,
  itemsByBaseListing,
  type KnownListing,
  type ListingQuery,
  orderPageSize,
  pagedListing,
  requirement,
  sortedKeys,
  test,
  tiedListing,
  VISIBLE_KEYS,
  type WorkspaceClient,
  type WorkspaceItem,
  type WorkspaceSnapshot,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';

// "Pagination is cursor-based (first, after; cursors in pageInfo)"
test(
  'a walk yields every item once, at every page size',
  requirement('workspace-cursor-walk-complete'),
  async ({ snapshot, walkCache, workspace }) => {
    // Given the root and every folder, in each of which a type and id come once: to a caller, that is one item
    const known = await snapshot();
    const folders = [...known.contents.keys()].map((folderId) => ({ folderId }));
    for (const query of [{}, ...folders]) {
      const { items } = await workspace.walkInLargePages(query);
      const shown = itemKeys(items.filter(({ id }) => isItemId(id)));
      expect(repeated(shown), `items that come more than once in a walk with ${writeJson(query)}`).toEqual(
        [],
      );
    }

    // When a listing is walked with page sizes around its edges, then every item comes once
    const { query: listing, items } = pagedListing(known);
    const limits = { pages: items.length + 1, items: 2 * items.length };
    const ofEachSize = edgePageSizes(items, walkCache.pageSize).map((first) => ({ ...listing, first }));
    for (const [query, walk] of await atOnce(ofEachSize, (one) => workspace.walk(one, limits)))
      expectEachOnce(query, walk, items);

    // And so it does in any order, and with filters
    const ordered = [...orderedQueries(workspace, known)];
    for (const [{ query, items: expected }, walk] of await atOnce(ordered, (one) =>
      workspace.walk(one.query),
    ))
      expectEachOnce(query, walk, expected);
    await forSamples(workspace, known, async (query) => {
      const expected = await itemsByBaseListing(workspace, query);
      if (expected) expectEachOnce(query, await workspace.walk(query), expected);
    });

    // And with pages of different sizes
    await judgeMixedSizes(workspace, { query: listing, items });

    // And when the same is asked again
    expectEachOnce(listing, await workspace.walkUncached({ ...listing, first: walkCache.pageSize }), items);
  },
);

/** Those that come again, each once. */
function repeated(shown: readonly ItemKey[]): ItemKey[] {
  const seen = new Set<ItemKey>();
  return [...new Set(shown.filter((key) => seen.has(key) || !seen.add(key)))];
}

/**
 * Walks in every order of a listing, and of one in which items share the value of the sort key: a cursor that holds
 * nothing but the key loses or repeats items there.
 */
function* orderedQueries(
  workspace: WorkspaceClient,
  known: WorkspaceSnapshot,
): Iterable<{ query: ListingQuery; items: readonly WorkspaceItem[] }> {
  const { query: listing, items } = pagedListing(known);
  const whole = { query: listing, items, first: orderPageSize(workspace, known, listing) };
  for (const orderByField of VISIBLE_KEYS) {
    const tied = tiedListing(known, orderByField);
    const [small = 1] = edgePageSizes(tied?.items ?? [], workspace.walkCache.pageSize);
    const inSmallPages = tied ? [{ ...tied, first: small }] : [];
    for (const orderByDirection of DIRECTIONS)
      for (const one of orderByDirection === 'ASC' ? [...inSmallPages, whole] : [whole])
        yield { query: { ...one.query, orderByField, orderByDirection, first: one.first }, items: one.items };
  }
}

/**
 * Judges a walk whose pages differ in size. A cursor is a position: it leads on whatever the size of the next page, unless the
 * target refuses that.
 */
async function judgeMixedSizes(workspace: WorkspaceClient, { query, items }: KnownListing): Promise<void> {
  const { pageSize: largest } = workspace.walkCache;
  const sizes = [3, 2, 5].map((size) => Math.min(size, largest));
  const seen: ItemKey[] = [];
  let isWhole = false;
  let after: string | undefined;
  for (const first of [...sizes, largest]) {
    const answer = await workspace.list({ ...query, first, ...(after === undefined ? {} : { after }) });
    if (after !== undefined && !isAccepted(answer)) break;
    const { items: shown, pageInfo } = workspacePageOf(answer);
    for (const key of itemKeys(shown)) seen.push(key);
    isWhole = pageInfo.hasNextPage === false;
    if (isWhole || pageInfo.endCursor === undefined) break;
    after = pageInfo.endCursor;
  }
  expect(seen.sort(), 'the items of a walk whose pages differ in size, each once').toEqual(
    isWhole ? sortedKeys(items) : [...new Set(seen)].sort(),
  );
}
