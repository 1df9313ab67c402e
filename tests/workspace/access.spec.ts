import {
  canBeListed,
  expect,
  type Id,
  ids,
  isAccepted,
  isFolder,
  isNumber,
  type ListingQuery,
  notTested,
  pageOf,
  requirement,
  test,
  type WorkspaceClient,
  type WorkspaceItem,
  type WorkspaceSnapshot,
  writeJson,
} from '../../fixtures/index.ts';

const OTHER = 'TARGET_OTHER_ACCESS_TOKEN';
/** Hidden items that are looked for one by one. */
const MOST = 4;

// "Only items the calling user can access are returned."
test(
  'a caller sees only what it may access',
  requirement('workspace-access-filtered'),
  async ({ snapshot, walkCache, target, workspace }) => {
    const first = await snapshot();
    const theirs = workspace.as(OTHER);
    const second = await snapshot(OTHER);
    const privateId = target.settings.TARGET_PRIVATE_ITEM_ID;
    const hidden = missingFrom(second, first);
    const known = first.all.find(({ id }) => id === privateId);
    if (known && !hidden.includes(known)) hidden.unshift(known);
    if (hidden.length === 0)
      notTested(
        privateId === undefined
          ? 'the second user sees everything that the first one sees: set TARGET_PRIVATE_ITEM_ID'
          : `TARGET_PRIVATE_ITEM_ID ${privateId} is not among the ${first.all.length} items of the first user that were read`,
      );
    const secrets = new Set([...ids(hidden), ...(privateId === undefined ? [] : [privateId])]);
    const expectNone = (items: readonly WorkspaceItem[], where: string): void =>
      expect(
        ids(items).filter((id) => secrets.has(id)),
        `items of the first user alone ${where}`,
      ).toEqual([]);

    expectNone(second.all, "in the second one's walk");
    const parents = parentsOf(first);
    const one = [
      ...hidden.filter(({ id }) => id === privateId),
      ...hidden.filter(isFolder).slice(0, 1),
      ...hidden.filter((item) => item.id !== privateId && !isFolder(item)),
    ].slice(0, MOST);
    for (const item of one) {
      const { id, name } = item;
      const search = name.trim();
      if (search !== '') {
        const { items } = await theirs.walk({ search, first: 2 }, { pages: 3, items: 6 });
        expectNone(items, `found by the second with search=${writeJson(search)}`);
      }
      const parent = parents.get(id);
      if (isNumber(parent))
        expectNone(await shown(theirs, { folderId: parent, first: walkCache.page }), `in folder ${parent}`);
      if (!canBeListed(item)) continue;
      // What the second user sees elsewhere too is free to be seen in here.
      const seen = new Set(ids(second.all));
      const inside = (await shown(theirs, { folderId: id, first: walkCache.page })).filter(
        (item) => !seen.has(item.id),
      );
      const own = new Set(ids(first.contents.get(id) ?? []));
      expect(
        ids(inside).filter((item) => own.has(item)),
        `what the second user sees in folder ${id} alone`,
      ).toEqual([]);
    }

    // No parameter opens what is hidden.
    const queries: ListingQuery[] = [
      ...(['updated_at', 'created_at', 'name', 'viewer_last_viewed_at'] as const).map((orderByField) => ({
        orderByField,
      })),
      ...([['FOLDER'], ['WORKBOOK'], ['WORKBOOK', 'REPORT']] as const).map((types) => ({
        types,
      })),
      { types: ['FOLDER', 'WORKBOOK', 'REPORT'], search: 'e', orderByField: 'name' },
    ];
    for (const query of queries) {
      const { items } = await theirs.whole(query);
      expectNone(items, `found by the second with ${writeJson(query)}`);
    }
    const small = Math.max(1, Math.ceil(second.root.length / 6));
    const { items } = await theirs.walk({ first: Math.min(small, walkCache.page) });
    expectNone(items, 'on later pages');

    // The other way round: what the second user alone is shown, the first does not find.
    const own = new Set(ids(missingFrom(first, second)));
    for (const query of [
      { search: 'a' },
      { search: 'e' },
      { types: ['WORKBOOK'] },
      { types: ['REPORT'] },
    ] as const) {
      const { items: found } = await workspace.whole(query);
      expect(
        ids(found).filter((id) => own.has(id)),
        `items of the second user alone, found by the first with ${writeJson(query)}`,
      ).toEqual([]);
    }

    // Answers of one caller never reach the other, one after the other or side by side.
    const same = { first: walkCache.page, orderByField: 'name', orderByDirection: 'ASC' } as const;
    for (let round = 0; round < 2; round += 1) {
      await workspace.page(same);
      const after = await theirs.page(same);
      const [, beside] = await Promise.all([workspace.page(same), theirs.page(same)]);
      for (const page of [after, beside]) expectNone(page.items, 'right after it asked the same');
    }
  },
);

/** What a caller sees on the first page of a folder that it may not know. */
async function shown(workspace: WorkspaceClient, query: ListingQuery): Promise<WorkspaceItem[]> {
  const answer = await workspace.list(query);
  return isAccepted(answer) ? pageOf(answer).items : [];
}

/**
 * What one user was shown in a listing that both read to its end, and the other was not. An item below a folder that
 * the other may not see is free to be found.
 */
function missingFrom(other: WorkspaceSnapshot, one: WorkspaceSnapshot): WorkspaceItem[] {
  const visible = new Set(ids(other.all));
  const shared = [...one.contents].filter(([folder]) => visible.has(folder) && other.contents.has(folder));
  const listings = [
    ...(one.wholeRoot && other.wholeRoot ? [one.root] : []),
    ...shared.map(([, items]) => items),
  ];
  const missing = listings.flat().filter(({ id }) => !visible.has(id));
  return [...new Map(missing.map((item) => [item.id, item])).values()];
}

/** Where each item stands: a folder id, or null for the root. */
function parentsOf({ root, contents }: WorkspaceSnapshot): Map<Id, Id | null> {
  const parents = new Map<Id, Id | null>(ids(root).map((id) => [id, null]));
  for (const [folder, items] of contents) for (const { id } of items) parents.set(id, folder);
  return parents;
}
