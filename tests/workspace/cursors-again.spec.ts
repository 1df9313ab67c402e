import {
  atOnce,
  type CellView,
  type CellViews,
  expect,
  fourOrMore,
  hiddenFromOne,
  type Id,
  isAccepted,
  itemIds,
  listingsWithGaps,
  notTested,
  readByItem,
  requirement,
  type ShortListing,
  test,
  type Walk,
  type WorkspaceSnapshot,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';

const OTHER = 'TARGET_OTHER_ACCESS_TOKEN';
/** Cursors of one caller that the other one is handed. */
const MAX_CURSORS = 4;
/** A folder of more items is not read item by item. */
const MAX_ITEMS = 16;
const BY_CREATION = { orderByField: 'created_at', orderByDirection: 'ASC' } as const;

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
        // A target may bind cursors to the page size.
        if (first > 1 && !isAccepted(answer)) continue;
        expect(answer, `what stands behind cursor ${index + 1}, once more, with ${how}:`).toBeAccepted();
        // A page may be shorter than `first`.
        const ids = itemIds(workspacePageOf(answer).items);
        expect(ids, `what stands behind cursor ${index + 1}, once more, with ${how}`).toEqual(
          itemIds(walk.items.slice(index + 1, index + 1 + Math.min(first, Math.max(ids.length, 1)))),
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

// "Workspace results are filtered to what the calling user may access."
test(
  'a cursor of one caller shows another one nothing that is hidden from it',
  requirement('auth-workspace-filtered'),
  async ({ product, snapshot }) => {
    // Given listings with items that are hidden from the second user, and cursors of the first user in them
    const [known, theirs] = [await snapshot(), await snapshot(OTHER)];
    const hidden = new Set(itemIds(hiddenFromOne(theirs, known)));
    const { first, second } = await product.views();
    let continued = 0;
    const reads = await atOnce(inEachPlace(known, theirs, hidden), async (listing) =>
      first ? readByItem(first.client, listing) : undefined,
    );
    for (const [, read] of reads) {
      if (!read || !second) break;
      const { walk, query, how } = read;
      // When the second user goes on from there, then it is refused, or shown what it may see
      const cursors = cursorsBefore(walk, hidden).slice(0, MAX_CURSORS);
      const answers = await atOnce(cursors, (after) =>
        second.client.listCombination({ ...query, first: 1, after }),
      );
      for (const [, answer] of answers) {
        const items = isAccepted(answer) ? workspacePageOf(answer).items : [];
        expect(
          itemIds(items).filter((id) => hidden.has(id)),
          `items that only the first user may see, behind a cursor that it got with ${how}`,
          'filter every page by who asks for it, whoever got the cursor',
        ).toEqual([]);
        continued += 1;
      }
    }
    if (continued === 0)
      notTested(
        'the workspace needs a short listing of which the user of TARGET_OTHER_ACCESS_TOKEN is not shown all',
      );
  },
);

/** The shortest folder that hides something from the second user, another listing that does, and a search. */
function inEachPlace(
  known: WorkspaceSnapshot,
  theirs: WorkspaceSnapshot,
  hidden: ReadonlySet<Id>,
): ShortListing[] {
  const listings = listingsWithGaps(theirs, known, hidden);
  const [folder] = [...known.contents]
    .map(([folderId, items]) => ({ query: { folderId, ...BY_CREATION }, items }))
    .filter(({ query }) => theirs.contents.has(query.folderId))
    .filter(({ items }) => items.length <= MAX_ITEMS && items.some(({ id }) => hidden.has(id)))
    .sort((a, b) => a.items.length - b.items.length);
  const [search] = listings.filter(({ query }) => query.search !== undefined);
  const [other] = listings.filter(({ query }) => query.search === undefined);
  return [folder, other, search].filter((listing) => listing !== undefined);
}

/** Cursors of the pages of a walk item by item: first those behind which a hidden item comes next. */
function cursorsBefore({ pages }: Walk, hidden: ReadonlySet<Id>): string[] {
  const leadsToHidden = (index: number): boolean =>
    itemIds(pages[index + 1]?.items ?? []).some((id) => hidden.has(id));
  const inTurn = [...pages.entries()].sort(([a], [b]) => Number(leadsToHidden(b)) - Number(leadsToHidden(a)));
  return inTurn.flatMap(([, { pageInfo }]) => pageInfo.endCursor ?? []);
}
