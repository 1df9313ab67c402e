import {
  byLastView,
  type CellViews,
  expect,
  hiddenFromOne,
  isAccepted,
  itemIds,
  listingsWithGaps,
  oddlyNamed,
  type ReadByItem,
  readByItem,
  requirement,
  sortedIds,
  test,
  threeOrMore,
  tiedInEachOrder,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';

const OTHER = 'TARGET_OTHER_ACCESS_TOKEN';
/** Cursors of one caller that the other one is handed. */
const MAX_CURSORS = 4;

/** Every item comes, each once, where the end was reached. */
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
    for (const listing of listingsWithGaps(own.known, other.known, hidden))
      yield await readByItem(own.client, listing);
  }
}

test(
  'where items tie, every one of them comes once, wherever a page ends',
  requirement('workspace-cursor-walk-complete'),
  async ({ product }) => {
    for (const [caller, { client, known }] of Object.entries(await product.views())) {
      const tied = (['listing', 'search'] as const).flatMap((where) => tiedInEachOrder(known, where));
      // The second user in one direction alone: the other one is met among the combinations.
      const some = caller === 'first' ? tied : tied.filter((_, index) => index % 2 === 1);
      for (const listing of some) expectAll(await readByItem(client, listing));
    }
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
    'workspace-search-all-folders',
    'a search finds what a caller may see behind what it may not',
    (read: ReadByItem) => read.query.search !== undefined && expectAll(read),
  ],
] as const)
  test(claim, requirement(id), async ({ product }) => {
    for await (const read of gaps(await product.views())) judge(read);
  });

test(
  'a cursor leads to the same items whenever it is used',
  requirement('workspace-cursor-walk-complete'),
  async ({ product }) => {
    for (const { client, known } of Object.values(await product.views()))
      for (const listing of threeOrMore(known)) {
        // Given cursors behind each item
        const { walk, query, how } = await readByItem(client, listing);
        const cursors = walk.pages.map(({ pageInfo }) => pageInfo.endCursor);
        // When they are used again, out of order, and twice, then each leads to what stands behind it
        for (const index of [1, 0, 0, 1]) {
          const after = cursors[index];
          if (after === undefined || walk.end !== 'last page') continue;
          const answer = await client.listCombination({ ...query, first: 1, after });
          expect(answer, `what stands behind cursor ${index + 1}, once more, with ${how}:`).toBeAccepted();
          expect(
            itemIds(workspacePageOf(answer).items),
            `what stands behind cursor ${index + 1}, once more, with ${how}`,
          ).toEqual(itemIds(walk.pages[index + 1]?.items ?? []));
        }
      }
  },
);

test(
  'a page that is asked to be smaller than the one before it is smaller',
  requirement('workspace-first-limits'),
  async ({ product }) => {
    for (const { client, known } of Object.values(await product.views()))
      for (const { query } of threeOrMore(known)) {
        const { pageInfo } = workspacePageOf(await client.listCombination({ ...query, first: 2 }));
        if (!pageInfo.hasNextPage || pageInfo.endCursor === undefined) continue;
        const answer = await client.listCombination({ ...query, first: 1, after: pageInfo.endCursor });
        // A target may bind cursors to the page size.
        if (!isAccepted(answer)) continue;
        expect(
          workspacePageOf(answer).size,
          `items on a page with first=1 behind one with first=2, with ${writeJson(query)}`,
        ).toBeLessThanOrEqual(1);
      }
  },
);

test(
  'a cursor of one caller shows another one nothing that is hidden from it',
  requirement('workspace-access-filtered'),
  async ({ product, snapshot }) => {
    // Given a listing with items that are hidden from the second user, and cursors of the first user in it
    const [known, theirs] = [await snapshot(), await snapshot(OTHER)];
    const hidden = new Set(itemIds(hiddenFromOne(theirs, known)));
    const { first, second } = await product.views();
    const [listing] = listingsWithGaps(theirs, known, hidden);
    if (!listing || !first || !second) return;
    const { walk, query } = await readByItem(first.client, listing);
    for (const { pageInfo } of walk.pages.slice(0, MAX_CURSORS)) {
      if (pageInfo.endCursor === undefined) continue;
      // When the second user goes on from there, then it is refused, or shown what it may see
      const after = pageInfo.endCursor;
      const answer = await second.client.listCombination({ ...query, first: 1, after });
      const items = isAccepted(answer) ? workspacePageOf(answer).items : [];
      expect(
        itemIds(items).filter((id) => hidden.has(id)),
        'items that only the first user may see, behind a cursor of the first user',
      ).toEqual([]);
    }
  },
);
