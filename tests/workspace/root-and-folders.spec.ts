import {
  about,
  allOf,
  among,
  atOnce,
  beyond32Bits,
  expect,
  findWorkspacePage,
  folderKey,
  type Id,
  isComplete,
  isFolder,
  isItemId,
  isListableFolder,
  isNumber,
  isRefused,
  itemKey,
  itemKeys,
  type ListingQuery,
  namesParents,
  notTested,
  requirement,
  test,
  unusedId,
  type WorkspaceClient,
  type WorkspaceItem,
  type WorkspaceSnapshot,
  without,
} from '../../fixtures/index.ts';
import { KINDS, OTHER, TYPES } from './support.ts';

const LETTERS = ['a', 'e', 'o'];
/** Folders that are asked for again because their contents are not known. */
const MAX_UNREAD = 3;

test(
  'without folderId, the items of the root are listed and no others',
  requirement('workspace-root-default'),
  async ({ snapshot, target, workspace }) => {
    const known = await snapshot();
    const { root, wholeRoot } = known;
    const inFolders = [...known.contents.values()].flat();
    if (inFolders.length === 0) notTested('the workspace needs a folder with something in it');
    for (const caller of [workspace.caller, ...(target.settings[OTHER] ? ([OTHER] as const) : [])]) {
      const view = await snapshot(caller);
      about(await workspace.as(caller).walkInLargePages());
      const whole = wholeIn(view.root, [...view.contents].map(notOfRoot));
      expect(moreThanOne(whole), `folders all of whose items the root listing shows ${caller}`).toEqual([]);
    }
    if (!wholeRoot) return;
    // As well without any parameter, which leaves the size of the page and the order to the target.
    const page = await workspace.page();
    // Folders alone, on a short page, tell little.
    const isShort = page.pageInfo.hasNextPage && page.items.every(isFolder);
    const few = { pages: 6, items: 20 };
    const { items: first } = isShort ? await workspace.walkUncached({ types: KINDS }, few) : page;
    expect(
      itemKeys(without(among(first, inFolders), root)),
      'items of folders in the root listing without first',
    ).toEqual([]);
    await expectEveryType(workspace, root, {}, 'the root listing');

    // Items without a position in an order, such as those never viewed, are listed, too. Its pages may be short, and have no cursors.
    const { pages } = await workspace.walkInLargePages();
    const asked = { orderByField: 'viewer_last_viewed_at', first: workspace.walkCache.pageSize } as const;
    const viewed = pages.length === 1 ? await workspace.page(asked) : undefined;
    if (viewed?.pageInfo.hasNextPage === false)
      expect(
        itemKeys(without(root, viewed.items)),
        'items that the root listing lacks when ordered by viewer_last_viewed_at',
        'keep items that the caller has never viewed in the listing: only their order depends on the views',
      ).toEqual([]);
  },
);

test(
  'folderId lists the contents of that folder',
  requirement('workspace-folder-contents'),
  async ({ snapshot, target, workspace }) => {
    const known = await snapshot();
    const { contents, all, root } = known;
    const filled = filledOf(known);
    // A folder that could not be read was refused, or the budget ended before it.
    const unread = all.filter((item) => isListableFolder(item) && !contents.has(item.id));
    for (const folderId of [
      ...filled.slice(0, 1).map(([id]) => id),
      ...unread.slice(0, MAX_UNREAD).map(({ id }) => id),
    ])
      expect(
        await workspace.list({ folderId }),
        `the listing of folder ${folderId}:`,
        'accept the id of every folder that is listed as `folderId`',
      ).toBeAccepted();

    const own = [...contents].filter(([id, items]) => isListedIn(items, id)).map(([id]) => id);
    expect(own, 'folders that list themselves').toEqual([]);

    // An item may stand in two places, such as its folder and one of favourites. But what is in a folder is not all in the folder above it
    for (const view of [known, ...(target.settings[OTHER] ? [await snapshot(OTHER)] : [])]) {
      const repeated = [...view.contents].flatMap(([holder, items]) => {
        // A folder that also stands elsewhere is only gathered here, such as one that was shared with this caller.
        const lists = [items, known.contents.get(holder) ?? []];
        const inside = filledOf(view).filter(
          ([id]) => lists.every((list) => isListedIn(list, id)) && !isListedIn(root, id),
        );
        return inside.length > 0 ? [wholeIn(items, inside)] : [];
      });
      // One folder may gather what stands elsewhere, such as all that is new: then others that hold folders do not list what is in them.
      const isGathered = repeated.some(({ length }) => length === 0);
      const what = `folders all of whose items the folder above them lists to ${view === known ? 'the first caller' : OTHER}`;
      expect(moreThanOne(isGathered ? [] : repeated.flat()), what).toEqual([]);
    }
    // Nor all that is at the root
    await workspace.walkInLargePages();
    const likeRoot = [...contents].filter(
      ([, items]) => root.length > 0 && without(root, items).length === 0,
    );
    expect(
      likeRoot.map(([folder]) => folder),
      'folders that list all items of the root',
    ).toEqual([]);

    for (const [folderId, items] of filled.slice(0, 4))
      await expectEveryType(workspace, items, { folderId }, `the listing of folder ${folderId}`);

    // Search reaches every folder: what it finds in a folder is in the folder's listing, even if all listings are empty. One item may name a
    // folder for another reason.
    for await (const missing of missingInListings(workspace, known)) {
      const isAlone = ({ folderId }: WorkspaceItem): boolean =>
        contents.get(folderId as Id)?.every((listed) => listed.folderId !== folderId) === true;
      expect(
        itemKeys(missing.filter(isAlone)),
        'items that search finds in a folder whose listing lacks all of them',
      ).toEqual([]);
    }
    if (filled.length === 0) notTested('the workspace needs a folder with something in it');
  },
);

