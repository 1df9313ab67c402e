import {
  expect,
  ids,
  isAccepted,
  notTested,
  requirement,
  test,
  type WorkspaceItem,
} from '../../fixtures/index.ts';

const OTHER = 'TARGET_OTHER_ACCESS_TOKEN';

// "Only items the calling user can access are returned."
test(
  'a caller sees only what it may access',
  requirement('workspace-access-filtered'),
  async ({ census, target, workspace }) => {
    const first = await census();
    const theirs = workspace.as(OTHER);
    const second = await census(OTHER);
    const privateId = target.settings.TARGET_PRIVATE_ITEM_ID;
    const seen = new Map(first.all.map((item) => [item.id, item]));
    if (privateId !== undefined && !seen.has(privateId)) {
      notTested(`TARGET_PRIVATE_ITEM_ID ${privateId} is not among the items that the first user sees`);
    }

    // An item below a folder that the second user may not see is free to be found; one that stands in a listing
    // which the second user sees, and is not in it, is hidden.
    const visible = new Set(ids(second.all));
    const parents = parentsOf(first);
    const hidden = (item: WorkspaceItem): boolean => {
      const parent = parents.get(item.id);
      return (
        !visible.has(item.id) &&
        (item.id === privateId || parent === null || (parent !== undefined && visible.has(parent)))
      );
    };
    const secrets = first.all.filter((item) => item.id === privateId || hidden(item)).slice(0, 8);
    if (secrets.length === 0)
      notTested('the second user sees everything that the first one sees: set TARGET_PRIVATE_ITEM_ID');

    for (const { id, name, type } of secrets) {
      expect(visible.has(id) ? [id] : [], "items of the first user alone in the second one's walk").toEqual(
        [],
      );
      const found = await theirs.everything({ search: name.trim(), first: 2 });
      expect(ids(found), `what the second user finds by the name of item ${id}`).not.toContain(id);
      const parent = parents.get(id);
      for (const folderId of [
        ...(typeof parent === 'number' ? [parent] : []),
        ...(type === 'FOLDER' ? [id] : []),
      ]) {
        const answer = await theirs.list({ folderId, first: 100 });
        if (!isAccepted(answer)) continue;
        const listed = (answer.json as { items?: { id: number }[] }).items ?? [];
        const leaked = listed.filter(
          (item) =>
            item.id === id ||
            (folderId === id &&
              first.contents.get(id)?.some((own) => own.id === item.id) &&
              !visible.has(item.id)),
        );
        expect(
          leaked.map((item) => item.id),
          `what the second user sees in folder ${folderId}`,
        ).toEqual([]);
      }
    }

    // No parameter opens what is hidden.
    const opened = new Set(ids(secrets));
    for (const query of [
      ...(['updated_at', 'created_at', 'name', 'viewer_last_viewed_at'] as const).map((orderByField) => ({
        orderByField,
      })),
      ...[['FOLDER'], ['WORKBOOK'], ['REPORT'], ['WORKBOOK', 'REPORT'], ['FOLDER', 'WORKBOOK', 'REPORT']].map(
        (types) => ({ types: types as WorkspaceItem['type'][] }),
      ),
    ]) {
      const { items } = await theirs.walk({ ...query, first: 100 });
      expect(
        ids(items).filter((id) => opened.has(id)),
        `items of the first user alone, found by the second with ${JSON.stringify(query)}`,
      ).toEqual([]);
    }

    // Answers of one caller never reach the other, one after the other or side by side.
    const query = { first: 100, orderByField: 'name', orderByDirection: 'ASC' } as const;
    const leaks = new Set(ids(secrets));
    for (let round = 0; round < 3; round += 1) {
      await workspace.page(query);
      const after = await theirs.page(query);
      const [, beside] = await Promise.all([workspace.page(query), theirs.page(query)]);
      for (const page of [after, beside]) {
        expect(
          ids(page.items).filter((id) => leaks.has(id)),
          'items of the first user alone, right after it asked the same',
        ).toEqual([]);
      }
    }
    const walked = await theirs.everything({ first: 1 });
    expect(
      ids(walked).filter((id) => leaks.has(id)),
      'items of the first user alone on later pages',
    ).toEqual([]);
  },
);

/** Where each item stands: a folder id, or null for the root. */
function parentsOf({
  root,
  contents,
}: {
  root: readonly WorkspaceItem[];
  contents: ReadonlyMap<number, readonly WorkspaceItem[]>;
}): Map<number, number | null> {
  const parents = new Map<number, number | null>(ids(root).map((id) => [id, null]));
  for (const [folder, items] of contents) for (const { id } of items) parents.set(id, folder);
  return parents;
}
