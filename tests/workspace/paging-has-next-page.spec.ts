import {
  edgePageSizes,
  expect,
  forSamples,
  itemKeys,
  itemsByBaseListing,
  type KnownListing,
  knownListings,
  type ListingQuery,
  notTested,
  pagedListing,
  requirement,
  test,
  type WorkspaceClient,
  type WorkspaceItem,
  type WorkspaceSnapshot,
  writeJson,
} from '../../fixtures/index.ts';

/** Listings that other tests read in large pages. */
const OTHER_LISTINGS: readonly ListingQuery[] = [
  { types: ['FOLDER'] },
  { types: ['WORKBOOK'] },
  { types: ['REPORT'] },
  { search: 'e' },
];

const foldersIn = ({ contents }: WorkspaceSnapshot): ListingQuery[] =>
  [...contents.keys()].map((folderId) => ({ folderId }));

// "Pagination is cursor-based (first, after; cursors in pageInfo)"
test(
  'hasNextPage is true exactly where more items follow',
  requirement('workspace-has-next-page-truthful'),
  async ({ snapshot, walkCache, target, workspace }) => {
    const known = await snapshot();
    const { query, items } = pagedListing(known);
    const sizesOf = (all: readonly WorkspaceItem[]): number[] => sizesAroundEnd(all, walkCache.pageSize);

    // In pages as large as most tests ask for, which may be larger than any listing: the root, every folder, types, and a search
    for (const large of [{}, ...foldersIn(known), ...OTHER_LISTINGS])
      await judge(workspace, { ...large, first: walkCache.pageSize }, 0);

    // The root or a folder, with and without a search
    await judgeSizes(workspace, { query, items }, edgePageSizes(items, walkCache.pageSize));
    const found = await itemsByBaseListing(workspace, { search: 'e' });
    if (found && found.length > 1) {
      await judgeSizes(workspace, { query: { search: 'e' }, items: found }, sizesOf(found));
      await judge(workspace, { search: 'e' }, found.length);
    }
    await judge(workspace, query, items.length);

    // A folder
    const folder = knownListings(known).find((listing) => listing.query.folderId !== undefined);
    if (folder) await judgeSizes(workspace, folder, sizesOf(folder.items));

    // Another caller
    if (target.settings.TARGET_OTHER_ACCESS_TOKEN) {
      const [theirs] = knownListings(await snapshot('TARGET_OTHER_ACCESS_TOKEN'));
      const client = workspace.as('TARGET_OTHER_ACCESS_TOKEN');
      if (theirs)
        await judgeSizes(client, theirs, [Math.ceil(theirs.items.length / 4), ...sizesOf(theirs.items)]);
    }

    // Generated queries
    await forSamples(workspace, known, async (sample) => {
      const expected = await itemsByBaseListing(workspace, sample);
      if (expected) await judge(workspace, sample, expected.length);
    });
  },
);

test(
  'hasNextPage is false on a last page that is full',
  requirement('workspace-has-next-page-false-at-end'),
  async ({ snapshot, walkCache, workspace }) => {
    const { query, items } = pagedListing(await snapshot());
    const sizes = [items.length, Math.ceil(items.length / 2), 1].filter(
      (first) => items.length % first === 0 && first <= walkCache.pageSize,
    );
    let judged = 0;
    for (const first of sizes) {
      const { pages, end } = await workspace.walk({ ...query, first });
      if (end !== 'last page') continue;
      judged += 1;
      const last = pages.findLast(({ size }) => size > 0);
      expect(
        last?.pageInfo.hasNextPage ?? false,
        `hasNextPage of the last page with ${writeJson({ ...query, first })}, which is full`,
      ).toBe(false);
    }
    if (judged === 0) notTested('no listing could be read to a last page that is full');
  },
);

/** Page sizes with which the last page is exactly full, one item longer, or one item shorter; and about half of it all. */
const sizesAroundEnd = (all: readonly WorkspaceItem[], largest: number): number[] =>
  [Math.ceil(all.length / 2), all.length - 1, all.length, all.length + 1].filter(
    (size) => size > 0 && size <= largest,
  );

async function judgeSizes(
  client: WorkspaceClient,
  { query, items }: KnownListing,
  sizes: readonly number[],
): Promise<void> {
  for (const first of sizes) await judge(client, { ...query, first }, items.length);
}

/**
 * hasNextPage is not false too early, nor true on a page that nothing follows; on a last page that is full, one empty page may follow.
 *
 * @param min - how many items there are at least
 */
async function judge(client: WorkspaceClient, query: ListingQuery, min: number): Promise<void> {
  const walk = await client.walk(query);
  const { pages, end } = walk;
  const how = `a walk with ${writeJson(query)}`;
  const returned = new Set(pages.flatMap((page) => itemKeys(page.items))).size;
  if (end === 'last page')
    expect(returned, `items before hasNextPage was false, of ${how}`).toBeGreaterThanOrEqual(min);
  const last = pages.findLastIndex((page) => page.size > 0);
  const atEnd = pages.slice(Math.max(0, last));
  const [full] = atEnd;
  const isEndedByEmpty =
    end === 'last page' &&
    atEnd.length === 2 &&
    full !== undefined &&
    client.walkCache.mayBeFull(full, walk, query.first);
  const broken = end === 'cut' || isEndedByEmpty ? [] : atEnd.filter(({ pageInfo }) => pageInfo.hasNextPage);
  const stuck = ['no page', 'no usable cursor', 'empty pages'].filter((way) => way === end);
  const untrue =
    broken.length > 0 ? [`${broken.length} pages with hasNextPage true and nothing after them`] : [];
  expect([...stuck, ...untrue], `what is wrong with the end of ${how}`).toEqual([]);
}
