import {
  about,
  atOnce,
  expect,
  type Id,
  isAccepted,
  itemsByBaseListing,
  knownListings,
  type ListingQuery,
  notTested,
  requirement,
  sortedKeys,
  test,
  type WorkspaceClient,
  workspacePageOf,
} from '../../fixtures/index.ts';
import { shown, TYPES } from './support.ts';

/** Compares a filtered listing with the same listing without the filter. */
async function judge(workspace: WorkspaceClient, query: ListingQuery): Promise<void> {
  const { types = TYPES } = query;
  const walk = await workspace.walk(query);
  const { items, end } = walk;
  // A text that is refused is for the tests of search to judge.
  if (query.search !== undefined && walk.isRefused && walk.pages.length === 0) return;
  const named = types.join(' and ');
  expect(
    end,
    `how a listing with types=${named} ends`,
    `answer types=${named} with a page, also after a cursor`,
  ).not.toBe('no page');
  const wrong = items.filter(({ type }) => type !== 'UNKNOWN' && !types.includes(type));
  expect(shown(wrong), `items of other types than ${named}`).toEqual([]);
  const expected = await itemsByBaseListing(workspace, query);
  about(walk);
  if (expected && end === 'last page')
    expect(sortedKeys(items), `every ${named}`).toEqual(sortedKeys(expected));
}

test(
  'types restricts the listing to one type',
  requirement('workspace-types-filter'),
  async ({ snapshot, walkCache, workspace }) => {
    const known = await snapshot();
    if (new Set(known.all.map(({ type }) => type)).size < 2)
      notTested('the workspace needs items of two types');
    const first = walkCache.pageSize;
    const listings = knownListings(known);
    const atRoot = new Set<Id | undefined>(known.root.map(({ id }) => id));
    const nested = listings.find(({ query }) => query.folderId !== undefined && !atRoot.has(query.folderId));
    const queries: ListingQuery[] = [
      ...listings.slice(0, nested ? 2 : 3).map(({ query }) => query),
      ...(nested ? [{ ...nested.query, orderByDirection: 'DESC' as const }] : []),
      {},
      { search: 'a' },
    ];
    for (const query of queries)
      for (const type of TYPES) await judge(workspace, { ...query, types: [type], first });
    // As well where the page size is left to the target.
    await judge(workspace, { types: ['REPORT'] });
  },
);

test(
  'repeating types selects their union',
  requirement('workspace-types-repeated'),
  async ({ snapshot, walkCache, workspace }) => {
    const first = walkCache.pageSize;
    const several = knownListings(await snapshot()).filter(
      ({ items }) => new Set(items.map(({ type }) => type)).size > 1,
    );
    const [listing] = several;
    if (!listing) return notTested('the workspace needs a listing of 2 to 36 items of two types');
    const { query, items } = listing;
    for (const types of [
      ['WORKBOOK', 'REPORT'],
      ['REPORT', 'FOLDER'],
      ['FOLDER', 'WORKBOOK'],
      ['REPORT', 'WORKBOOK', 'FOLDER'],
    ] as const)
      await judge(workspace, { ...query, types, first });

    // A type that is named twice is one type: a target may refuse that, or lists each item once
    const twice = [
      ['FOLDER', 'FOLDER'],
      ['REPORT', 'WORKBOOK', 'REPORT'],
    ] as const;
    for (const [types, answer] of await atOnce(twice, (one) =>
      workspace.listCombination({ ...query, types: one, first }),
    )) {
      if (!isAccepted(answer)) continue;
      const page = workspacePageOf(answer);
      const owed = items.filter(({ type }) => types.some((one) => one === type));
      const keys = sortedKeys(page.items);
      expect(keys, `the items with types=${types.join(' and ')}, each once`).toEqual(
        page.pageInfo.hasNextPage === false ? sortedKeys(owed) : [...new Set(keys)],
      );
    }

    // Within a folder, and on later pages
    const inside = several.find((one) => one.query.folderId !== undefined);
    if (inside) await judge(workspace, { ...inside.query, types: ['WORKBOOK', 'REPORT'], first });
    const small = Math.min(first, Math.ceil(items.length / 3));
    await judge(workspace, { ...query, types: ['REPORT', 'WORKBOOK'], first: small });
  },
);
