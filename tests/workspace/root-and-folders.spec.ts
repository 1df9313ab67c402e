import { expect, ids, isFolder, isRefused, notTested, requirement, test } from '../../fixtures/index.ts';

// "When folderId is omitted, the items at the workspace root are returned."
test(
  'without folderId the root is listed, and only the root',
  requirement('workspace-root-default'),
  async ({ census }) => {
    const { root, contents } = await census();
    const inFolders = new Set([...contents.values()].flatMap(ids));
    if (inFolders.size === 0) notTested('the workspace needs a folder with something in it');
    expect(
      ids(root).filter((id) => inFolders.has(id)),
      'items of folders in the root listing',
    ).toEqual([]);
    // An item below a folder that the caller may not see may stand at the root.
    const strays = root.filter(({ folderId }) => typeof folderId === 'number' && contents.has(folderId));
    expect(ids(strays), 'root items that name a folder as their parent').toEqual([]);
  },
);

// "folderId: List the contents of this folder"
test(
  'folderId lists the contents of that folder',
  requirement('workspace-folder-contents'),
  async ({ census, workspace }) => {
    const { root, contents, all } = await census();
    const filled = [...contents].filter(([, items]) => items.length > 0);
    if (filled.length === 0) notTested('the workspace needs a folder with something in it');
    const seen = new Map<number, number>();
    for (const [folder, items] of contents) {
      const elsewhere = items.filter(({ folderId }) => typeof folderId === 'number' && folderId !== folder);
      expect(ids(elsewhere), `items listed in folder ${folder} that name another parent`).toEqual([]);
      const orphaned = items.filter((item) => item.folderId === null);
      expect(ids(orphaned), `items listed in folder ${folder} that name no parent`).toEqual([]);
      for (const { id } of items) {
        expect([folder, ...(seen.has(id) ? [seen.get(id)] : [])], `folders that list item ${id}`).toEqual([
          folder,
        ]);
        seen.set(id, folder);
      }
    }
    expect(
      ids(root.filter(isFolder)).filter((id) => seen.has(id) && contents.has(id)),
      'root folders listed inside folders',
    ).toEqual([]);

    // Search reaches every folder, so what it finds in a folder must be among the folder's contents.
    const [sample] = filled[0] as (typeof filled)[number];
    const names = (contents.get(sample) ?? []).map(({ name }) => name);
    const found = await workspace.everything({ search: (names[0] ?? '').trim().slice(0, 1), first: 100 });
    const known = new Set(ids(all));
    const missing = found.filter(
      ({ id, folderId }) => typeof folderId === 'number' && contents.has(folderId) && !known.has(id),
    );
    expect(ids(missing), 'items that search finds in a folder whose listing lacks them').toEqual([]);
  },
);

// A folder that does not exist has no contents to list.
test(
  'a folderId that names no folder yields nothing',
  requirement('workspace-folder-unknown'),
  async ({ census, workspace }) => {
    const { all, root } = await census();
    if (root.length === 0)
      notTested('the workspace root needs an item, so that an empty page says something');
    const unknown = Math.max(...ids(all)) + 7919;
    const file = all.find((item) => !isFolder(item))?.id;
    for (const folderId of [unknown, ...(file === undefined ? [] : [file])]) {
      const answer = await workspace.list({ folderId });
      const items = (answer.json as { items?: unknown[] } | undefined)?.items;
      const nothing = isRefused(answer) || (Array.isArray(items) && items.length === 0);
      expect(
        nothing ? 'nothing' : answer.text.slice(0, 300),
        `what folderId=${folderId}, which is no folder, yields`,
      ).toBe('nothing');
    }
  },
);
