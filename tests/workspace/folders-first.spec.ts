import {
  DIRECTIONS,
  expect,
  expectedItems,
  fc,
  folderCount,
  forAll,
  isFolder,
  type ListingQuery,
  listings,
  notTested,
  queries,
  requirement,
  test,
  VISIBLE_KEYS,
  type WorkspaceItem,
} from '../../fixtures/index.ts';

const mixed = (items: readonly WorkspaceItem[]): boolean => items.some(isFolder) && !items.every(isFolder);

// "Folders are always returned ahead of other item types."
test(
  'folders come first over the whole walk, for every query',
  requirement('workspace-folders-first'),
  async ({ census, workspace }) => {
    const known = await census();
    if (!mixed(known.root)) notTested('the workspace root needs a folder and an item that is none');

    const judge = async (query: ListingQuery, first: number): Promise<void> => {
      const { items } = await workspace.walk({ ...query, first });
      const late = items.slice(items.findIndex((item) => !isFolder(item))).filter(isFolder);
      const shown = mixed(items) ? late.map(({ id, name }) => ({ id, name })) : [];
      expect(shown, 'folders behind the first other item').toEqual([]);
    };

    // Sizes around the number of folders put the edge between folders and the rest inside a page and between pages.
    const folders = folderCount(known.root);
    const ordered = VISIBLE_KEYS.flatMap((orderByField) =>
      DIRECTIONS.map((orderByDirection) => ({ orderByField, orderByDirection })),
    );
    const typed = (['WORKBOOK', 'REPORT'] as const).map((type) => ({ types: [type, 'FOLDER'] as const }));
    await forAll(
      [
        fc.constantFrom<ListingQuery>({}, ...ordered, ...typed),
        fc.constantFrom(100, folders, folders + 1, 1),
      ],
      judge,
    );
    for (const query of [...ordered, ...typed]) await judge(query, folders + 1);
    for (const search of ['a', 'e', 'o']) {
      const both = expectedItems(known, { search }) ?? [];
      for (const first of [folderCount(both) + 1, 100]) await judge({ search }, first);
    }
    for (const query of [{}, { types: ['REPORT', 'WORKBOOK', 'FOLDER'] } as const]) await judge(query, 100);

    // Every other listing that holds both, in every order.
    await forAll(
      [fc.oneof(listings(known), queries(known)), fc.constantFrom(2, 5, 100)],
      async (query, first) => {
        if (mixed(expectedItems(known, query) ?? [])) await judge(query, first);
      },
    );

    // viewer_last_viewed_at may not know cursors: its first pages tell.
    for (const orderByDirection of DIRECTIONS) {
      const query = { orderByField: 'viewer_last_viewed_at', orderByDirection } as const;
      for (const first of [folders, folders + 1, 100]) {
        const { items } = await workspace.page({ ...query, first });
        const kinds = items.map(isFolder);
        expect(kinds.lastIndexOf(true), `place of the last folder by ${query.orderByField}`).toBe(
          kinds.filter(Boolean).length - 1,
        );
      }
    }
  },
);
