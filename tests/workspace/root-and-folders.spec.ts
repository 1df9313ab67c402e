import {
  about,
  allOf,
  expect,
  type Id,
  isFolder,
  isListableFolder,
  isNumber,
  itemIds,
  type ListingQuery,
  notTested,
  requirement,
  test,
  type WorkspaceClient,
  type WorkspaceItem,
  type WorkspaceSnapshot,
} from '../../fixtures/index.ts';

/** Searches that find most of what there is. */
const LETTERS = ['a', 'e', 'o'];
/** Folders that are asked for again because their contents are not known. */
const MAX_UNREAD = 3;

// "When folderId is omitted, the items at the workspace root are returned."
test(
  'without folderId, the items of the root are listed and no others',
  requirement('workspace-root-default'),
  async ({ snapshot, workspace }) => {
    const { all, root, contents, wholeRoot } = await snapshot();
    const inFolders = new Set([...contents.values()].flatMap(itemIds));
    if (inFolders.size === 0) notTested('the workspace needs a folder with something in it');
    await workspace.walkInLargePages();
    expect(
      itemIds(root).filter((id) => inFolders.has(id)),
      'items of folders in the root listing',
    ).toEqual([]);
    if (wholeRoot) await expectEveryType(workspace, root, {}, 'the root listing');
    if (wholeRoot) await expectNeverViewedKept(workspace, root);

    // What search finds without a parent is in the root listing, where the target shows parents at all.
    const listed = new Set(itemIds(root));
    const isOrphan = orphansAmong(all);
    for (const search of wholeRoot ? LETTERS : []) {
      const searched = await workspace.allItems({ search });
      const { items: found } = searched;
      about(searched, await workspace.walkInLargePages());
      // Folders may name no parents: one that another folder lists belongs there.
      const missing = found.filter(
        (item) => isOrphan(item) && !listed.has(item.id) && !(isFolder(item) && inFolders.has(item.id)),
      );
      expect(itemIds(missing), 'items without a parent that search finds and the root listing lacks').toEqual(
        [],
      );
    }

    // Items below a folder that the caller may not see may be listed at the root: their parent is not among those read.
    await workspace.walkInLargePages();
    const strays = root.filter(({ folderId }) => isNumber(folderId) && contents.has(folderId));
    expect(itemIds(strays), 'root items that name a folder as their parent').toEqual([]);
  },
);

/** An order in which some items have no position, such as those that were never viewed, loses none of them. */
async function expectNeverViewedKept(
  workspace: WorkspaceClient,
  root: readonly WorkspaceItem[],
): Promise<void> {
  if ((await workspace.walkInLargePages()).pages.length !== 1) return;
  const { items } = await workspace.page({
    orderByField: 'viewer_last_viewed_at',
    first: workspace.walkCache.pageSize,
  });
  const kept = new Set(itemIds(items));
  expect(
    itemIds(root).filter((id) => !kept.has(id)),
    'items that the root listing lacks when ordered by viewer_last_viewed_at',
    'keep items that the caller has never viewed in the listing: only their order depends on the views',
  ).toEqual([]);
}

// "folderId: List the contents of this folder"
test(
  'folderId lists the contents of that folder',
  requirement('workspace-folder-contents'),
  async ({ snapshot, workspace }) => {
    const { root, contents, all } = await snapshot();
    const filled = [...contents].filter(([, items]) => items.length > 0);
    // A folder that could not be read was refused, or the budget ended before it.
    const unread = itemIds(all.filter((item) => isListableFolder(item) && !contents.has(item.id)));
    for (const folderId of [...filled.slice(0, 1).map(([id]) => id), ...unread.slice(0, MAX_UNREAD)])
      expect(
        await workspace.list({ folderId }),
        `the listing of folder ${folderId}:`,
        'accept the id of every folder that is listed as `folderId`',
      ).toBeAccepted();
    await expectNoStrays(workspace, { root, contents, all });

    for (const [folderId, items] of filled.slice(0, 4)) {
      await expectEveryType(workspace, items, { folderId }, `the listing of folder ${folderId}`);
    }

    // Search reaches every folder: what it finds in a folder is in the folder's listing, even if all listings are empty.
    const known = new Set(itemIds(all));
    for (const search of contents.size > 0 ? LETTERS : []) {
      const searched = await workspace.allItems({ search });
      const { items: found } = searched;
      const missing = found.filter(
        ({ id, folderId }) => isNumber(folderId) && contents.has(folderId) && !known.has(id),
      );
      const lacking = missing
        .slice(0, 1)
        .map(({ folderId }) => workspace.walkInLargePages({ folderId: folderId as Id }));
      about(searched, ...(await allOf(lacking)));
      expect(itemIds(missing), 'items that search finds in a folder whose listing lacks them').toEqual([]);
    }
    if (filled.length === 0) notTested('the workspace needs a folder with something in it');
  },
);

/** A folder lists no item of another folder or of the root, and no item is listed in two places. */
async function expectNoStrays(
  workspace: WorkspaceClient,
  { root, contents, all }: Pick<WorkspaceSnapshot, 'root' | 'contents' | 'all'>,
): Promise<void> {
  const isOrphan = orphansAmong(all);
  const foldersNameParents = all.some((item) => isFolder(item) && isNumber(item.folderId));
  const folderOf = new Map<Id, Id>();
  for (const [folder, items] of contents) {
    const listing = await workspace.walkInLargePages({ folderId: folder });
    const elsewhere = items.filter(({ folderId }) => isNumber(folderId) && folderId !== folder);
    expect(itemIds(elsewhere), `items listed in folder ${folder} that name another parent`).toEqual([]);
    const orphans = items.filter((item) => isOrphan(item) && (foldersNameParents || !isFolder(item)));
    expect(itemIds(orphans), `items listed in folder ${folder} that name no parent`).toEqual([]);
    for (const { id } of items) {
      const other = folderOf.get(id);
      const folders = other === undefined ? [folder] : [other, folder];
      if (other !== undefined) about(await workspace.walkInLargePages({ folderId: other }), listing);
      expect(folders, `folders that list item ${id}`).toEqual([folder]);
      folderOf.set(id, folder);
    }
  }
  await workspace.walkInLargePages();
  expect(
    itemIds(root.filter(isFolder)).filter((id) => folderOf.has(id) && contents.has(id)),
    'root folders listed inside folders',
  ).toEqual([]);
}

/** A test for items that name no parent, where the target shows parents at all. */
function orphansAmong(all: readonly WorkspaceItem[]): (item: WorkspaceItem) => boolean {
  const showsParents = all.some(({ folderId }) => isNumber(folderId));
  return ({ folderId }) => showsParents && folderId === null;
}

/** A listing without types holds what it holds for each type. */
async function expectEveryType(
  workspace: WorkspaceClient,
  items: readonly WorkspaceItem[],
  listing: ListingQuery,
  what: string,
): Promise<void> {
  const listed = new Set(itemIds(items));
  for (const type of ['FOLDER', 'WORKBOOK', 'REPORT'] as const) {
    const ofType = await workspace.allItems({ ...listing, types: [type] });
    const { items: found } = ofType;
    about(ofType, await workspace.walkInLargePages(listing));
    const missing = found.filter((item) => item.type === type && !listed.has(item.id));
    expect(
      itemIds(missing),
      `${type}s that ${what} shows only with types=${type}`,
      'list the items of every type when `types` is omitted',
    ).toEqual([]);
  }
}
