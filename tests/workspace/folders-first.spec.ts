import {
  directions,
  expect,
  expectedItems,
  fc,
  folderCount,
  forAll,
  isFolder,
  listings,
  notTested,
  requirement,
  test,
  visibleOrders,
  type WorkspaceItem,
} from '../../fixtures/index.ts';

// "Folders are always returned ahead of other item types."
test(
  'folders come first over the whole walk, for every query',
  requirement('workspace-folders-first'),
  async ({ census, workspace }) => {
    const known = await census();
    const mixed = (items: readonly WorkspaceItem[]): boolean =>
      items.some(isFolder) && !items.every(isFolder);
    if (!mixed(known.root)) notTested('the workspace root needs a folder and an item that is none');

    // Sizes around the number of folders put the edge between folders and the rest inside a page, and between pages.
    const folders = folderCount(known.root);
    const sizes = fc.constantFrom(1, 2, folders, folders + 1, known.root.length, 100);
    const orders = fc.option(fc.tuple(visibleOrders, directions), { nil: undefined });

    let interesting = 0;
    await forAll([listings(known), orders, sizes], async (listing, order, first) => {
      if (!mixed(expectedItems(known, listing) ?? [])) return;
      interesting += 1;
      const ordering = order ? { orderByField: order[0], orderByDirection: order[1] } : {};
      const items = await workspace.everything({ ...listing, ...ordering, first });
      const firstOther = items.findIndex((item) => !isFolder(item));
      const late = firstOther === -1 ? [] : items.slice(firstOther).filter(isFolder);
      expect(
        late.map(({ id, name }) => ({ id, name })),
        'folders behind the first other item',
      ).toEqual([]);
    });
    if (interesting === 0) notTested('no generated listing held folders and other items');
  },
);
