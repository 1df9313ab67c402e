import {
  baseItems,
  DIRECTIONS,
  expect,
  folderCount,
  forSamples,
  isFolder,
  isMixed,
  isOther,
  knownListings,
  type ListingQuery,
  notTested,
  orderedPage,
  requirement,
  test,
  VISIBLE_KEYS,
} from '../../fixtures/index.ts';

/** Pages of a listing that is walked to see its folders. */
const MOST_PAGES = 4;

// "Folders are always returned ahead of other item types."
test(
  'folders come first over the whole walk, for every query',
  requirement('workspace-folders-first'),
  async ({ snapshot, walkCache, workspace }) => {
    const known = await snapshot();
    if (known.all.length === 0) notTested('the workspace needs a folder and an item that is none');
    let told = 0;
    const judge = async (query: ListingQuery): Promise<void> => {
      const { items } = await workspace.walk(query);
      if (!isMixed(items)) return;
      told += 1;
      const late = items.slice(items.findIndex(isOther)).filter(isFolder);
      expect(
        late.map(({ id, name }) => ({ id, name })),
        'folders behind the first other item',
      ).toEqual([]);
    };

    await forSamples(workspace, known, judge);
    const ordered = VISIBLE_KEYS.flatMap((orderByField) =>
      DIRECTIONS.map((orderByDirection) => ({ orderByField, orderByDirection })),
    );
    const typed = [
      ['WORKBOOK', 'FOLDER'],
      ['REPORT', 'FOLDER'],
      ['REPORT', 'WORKBOOK', 'FOLDER'],
    ] as const;
    const mixed = knownListings(known).filter(({ items }) => isMixed(items));
    for (const [place, { query, items }] of mixed.slice(0, 2).entries()) {
      // Sizes around the number of folders put the edge between them and the rest inside a page and between pages.
      const folders = Math.max(folderCount(items), Math.ceil(items.length / MOST_PAGES));
      const small = orderedPage(workspace, known, query);
      for (const order of place === 0 ? ordered : ordered.slice(1, 4))
        await judge({ ...query, ...order, first: small });
      if (place > 0) continue;
      for (const first of [folders, folders + 1, walkCache.page]) await judge({ ...query, first });
      for (const types of typed) await judge({ ...query, types, first: small });
    }
    // A root that is too large for that shows its beginning.
    if (!known.wholeRoot && isMixed(known.root))
      for (const order of [{}, ...ordered]) await judge({ ...order, first: walkCache.page });
    for (const search of ['a', 'e', 'o']) await judge({ search, first: walkCache.page });
    const found = (await baseItems(workspace, { search: 'o' })) ?? [];
    const most = Math.max(folderCount(found) + 1, Math.ceil(found.length / 4));
    if (isMixed(found)) await judge({ search: 'o', first: most });
    if (told === 0) notTested('the workspace needs a listing that holds a folder and an item that is none');

    // viewer_last_viewed_at may not know cursors: its first pages tell.
    const folders = folderCount(known.root);
    for (const orderByDirection of DIRECTIONS) {
      const query = { orderByField: 'viewer_last_viewed_at', orderByDirection } as const;
      for (const first of [folders + 1, walkCache.page]) {
        const { items } = await workspace.page({ ...query, first: Math.min(first, walkCache.page) });
        const kinds = items.filter((item) => isFolder(item) || isOther(item)).map(isFolder);
        expect(kinds.lastIndexOf(true), `place of the last folder by ${query.orderByField}`).toBe(
          kinds.filter(Boolean).length - 1,
        );
      }
    }
  },
);
