import {
  atOnce,
  expect,
  isItemId,
  isRefused,
  isWorkbookOrReport,
  itemIds,
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
    const { all, root } = await snapshot();
    if (root.length === 0)
      notTested('the workspace root needs an item, so that an empty page says something');
    const ids = itemIds(all).filter(isItemId);
    const file = all.find((item) => isWorkbookOrReport(item) && isItemId(item.id))?.id;
    // Neither 0 nor -1 stands for the root: where ids are positive, both are ids of nothing.
    const never = ids.every((id) => id > 0) ? [0, -1] : [];
    const folderIds = [unusedId(ids), ...(file === undefined ? [] : [file]), ...never];
    for (const [folderId, answer] of await atOnce(folderIds, (id) =>
      workspace.listCombination({ folderId: id }),
    )) {
      const items = (answer.json as { items?: unknown[] } | undefined)?.items;
      const nothing = isRefused(answer) || (Array.isArray(items) && items.length === 0);
      expect(
        nothing ? 'nothing' : answer.text.slice(0, 300),
        `what folderId=${folderId}, which is no folder, yields`,
      ).toBe('nothing');
    }
  },
);
