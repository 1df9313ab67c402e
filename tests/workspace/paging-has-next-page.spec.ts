import {
  edgePageSizes,
  expect,
  forSamples,
  itemIds,
  itemsByBaseListing,
  type KnownListing,
  knownListings,
  type ListingQuery,
  pagedListing,
  requirement,
  test,
  type Walk,
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
      judgeEnd(await workspace.walkInLargePages(large), `a walk with ${writeJson(large)} in large pages`, 0);

    // The root or a folder, with and without a search
    await judgeSizes(workspace, { query, items }, edgePageSizes(items, walkCache.pageSize));
    const found = await itemsByBaseListing(workspace, { search: 'e' });
    if (found && found.length > 1) {
      await judgeSizes(workspace, { query: { search: 'e' }, items: found }, sizesOf(found));
      judgeEnd(await workspace.walk({ search: 'e' }), 'a walk of search=e without first', found.length);
    }
    judgeEnd(await workspace.walk(query), 'a walk without first', items.length);

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
      if (expected)
        judgeEnd(await workspace.walk(sample), `a walk with ${writeJson(sample)}`, expected.length);
    });
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
  for (const first of sizes) {
    const walk = await client.walk({ ...query, first });
    judgeEnd(walk, `a walk with ${writeJson({ ...query, first })}`, items.length);
  }
}

/**
 * hasNextPage is not false too early, nor true on a page that nothing follows.
 *
 * @param min - how many items there are at least
 */
function judgeEnd({ pages, end }: Walk, how: string, min: number): void {
  const returned = new Set(pages.flatMap((page) => itemIds(page.items))).size;
  if (end === 'last page')
    expect(returned, `items before hasNextPage was false, of ${how}`).toBeGreaterThanOrEqual(min);
  const last = pages.findLastIndex((page) => page.size > 0);
  const broken =
    end === 'cut' ? [] : pages.slice(Math.max(0, last)).filter(({ pageInfo }) => pageInfo.hasNextPage);
  const stuck = ['no page', 'no usable cursor', 'empty pages'].filter((way) => way === end);
  const untrue =
    broken.length > 0 ? [`${broken.length} pages with hasNextPage true and nothing after them`] : [];
  expect([...stuck, ...untrue], `what is wrong with the end of ${how}`).toEqual([]);
}
