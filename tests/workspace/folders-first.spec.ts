import {
  allOf,
  DIRECTIONS,
  expect,
  folderCount,
  isFolder,
  isMixed,
  isWorkbookOrReport,
  itemsByBaseListing,
  knownListings,
  type ListingQuery,
  notTested,
  orderPageSize,
  requirement,
  test,
  VISIBLE_KEYS,
  writeJson,
} from '../../fixtures/index.ts';
import { judgeFoldersFirst } from './support.ts';

/** Pages of a listing that is walked to see its folders. */
const MAX_PAGES = 4;

const ORDERS = VISIBLE_KEYS.flatMap((orderByField) =>
  DIRECTIONS.map((orderByDirection) => ({ orderByField, orderByDirection })),
);

test(
  'folders come before other items over the whole walk, for every query',
  requirement('workspace-folders-first'),
  async ({ snapshot, walkCache, workspace }) => {
    const known = await snapshot();
    // Listings with folders and other items, in every order: combinations.spec.ts has them by types
    const { pageSize } = walkCache;
    const mixed = knownListings(known).filter(({ items }) => isMixed(items));
    const queries = mixed.slice(0, 2).flatMap(({ query, items }, index): ListingQuery[] => {
      const small = orderPageSize(workspace, known, query);
      const orders = index === 0 ? ORDERS : ORDERS.slice(1, 2);
      const ordered = orders.map((order) => ({ ...query, ...order, first: small }));
      if (index > 0) return ordered;
      // With these page sizes the last folder is the last item of a page, or the next to last.
      const folders = Math.max(folderCount(items), Math.ceil(items.length / MAX_PAGES));
      return [...ordered, ...[folders, folders + 1, pageSize].map((first) => ({ ...query, first }))];
    });
    // Of a root that is too large for that, the beginning is judged.
    if (!known.wholeRoot && isMixed(known.root))
      queries.push(...[{}, ...ORDERS].map((order) => ({ ...order, first: pageSize })));
    queries.push({ search: 'e', first: pageSize });
    const found = (await itemsByBaseListing(workspace, { search: 'o' })) ?? [];
    const afterFolders = Math.max(folderCount(found) + 1, Math.ceil(found.length / 4));
    if (isMixed(found)) queries.push({ search: 'o', first: afterFolders });
    await allOf(queries.map((query) => workspace.walk(query)));
    let judged = 0;
    for (const query of queries) {
      const walk = await workspace.walk(query);
      if (isMixed(walk.items)) judged += 1;
      judgeFoldersFirst({ query, walk, owed: walk.items, how: writeJson(query) });
    }
    if (judged === 0) notTested('the workspace needs a listing that holds a folder and another item');

    // A target may know no cursors for viewer_last_viewed_at: of that order, first pages are judged.
    for (const orderByDirection of DIRECTIONS) {
      const query = { orderByField: 'viewer_last_viewed_at', orderByDirection } as const;
      for (const first of [Math.min(folderCount(known.root) + 1, pageSize), pageSize]) {
        const { items } = await workspace.page({ ...query, first });
        const areFolders = items.filter((item) => isFolder(item) || isWorkbookOrReport(item)).map(isFolder);
        const last = areFolders.filter(Boolean).length - 1;
        expect(areFolders.lastIndexOf(true), `position of the last folder by ${query.orderByField}`).toBe(
          last,
        );
      }
    }
  },
);
