import {
  DIRECTIONS,
  expect,
  isAccepted,
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
  without,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';
import { judgeLaterOrder, judgeLaterPages, strangersIn } from './support.ts';

const TYPE_SETS = [['WORKBOOK'], ['REPORT'], ['FOLDER', 'WORKBOOK'], ['WORKBOOK', 'REPORT']] as const;

test(
  'later pages keep the filters and the order',
  requirement('workspace-cursor-keeps-query'),
  async ({ snapshot, workspace }) => {
    // Given queries with a filter: types, in pages of about a fifth of the listing, a folder, or a search
    const known = await snapshot();
    const { query: listing, items: all } = pagedListing(known);
    const fifth = Math.max(2, Math.ceil(all.length / 5));
    const folders = knownListings(known, 3).filter(({ query }) => query.folderId !== undefined);
    const found = (await itemsByBaseListing(workspace, { search: 'e' })) ?? [];
    const queries: ListingQuery[] = [
      ...TYPE_SETS.map((types) => ({ ...listing, types, first: fifth })),
      ...folders.slice(0, 2).map(({ query, items }) => ({ ...query, first: Math.ceil(items.length / 2) })),
      ...(found.length > 2 ? [{ search: 'e', first: Math.ceil(found.length / 3) }] : []),
    ];

    // When they have a second page, then later pages keep the filter
    let judged = 0;
    for (const query of queries) {
      const owed = await itemsByBaseListing(workspace, query);
      const walk = await workspace.walk(query);
      const read = { query, owed: owed ?? [], walk, how: writeJson(query) };
      const [first, ...later] = walk.pages;
      if (!owed || owed.length === known.all.length || !first || later.length === 0) continue;
      if (strangersIn(read, first.items).length > 0) continue;
      judged += 1;
      judgeLaterPages(read);
      // A type that no later page shows, though there is more of it, was forgotten there.
      const seen = new Set(later.flatMap(({ items }) => items.map(({ type }) => type)));
      const lost = itemKeys(without(owed, walk.items).filter(({ type }) => !seen.has(type)));
      const what = `items of types that later pages leave out with ${read.how}`;
      if (walk.end === 'last page') expect(lost, what).toEqual([]);
    }

    // And they keep the order
    const size = orderPageSize(workspace, known, listing);
    for (const orderByField of VISIBLE_KEYS)
      for (const orderByDirection of DIRECTIONS) {
        const query = { ...listing, orderByField, orderByDirection, first: size };
        judgeLaterOrder({ query, owed: [], walk: await workspace.walk(query), how: writeJson(query) });
      }
    if (judged === 0)
      notTested('the workspace needs a listing that a filter shortens, and that has a second page');
  },
);

const ORDERS = [{}, { orderByField: 'name', orderByDirection: 'ASC' }] as const;

// A cursor names a position: that of the first item of a page is one, too, or the one before this item.
test(
  'after=startCursor leads to the start of its page',
  requirement('workspace-after-start-cursor'),
  async ({ snapshot, workspace }) => {
    const { query } = pagedListing(await snapshot());
    let judged = 0;
    for (const order of ORDERS) {
      const asked = { ...query, ...order, first: 2 };
      const { items, pageInfo } = await workspace.page(asked);
      const [first, second] = items;
      if (pageInfo.startCursor === undefined || !first || !second) continue;
      judged += 1;
      const answer = await workspace.list({ ...asked, after: pageInfo.startCursor }, { mayBeRefused: true });
      expect(answer, 'a page after the startCursor of another one:').toBeAccepted();
      if (isAccepted(answer))
        expect(
          itemKeys([first, second]),
          'the items of a page, to one of which its startCursor leads,',
        ).toContain(itemKeys(workspacePageOf(answer).items)[0]);
    }
    if (judged === 0) notTested('no page with two items has a startCursor');
  },
);