/** What search finds and no listing shows, where all folders were read, and items name the folders that list them. */
async function* missingInListings(workspace: WorkspaceClient, known: WorkspaceSnapshot) {
  for (const search of isComplete(known) && namesParents(known) ? LETTERS : []) {
    const searched = await workspace.allItems({ search });
    const missing = without(searched.items, known.all);
    const lacking = missing
      .slice(0, 1)
      .map(({ folderId }) => workspace.walkInLargePages(isNumber(folderId) ? { folderId } : {}));
    about(searched, ...(await allOf(lacking)));
    yield missing;
  }
}

type Contents = readonly [Id, readonly WorkspaceItem[]];

const filledOf = ({ contents }: WorkspaceSnapshot): Contents[] =>
  [...contents].filter(([, items]) => items.length > 0);

const isListedIn = (items: readonly WorkspaceItem[], id: Id): boolean =>
  items.some((item) => itemKey(item) === folderKey(id));

interface Part {
  readonly what: string;
  readonly items: readonly WorkspaceItem[];
}

/** What stands in folders, and a listing above them shows all of: what one of them holds, or what all of them hold of a type. */
function wholeIn(above: readonly WorkspaceItem[], folders: readonly Contents[]): Part[] {
  const filled = folders
    .map(([id, items]) => [id, items.filter(({ isFavorite }) => isFavorite !== true)] as const)
    .filter(([, items]) => items.length > 0);
  // A folder of favourites may list what stands at the root, or in another folder, by right, and the root may list favourites.
  const named = filled.map(([id, items]) => ({
    what: `folder ${id}`,
    items: items.filter(({ folderId }) => folderId === id),
  }));
  const parts = [
    ...named,
    ...TYPES.map((type) => ({
      what: `each ${type}`,
      items: named.flatMap(({ items }) => items).filter((one) => one.type === type),
    })),
    ...(filled.length > 1 ? [{ what: 'everything', items: filled.flatMap(([, items]) => items) }] : []),
  ];
  return parts.filter(({ items }) => items.length > 0 && without(items, above).length === 0);
}

/** One item may stand in two places, such as a favourite, also where it is all that a folder holds: what several hold may not. */
const moreThanOne = (parts: readonly Part[]): string[] =>
  new Set(parts.flatMap(({ items }) => itemKeys(items))).size > 1 ? parts.map(({ what }) => what) : [];

/** What a folder lists and does not say to be at the root. Of an item that is listed at both places, that tells which one is wrong. */
const notOfRoot = ([folder, items]: Contents): Contents => [
  folder,
  items.filter((item) => item.folderId !== null && itemKey(item) !== folderKey(folder)),
];

