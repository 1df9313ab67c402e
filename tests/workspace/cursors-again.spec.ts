import {
  type CellView,
  type CellViews,
  expect,
  fourOrMore,
  isAccepted,
  itemKeys,
  readByItem,
  requirement,
  type ShortListing,
  test,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';

/** A folder as the first caller, and a search as the second, where there is one. */
const fourOrMoreOf = ({ first, second = first }: CellViews): (readonly [CellView, ShortListing])[] =>
  [first, second].flatMap((view, index) => {
    const listing = view && fourOrMore(view.known)[index];
    return listing ? [[view, listing] as const] : [];
  });

test(
  'a cursor leads to the same items whenever it is used',
  requirement('workspace-cursor-walk-complete'),
  async ({ product }) => {
    for (const [{ client }, listing] of fourOrMoreOf(await product.views())) {
      // Given cursors behind each item
      const { walk, query, how } = await readByItem(client, listing);
      const cursors = walk.pages.map(({ pageInfo }) => pageInfo.endCursor);
      // When they are used again, out of order, twice, and with a larger page, then each leads to what stands behind it
      for (const [index, first] of [
        [1, 1],
        [0, 1],
        [0, 1],
        [2, 2],
      ] as const) {
        const after = cursors[index];
        if (after === undefined || walk.end !== 'last page') continue;
        const answer = await client.listCombination({ ...query, first, after });
        if (!isAccepted(answer)) {
          // A target may bind cursors to the page size.
          if (first === 1)
            expect(answer, `what stands behind cursor ${index + 1}, once more, with ${how}:`).toBeAccepted();
          continue;
        }
        // A page may be shorter than `first`.
        const keys = itemKeys(workspacePageOf(answer).items);
        expect(keys, `what stands behind cursor ${index + 1}, once more, with ${how}`).toEqual(
          itemKeys(walk.items.slice(index + 1, index + 1 + Math.min(first, Math.max(keys.length, 1)))),
        );
      }
    }
  },
);

test(
  'a page that is asked to be smaller than the one before it is smaller',
  requirement('workspace-first-limits'),
  async ({ product }) => {
    for (const [{ client }, { query }] of fourOrMoreOf(await product.views())) {
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
