import {
  about,
  allOf,
  atOnce,
  byLastView,
  type CellViews,
  expect,
  foldersByName,
  hiddenFromOne,
  type ItemKey,
  itemKeys,
  listingsWithGaps,
  oddlyNamed,
  type ReadByItem,
  readByItem,
  requirement,
  type ShortListing,
  test,
  tiedInEachOrder,
  type WorkspaceClient,
} from '../../fixtures/index.ts';

/** Every item comes, each once, where the end was reached. */
function expectAll({ walk, items, how }: ReadByItem): void {
  about(walk);
  expect(walk.end, `how a walk with ${how} ends`).not.toBeOneOf(['no page', 'no usable cursor']);
  const keys = itemKeys(walk.items);
  expect(
    keys.filter((key, index) => keys.indexOf(key) < index),
    `items that come again with ${how}`,
  ).toEqual([]);
  // More may come: a search may find what stands in folders that its caller may not see.
  const missing = itemKeys(items).filter((key) => !keys.includes(key));
  if (walk.end === 'last page') expect(missing.sort(), `the items that do not come with ${how}`).toEqual([]);
}

/** What a caller read of a listing, and the items of the other one that are hidden from that caller. */
interface ReadWithGaps extends ReadByItem {
  readonly hidden: ReadonlySet<ItemKey>;
}

/** Short listings as each caller who is shown less in them than the other. */
async function gaps({ first, second }: CellViews): Promise<ReadWithGaps[]> {
  if (!first || !second) return [];
  const gapsOf: [WorkspaceClient, ShortListing, ReadonlySet<ItemKey>][] = [];
  for (const [own, other] of [
    [second, first],
    [first, second],
  ] as const) {
    const hidden = new Set(itemKeys(hiddenFromOne(own.known, other.known)));
    for (const listing of listingsWithGaps(own.known, other.known, hidden))
      gapsOf.push([own.client, listing, hidden]);
  }
  const read = await atOnce(gapsOf, ([client, listing]) => readByItem(client, listing));
  return read.map(([[, , hidden], one]) => ({ ...one, hidden }));
}

test(
  'where items tie, every one of them comes once, wherever a page ends',
  requirement('workspace-cursor-walk-complete'),
  async ({ product }) => {
    const { first, second = first } = await product.views();
    if (!first || !second) return;
    const read = await allOf([
      atOnce(tiedInEachOrder(first.known, 'listing'), (one) => readByItem(first.client, one)),
      atOnce(tiedInEachOrder(second.known, 'search'), (one) => readByItem(second.client, one)),
    ]);
    for (const [, one] of read.flat()) expectAll(one);
  },
);

test(
  'names of every sort lead from page to page',
  requirement('workspace-cursor-walk-complete'),
  async ({ product }) => {
    const { first } = await product.views();
    if (!first) return;
    for (const listing of oddlyNamed(first.known)) expectAll(await readByItem(first.client, listing));
  },
);

test(
  'a page that ends with the last folder holds no more than first',
  requirement('workspace-first-limits'),
  async ({ product }) => {
    const { first } = await product.views();
    if (!first) return;
    const read = await atOnce(foldersByName(first.known), ({ folders, ...listing }) =>
      readByItem(first.client, listing, [folders, listing.items.length]),
    );
    for (const [{ folders }, { walk, how }] of read) {
      about(walk);
      expect(walk.pages[0]?.size ?? 0, `items on the first page with ${how}`).toBeLessThanOrEqual(folders);
    }
  },
);

test(
  'a page by name may end with the last folder',
  requirement('workspace-cursor-walk-complete'),
  async ({ product }) => {
    const { first } = await product.views();
    if (!first) return;
    for (const { folders, ...listing } of foldersByName(first.known))
      expectAll(await readByItem(first.client, listing, [folders, listing.items.length]));
  },
);

test(
  'items that were never viewed come on later pages as well',
  requirement('workspace-cursor-walk-complete'),
  async ({ product }) => {
    const { first } = await product.views();
    if (!first) return;
    for (const listing of byLastView(first.known)) {
      const read = await readByItem(first.client, listing);
      // A target may know no cursors in an order that no item shows.
      if (read.walk.end === 'last page') expectAll(read);
    }
  },
);

for (const [id, claim, judge] of [
  [
    'workspace-has-next-page-truthful',
    'what a caller may not see ends no walk',
    ({ items, walk, how }: ReadByItem) => {
      let left = items.length;
      for (const { size, pageInfo } of walk.pages) {
        left -= size;
        if (pageInfo.hasNextPage !== undefined && left > 0)
          expect(pageInfo.hasNextPage, `hasNextPage where ${left} items are left with ${how}`).toBe(true);
      }
      expect(walk.end, `how a walk with ${how} ends`).not.toBe('no usable cursor');
    },
  ],
  ['workspace-cursor-walk-complete', 'what a caller may not see leaves no gap in a walk', expectAll],
  [
    'workspace-access-filtered',
    'what a caller may not see is on no page',
    ({ walk, how, hidden }: ReadWithGaps) =>
      expect(
        itemKeys(walk.items).filter((key) => hidden.has(key)),
        `items that only the other user may see, with ${how}`,
      ).toEqual([]),
  ],
  [
    'workspace-search-all-folders',
    'a search finds what a caller may see behind what it may not',
    (read: ReadByItem) => read.query.search !== undefined && expectAll(read),
  ],
] as const)
  test(claim, requirement(id), async ({ product }) => {
    for (const read of await gaps(await product.views())) {
      about(read.walk);
      judge(read);
    }
  });