// What the `folderId` of an item means is not shown.
test(
  'items name the folder that lists them',
  requirement('workspace-item-names-folder'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    const { root, contents, all } = known;
    const isShown = ({ folderId }: WorkspaceItem): boolean => isNumber(folderId) && contents.has(folderId);
    const showsParents = all.some(({ folderId }) => isNumber(folderId));
    const foldersNameParents = all.some((item) => isFolder(item) && isNumber(item.folderId));
    if (!showsParents && all.some(isFolder)) notTested('no item has a folderId');
    for (const [folder, items] of contents) {
      await workspace.walkInLargePages({ folderId: folder });
      const elsewhere = items.filter((item) => isShown(item) && item.folderId !== folder);
      expect(itemKeys(elsewhere), `items listed in folder ${folder} that name another parent`).toEqual([]);
      const orphans = items.filter(
        (item) => item.folderId === null && (foldersNameParents || !isFolder(item)),
      );
      expect(itemKeys(orphans), `items listed in folder ${folder} that name no parent`).toEqual([]);
    }
    // Items below a folder that the caller may not see may be listed at the root: their parent is not among those read.
    await workspace.walkInLargePages();
    expect(itemKeys(root.filter(isShown)), 'root items that name a folder as their parent').toEqual([]);
    let found = false;
    for await (const missing of missingInListings(workspace, known)) {
      expect(
        itemKeys(missing.filter(isShown)),
        'items that search finds in a folder whose listing lacks them',
      ).toEqual([]);
      // Folders may name no parents, and a target may name no folder that the caller may not see. But if folders name some, listings
      // show folders.
      found ||= missing.length > 0;
      const isAnyShown =
        all.some(isFolder) || !missing.some((item) => isFolder(item) && isNumber(item.folderId));
      const atRoot = missing.filter((item) => item.folderId === null && !(isFolder(item) && isAnyShown));
      expect(itemKeys(atRoot), 'items without a parent that search finds and the root listing lacks').toEqual(
        [],
      );
    }
    if (!showsParents && !found) notTested('no item has a folderId');
  },
);

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
    // Neither 0 nor -1 stands for the root, unless items say that they are in it: where ids are positive, both are ids of nothing.
    const never = [...ids, ...all.flatMap((item) => item.folderId ?? [])].every((id) => id > 0)
      ? [0, -1]
      : [];
    const folderIds = [unusedId(ids), ...(file === undefined ? [] : [file]), ...never];
    for (const [folderId, answer] of await atOnce(folderIds, (id) =>
      workspace.listCombination({ folderId: id }),
    )) {
      const items = (answer.json as { items?: unknown[] } | undefined)?.items;
      const isEmpty = Array.isArray(items) && items.length === 0;
      // A folder that was not read may have that id, or one below a folder that is hidden: what stands elsewhere is not in it.
      const page = findWorkspacePage(answer);
      const mayBeFolder = folderId === file || !isComplete(known);
      const isInIt = (item: WorkspaceItem): boolean =>
        item.folderId === folderId || among([item], all).length === 0;
      const isOther = mayBeFolder && page?.items.every(isInIt) === true;
      const nothing = isRefused(answer) || isEmpty || isOther;
      expect(
        nothing ? 'nothing' : answer.text.slice(0, 300),
        `what folderId=${folderId}, which is no folder, yields`,
      ).toBe('nothing');
    }
    // Nor does an integer that overflows to the id of a folder; it may be too large for the target to answer.
    const [[filled, inside] = []] = filledOf(known);
    if (filled === undefined) return;
    const beyond = beyond32Bits(filled);
    const shown = findWorkspacePage(await workspace.listCombination({ folderId: beyond }))?.items ?? [];
    expect(
      itemKeys(ids.includes(beyond) ? [] : among(shown, inside ?? [])),
      `items of folder ${filled} with folderId=${beyond}`,
    ).toEqual([]);
  },
);

/** A listing without types holds what it holds for each type. */
async function expectEveryType(
  workspace: WorkspaceClient,
  items: readonly WorkspaceItem[],
  listing: ListingQuery,
  what: string,
): Promise<void> {
  for (const type of TYPES) {
    const ofType = await workspace.allItems({ ...listing, types: [type] });
    const { items: found } = ofType;
    about(ofType, await workspace.walkInLargePages(listing));
    const missing = without(found, items).filter((item) => item.type === type);
    expect(
      itemKeys(missing),
      `${type}s that ${what} shows only with types=${type}`,
      'list the items of every type when `types` is omitted',
    ).toEqual([]);
  }
}
