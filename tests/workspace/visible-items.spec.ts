import {
  allOf,
  among,
  expect,
  hiddenFromOne,
  type Id,
  inconclusive,
  isAccepted,
  isComplete,
  isFolder,
  isListableFolder,
  itemKey,
  itemKeys,
  type ListingQuery,
  notTested,
  pathAliases,
  requirement,
  test,
  under,
  type WorkspaceClient,
  type WorkspaceItem,
  type WorkspaceSnapshot,
  without,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';
import { letterIn, OTHER } from './support.ts';

/** Hidden items that are looked for one by one. */
const MAX_HIDDEN = 4;
const ORDERS = ['updated_at', 'created_at', 'name', 'viewer_last_viewed_at'] as const;
/** Parameters that must not open what is hidden, with a text that some hidden name holds. */
const queriesFor = (search: string): readonly ListingQuery[] => [
  ...ORDERS.map((orderByField) => ({ orderByField })),
  { types: ['FOLDER'] },
  { types: ['WORKBOOK'] },
  { types: ['WORKBOOK', 'REPORT'] },
  { types: ['FOLDER', 'WORKBOOK', 'REPORT'], search, orderByField: 'name' },
  { search, orderByField: 'viewer_last_viewed_at' },
  { search, types: ['REPORT'] },
];
/** The same for the first user, who must not find what only the second one is shown. */
const queriesOfFirst = (search: string): readonly ListingQuery[] => [
  { search: 'a' },
  { search },
  { types: ['WORKBOOK'] },
  { types: ['REPORT'] },
];

/** Parameters beside a hidden folder, which do not open it. */
const queriesInside = (search: string): readonly ListingQuery[] => [
  {},
  { types: ['WORKBOOK', 'REPORT'] },
  ...ORDERS.map((orderByField) => ({ orderByField, orderByDirection: 'DESC' as const })),
  { search },
  { search, types: ['WORKBOOK', 'REPORT'] },
  { first: 1 },
];

/** Ways to write an id that a program may read as that id, after a guard has compared texts. */
const spellingsOf = (id: Id): string[] => [`0${id}`, `${id}.0`, `+${id}`, ` ${id}`];

type ExpectNone = (items: readonly WorkspaceItem[], where: string) => void;

// One of the last files by its name: a filter may wear off while others are judged.
test(
  'a caller sees only what it may access',
  requirement('workspace-access-filtered'),
  async ({ snapshot, target, workspace }) => {
    // Given two users, and items that only the first one is shown
    const first = await snapshot();
    const theirs = workspace.as(OTHER);
    const second = await snapshot(OTHER);
    const { TARGET_PRIVATE_ITEM_ID: privateId } = target.settings;
    const hidden = hiddenFrom(second, first, privateId);
    const expectNone: ExpectNone = (items, where) =>
      expect(itemKeys(among(items, hidden)), `items that only the first user may see, ${where}`).toEqual([]);

    // Then the second user does not find them by a walk
    expectNone(second.all, "in the second user's walk");

    // Nor where they are
    const samples = [
      ...hidden.filter(({ id }) => id === privateId),
      ...hidden.filter(isFolder).slice(0, 1),
      ...hidden.filter((item) => item.id !== privateId && !isFolder(item)),
    ];
    for (const item of samples.slice(0, MAX_HIDDEN))
      await expectHidden(theirs, item, [first, second], expectNone);

    // Nor by other parameters
    const { pageSize } = workspace.walkCache;
    for (const query of queriesFor(letterIn(hidden))) {
      const { items } = await theirs.walkInLargePages(query);
      expectNone(items, `found by the second with ${writeJson(query)}`);
    }
    const small = Math.max(1, Math.ceil(second.root.length / 6));
    const { items } = await theirs.walk({ first: Math.min(small, pageSize) });
    expectNone(items, 'on later pages');

    // Nor where the path is written in another way. Where a page is short, one of them is searched for.
    const { pages } = await theirs.walkInLargePages();
    const search = pages.length > 1 ? samples.find(({ name }) => name.trim() !== '')?.name : undefined;
    for (const how of [
      ...pathAliases.map((alias) => ({ alias })),
      ...spellingsOf(workspace.deploymentId).map((deploymentId) => ({ path: { deploymentId } })),
    ]) {
      const page = await theirs.probe({ query: { first: pageSize, search }, ...how });
      expectNone(page?.items ?? [], `found by the second with ${writeJson(how)}`);
    }

    // Nor does the first user find what only the second one is shown
    const hiddenFromFirst = hiddenFromOne(first, second);
    for (const query of queriesOfFirst(letterIn(hiddenFromFirst))) {
      const { items: found } = await workspace.walkInLargePages(query);
      expect(
        itemKeys(among(found, hiddenFromFirst)),
        `items that only the second user may see, found by the first with ${writeJson(query)}`,
      ).toEqual([]);
    }

    // And answers to one caller never reach the other, whether they ask one after the other or at the same time
    const same = { first: pageSize, orderByField: 'name', orderByDirection: 'ASC' } as const;
    for (let round = 0; round < 2; round += 1) {
      await workspace.page(same);
      const after = await theirs.page(same);
      const [, beside] = await allOf([workspace.page(same), theirs.page(same)]);
      for (const seen of [after, beside]) expectNone(seen.items, 'right after it asked the same');
    }
  },
);

/**
 * The items that only the first user is shown, the declared private item first.
 *
 * @throws the runner's skip, as inconclusive, where the users see that item the wrong way round; as not tested, where nothing is hidden
 */
function hiddenFrom(
  second: WorkspaceSnapshot,
  first: WorkspaceSnapshot,
  privateId: Id | undefined,
): WorkspaceItem[] {
  const named = first.all.filter(({ id }) => id === privateId);
  if (privateId !== undefined && isComplete(first) && named.length === 0)
    inconclusive(
      second.all.some(({ id }) => id === privateId)
        ? `TARGET_PRIVATE_ITEM_ID ${privateId} is shown to the user of ${OTHER}, and not to that of TARGET_ACCESS_TOKEN: are the two tokens swapped? Swap them, or name an item that only the first user may see`
        : `TARGET_PRIVATE_ITEM_ID ${privateId} is shown to neither user: name an item of the deployment that the first user is shown`,
    );
  const unseen = without(named, second.all);
  // Items of several types may have its id: the one that the second user is not shown is meant. One of them is, where all are shown.
  const meant = unseen.length === 0 ? named : unseen.length === 1 ? unseen : [];
  const isCertain = isComplete(first) && (named.length < 2 || isComplete(second));
  const hidden = [...new Set([...(isCertain ? meant : []), ...hiddenFromOne(second, first)])];
  if (hidden.length > 0) return hidden;
  return notTested(
    privateId === undefined
      ? 'the second user sees everything that the first one sees: set TARGET_PRIVATE_ITEM_ID'
      : `which item TARGET_PRIVATE_ITEM_ID ${privateId} names is not certain: ${first.all.length} items of the first user were read, and ids may not be unique across types`,
  );
}

/** The second user does not find a hidden item by its name, in its folder, or by listing it. */
async function expectHidden(
  theirs: WorkspaceClient,
  item: WorkspaceItem,
  [first, second]: readonly [WorkspaceSnapshot, WorkspaceSnapshot],
  expectNone: ExpectNone,
): Promise<void> {
  const { pageSize } = theirs.walkCache;
  const name = item.name.trim();
  if (name !== '') {
    const ofItsType = item.type === 'UNKNOWN' ? [] : [{ search: name, types: [item.type] }];
    for (const query of [{ search: name }, ...ofItsType]) {
      const { items } = await theirs.walk({ ...query, first: 2 }, { pages: 3, items: 6 });
      expectNone(items, `found by the second with ${writeJson(query)}`);
    }
  }
  /** The items on the first page of a folder, or none where the caller is refused. */
  const listed = async (folderId: Id, query: ListingQuery = {}): Promise<WorkspaceItem[]> => {
    const answer = await theirs.list({ folderId, first: pageSize, ...query });
    return isAccepted(answer) ? workspacePageOf(answer).items : [];
  };
  const [parent] = [...first.contents].findLast(([, items]) => itemKeys(items).includes(itemKey(item))) ?? [];
  if (parent !== undefined) expectNone(await listed(parent), `in folder ${parent}`);
  if (!isListableFolder(item)) return;
  const contents = first.contents.get(item.id) ?? [];
  const open = second.all.find(isListableFolder);
  for (const folderId of [...spellingsOf(item.id), ...(open ? [[open.id, item.id]] : [])]) {
    const page = await theirs.probe({ query: { folderId, first: pageSize } });
    const inside = among(page?.items ?? [], contents);
    expect(
      itemKeys(without(inside, second.all)),
      `items that only the first user may see, with folderId=${writeJson(folderId)}`,
    ).toEqual([]);
  }
  // What the second user sees elsewhere, it may see in the folder; a search may find what lies in folders that are hidden.
  const search = letterIn(contents);
  const { items: found } = await theirs.walkInLargePages({ search });
  for (const query of queriesInside(search)) {
    const allowed = [...second.all, ...(query.search === undefined ? [] : found)];
    const page = await listed(item.id, query);
    const inside = among(page, contents);
    expect(
      itemKeys(without(inside, allowed)),
      `items that only the first user may see, with ${writeJson(query)} in folder ${item.id}, which is hidden from the second`,
    ).toEqual([]);
    // A 4xx or an empty page: the root does not take its place.
    const elsewhere = without(among(page, second.root), contents).filter(
      ({ folderId }) => folderId !== item.id,
    );
    const ofRoot = query.search === undefined ? elsewhere : [];
    await under('workspace-folder-contents', () =>
      expect(
        itemKeys(ofRoot),
        `items of the root, listed for folder ${item.id} with ${writeJson(query)}`,
      ).toEqual([]),
    );
  }
}
