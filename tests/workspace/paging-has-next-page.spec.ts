import {
  edgePageSizes,
  expect,
  isAccepted,
  itemKeys,
  itemsByBaseListing,
  judgeWalk,
  type KnownListing,
  knownListings,
  type ListingQuery,
  notTested,
  pagedListing,
  requirement,
  test,
  type Walk,
  type WorkspaceClient,
  type WorkspaceItem,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';
import { OTHER, TYPES } from './support.ts';

test(
  'hasNextPage is true exactly where more items follow',
  requirement('workspace-has-next-page-truthful'),
  async ({ snapshot, walkCache, target, workspace }) => {
    const known = await snapshot();
    const { query, items } = pagedListing(known);
    // The last page is exactly full, one item longer, or one item shorter; and about half of it all.
    const sizesOf = ({ length }: readonly WorkspaceItem[]): number[] =>
      [Math.ceil(length / 2), length - 1, length, length + 1].filter(
        (size) => size > 0 && size <= walkCache.pageSize,
      );

    // In pages as large as most tests ask for, which may be larger than any listing: the root, every folder, types, and a search
    const folders = [...known.contents.keys()].map((folderId) => ({ folderId }));
    const others = [...TYPES.map((type) => ({ types: [type] })), { search: 'e' }];
    for (const large of [{}, ...folders, ...others])
      await judge(workspace, { ...large, first: walkCache.pageSize }, 0);
    for (const large of [{}, { search: 'e' }])
      await expectNothingBehind(workspace, { ...large, first: walkCache.pageSize });

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
    const [theirs] = target.settings[OTHER] ? knownListings(await snapshot(OTHER)) : [];
    if (theirs)
      await judgeSizes(workspace.as(OTHER), theirs, [
        Math.min(Math.ceil(theirs.items.length / 4), walkCache.pageSize),
        ...sizesOf(theirs.items),
      ]);
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

/** Follows the cursor of a last page: there come the items that a target cut from a page after it had told that none follows. */
async function expectNothingBehind(client: WorkspaceClient, query: ListingQuery): Promise<void> {
  const { items, pages, end } = await client.walk(query);
  const after = end === 'last page' && pages.at(-1)?.pageInfo.endCursor;
  if (!after) return;
  const answer = await client.list({ ...query, after }, { mayBeRefused: true });
  const shown = new Set(itemKeys(items));
  const more = isAccepted(answer) ? itemKeys(workspacePageOf(answer).items) : [];
  const what = `items behind the page that said hasNextPage false, of a walk with ${writeJson(query)}`;
  const fix = 'cut `first` to the largest page size before `hasNextPage` is told from it';
  expect(
    more.filter((key) => !shown.has(key)),
    what,
    fix,
  ).toEqual([]);
}

async function judgeSizes(
  client: WorkspaceClient,
  { query, items }: KnownListing,
  sizes: readonly number[],
): Promise<void> {
  for (const first of sizes) await judge(client, { ...query, first }, items.length);
}

/**
 * hasNextPage is not false too early, nor true on a page that nothing follows; on a last page that is full, one empty page may follow.
 */
async function judge(client: WorkspaceClient, query: ListingQuery, min: number): Promise<void> {
  const walk = await client.walk(query);
  // A text that is refused is for the tests of search to judge.
  if (query.search !== undefined && walk.isRefused && walk.pages.length === 0) return;
  await judgeWalk(
    query,
    walk,
    (read) => judgeEnd(client, query, min, read),
    () => client.walkUncached(query),
  );
}

function judgeEnd(client: WorkspaceClient, query: ListingQuery, min: number, walk: Walk): void {
  const { pages, end } = walk;
  const how = `a walk with ${writeJson(query)}`;
  const returned = new Set(itemKeys(walk.items)).size;
  if (end === 'last page')
    expect(returned, `items before hasNextPage was false, of ${how}`).toBeGreaterThanOrEqual(min);
  const lastWithItems = pages.findLastIndex(({ size }) => size > 0);
  const atEnd = pages.slice(Math.max(0, lastWithItems));
  const [full] = atEnd;
  const isEndedByEmpty =
    end === 'last page' && atEnd.length === 2 && full && client.walkCache.mayBeFull(full, walk, query.first);
  const broken = end === 'cut' || isEndedByEmpty ? [] : atEnd.filter(({ pageInfo }) => pageInfo.hasNextPage);
  expect(end, `how ${how} ends`).not.toBeOneOf(['no page', 'no usable cursor', 'empty pages']);
  expect(broken.length, `pages of ${how} with hasNextPage true and nothing after them`).toBe(0);
}
