import {
  expect,
  isFolder,
  isPlainName,
  itemKey,
  itemKeys,
  notTested,
  requirement,
  test,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';

// "searches across all folders, not only the current level"
test(
  'search looks into every folder',
  requirement('workspace-search-all-folders'),
  async ({ snapshot, workspace }) => {
    // Given items in folders: of each folder a folder inside it, if there is one, and another item
    const { root, contents } = await snapshot();
    const atRoot = new Set(itemKeys(root));
    const inFolders = [...contents.values()]
      .map((items) => items.filter((item) => !atRoot.has(itemKey(item)) && isPlainName(item.name)))
      .flatMap((items) => [items.find(isFolder), items.find((item) => !isFolder(item))])
      .filter((item) => item !== undefined)
      .slice(0, 12);
    if (inFolders.length === 0) notTested('the workspace needs a folder with something in it');

    // When their names are searched for, then they are found
    for (const item of inFolders) {
      const { items: found, cut } = await workspace.allItems({ search: item.name });
      if (cut) continue;
      expect(
        itemKeys(found),
        `what the name of an item in a folder, ${writeJson(item.name)}, finds`,
      ).toContain(itemKey(item));
    }
  },
);

test(
  'a search for a text that no name holds yields an empty page',
  requirement('workspace-search-absent-text'),
  async ({ snapshot, workspace }) => {
    const { all } = await snapshot();
    if (all.length === 0) notTested('the workspace needs an item');
    const page = await workspace.list({ search: 'conformance-no-such-name-xyzzy' });
    expect(page).toHaveStatus(200);
    const { items } = (page.json ?? {}) as { items?: unknown };
    expect(items, 'items whose name holds a text that no name holds').toEqual([]);
    expect(workspacePageOf(page).pageInfo.hasNextPage ?? false, 'hasNextPage of an empty page').toBe(false);
  },
);
