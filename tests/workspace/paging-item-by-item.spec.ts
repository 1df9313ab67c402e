import {
  type CellViews,
  expect,
  hiddenFromOne,
  isAccepted,
  itemIds,
  listingsWithGaps,
  type ReadByItem,
  readByItem,
  requirement,
  sortedIds,
  test,
  tiedInEachOrder,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';

const OTHER = 'TARGET_OTHER_ACCESS_TOKEN';
const ORDERS = [
  { orderByField: 'updated_at', orderByDirection: 'ASC' },
  { orderByField: 'updated_at', orderByDirection: 'DESC' },
  { orderByField: 'name', orderByDirection: 'ASC' },
] as const;
/** Cursors of one caller that the other one is handed. */
const MAX_CURSORS = 4;

/** Every item comes, each once, and the end is where it should be. */
function expectAll({ walk, items, how }: ReadByItem): void {
  expect(walk.end, `how a walk with ${how} ends`).not.toBeOneOf(['no page', 'no usable cursor']);
  if (walk.end === 'last page')
    expect(sortedIds(itemIds(walk.items)), `the items with ${how}`).toEqual(sortedIds(itemIds(items)));
}

/** Short listings as each caller who is shown less in them than the other. */
async function* gaps({ first, second }: CellViews): AsyncGenerator<ReadByItem> {
  if (!first || !second) return;
  for (const [own, other] of [
    [second, first],
    [first, second],
  ] as const) {
    const hidden = new Set(itemIds(hiddenFromOne(own.known, other.known)));
    const [listing] = listingsWithGaps(own.known, other.known, hidden);
    for (const order of listing ? ORDERS : [])
      if (listing) yield await readByItem(own.client, { ...listing, query: { ...listing.query, ...order } });
  }
}

test(
  'where items tie, every one of them comes once, wherever a page ends',
  requirement('workspace-cursor-walk-complete'),
  async ({ product }) => {
    for (const view of Object.values(await product.views()))
      for (const listing of tiedInEachOrder(view.known)) {
        const read = await readByItem(view.client, listing);
        expectAll(read);
      }
  },
);

test(
  'what a caller may not see leaves no gap that ends a walk',
  requirement('workspace-has-next-page-truthful'),
  async ({ product }) => {
    for await (const read of gaps(await product.views())) {
      let left = read.items.length;
      for (const { size, pageInfo } of read.walk.pages) {
        left -= size;
        if (pageInfo.hasNextPage !== undefined && left > 0)
          expect(pageInfo.hasNextPage, `hasNextPage where ${left} items are left with ${read.how}`).toBe(
            true,
          );
      }
      expectAll(read);
    }
  },
);

test(
  'a cursor leads to the same items whenever it is used',
  requirement('workspace-cursor-walk-complete'),
  async ({ product }) => {
    for (const { client, known } of Object.values(await product.views())) {
      // Given three pages, and cursors behind the first and the second
      const [listing] = tiedInEachOrder(known).filter(({ items }) => items.length > 2);
      if (!listing) continue;
      const { walk, query } = await readByItem(client, listing);
      const cursors = walk.pages.slice(0, 2).map(({ pageInfo }) => pageInfo.endCursor);

      // When they are used again, out of order, and twice, then each leads to the page behind it
      for (const index of [1, 0, 0, 1]) {
        const after = cursors[index];
        if (after === undefined) continue;
        const answer = await client.listCombination({ ...query, first: 1, after });
        expect(answer, `page ${index + 2} once more with ${writeJson(query)}:`).toBeAccepted();
        expect(
          itemIds(workspacePageOf(answer).items),
          `page ${index + 2} once more with ${writeJson(query)}`,
        ).toEqual(itemIds(walk.pages[index + 1]?.items ?? []));
      }
    }
  },
);

test(
  'a cursor of one caller shows another one nothing that is hidden from it',
  requirement('workspace-access-filtered'),
  async ({ product, snapshot, workspace }) => {
    const [first, second] = [await snapshot(), await snapshot(OTHER)];
    const hidden = new Set(itemIds(hiddenFromOne(second, first)));
    const views = await product.views();
    // Given a listing that holds items which are hidden from the second user, and cursors of the first user
    const [listing] = listingsWithGaps(second, first, hidden);
    if (!listing || !views.second) return;
    const { walk } = await readByItem(workspace, listing);
    for (const { pageInfo } of walk.pages.slice(0, MAX_CURSORS)) {
      if (pageInfo.endCursor === undefined) continue;
      // When the second user goes on from there, then it is refused or shown what it may see
      const answer = await views.second.client.listCombination({
        ...listing.query,
        first: 1,
        after: pageInfo.endCursor,
      });
      const items = isAccepted(answer) ? workspacePageOf(answer).items : [];
      expect(
        itemIds(items).filter((id) => hidden.has(id)),
        'items that only the first user may see, behind a cursor of the first user',
      ).toEqual([]);
    }
  },
);
