import {
  atOnce,
  expect,
  findWorkspacePage,
  isComplete,
  isFolder,
  isItemId,
  isRefused,
  itemKey,
  itemKeys,
  notTested,
  requirement,
  test,
  unusedId,
} from '../../fixtures/index.ts';

// A folder that does not exist has no contents to list.
test(
  'a folderId that names no folder yields nothing',
  requirement('workspace-folder-unknown'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    const { all, root } = known;
    if (root.length === 0)
      notTested('the workspace root needs an item, so that an empty page says something');
    const ids = all.map(({ id }) => id).filter(isItemId);
    // Nothing says that ids are unique across types: the id of a workbook may be that of a folder, too.
    const folders = new Set(all.filter(isFolder).map(({ id }) => id));
    const file = ids.find((id) => !folders.has(id));
    const keys = new Set(itemKeys(all));
    // Neither 0 nor -1 stands for the root: where ids are positive, both are ids of nothing.
    const never = ids.every((id) => id > 0) ? [0, -1] : [];
    const folderIds = [unusedId(ids), ...(file === undefined ? [] : [file]), ...never];
    for (const [folderId, answer] of await atOnce(folderIds, (id) =>
      workspace.listCombination({ folderId: id }),
    )) {
      const items = (answer.json as { items?: unknown[] } | undefined)?.items;
      const isEmpty = Array.isArray(items) && items.length === 0;
      // A folder that was not read may have that id: what stands elsewhere is not in it.
      const isOther =
        !isComplete(known) &&
        findWorkspacePage(answer)?.items.every((item) => !keys.has(itemKey(item))) === true;
      const nothing = isRefused(answer) || isEmpty || isOther;
      expect(
        nothing ? 'nothing' : answer.text.slice(0, 300),
        `what folderId=${folderId}, which is no folder, yields`,
      ).toBe('nothing');
    }
  },
);
