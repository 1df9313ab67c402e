import {
  about,
  among,
  atOnce,
  containsText,
  DIRECTIONS,
  expect,
  folderKey,
  hiddenFromOne,
  type Id,
  isAccepted,
  isComplete,
  isFolder,
  itemKeys,
  type ListingQuery,
  notTested,
  requirement,
  test,
  type WorkspaceItem,
  type WorkspaceSnapshot,
  without,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';
import { OTHER } from './support.ts';

const LETTERS = ['e', 'a', 'o', 'r'];

/** Items that a walk of the second user does not show, where it shows all that there is. */
const unseen = (items: readonly WorkspaceItem[], second: WorkspaceSnapshot): WorkspaceItem[] =>
  isComplete(second) ? without(items, second.all) : [];

// A cursor says where a listing goes on, not who reads it.
test(
  'a cursor issued to one caller shows another caller only what that one may access',
  requirement('auth-workspace-filtered'),
  async ({ snapshot, walkCache, workspace }) => {
    // Given cursors of the first user behind the first item of a listing, at the root in both directions
    const [known, theirs] = [await snapshot(), await snapshot(OTHER)];
    const hidden = hiddenFromOne(theirs, known);
    // That hold something hidden: the root, a folder that both are shown, one that is hidden, and a search
    const holds = (items: readonly WorkspaceItem[]): boolean => among(items, hidden).length > 0;
    const folders = [...known.contents].filter(([, items]) => items.length > 1);
    const open = folders.find(([folder, items]) => theirs.contents.has(folder) && holds(items));
    const closed = folders.find(
      ([folder, items]) => itemKeys(hidden).includes(folderKey(folder)) && unseen(items, theirs).length > 0,
    );
    const letter = LETTERS.find((one) => hidden.some(({ name }) => containsText(name, one)));
    const listings: ListingQuery[] = [
      ...(holds(known.root) ? [{}] : []),
      ...[open, closed].flatMap((found) => (found ? [{ folderId: found[0] }] : [])),
      ...(letter === undefined ? [] : [{ search: letter }]),
    ];
    const queries = listings.flatMap((listing): ListingQuery[] =>
      DIRECTIONS.slice(0, listing.folderId === undefined && listing.search === undefined ? 2 : 1).map(
        (orderByDirection) => ({ ...listing, orderByField: 'name', orderByDirection }),
      ),
    );
    const cursorsBehind = async (size: number): Promise<ListingQuery[]> =>
      (await atOnce(queries, (one) => workspace.listCombination({ ...one, first: size }))).flatMap(
        ([query, answer]) => {
          const after = isAccepted(answer) ? workspacePageOf(answer).pageInfo.endCursor : undefined;
          return after === undefined ? [] : [{ ...query, first: size, after }];
        },
      );

    // When the second user goes on from there, then it is refused, or shown what it may see
    const cursors = await cursorsBehind(1);
    if (cursors.length === 0)
      notTested('the workspace needs an item that the user of TARGET_OTHER_ACCESS_TOKEN is not shown');
    const { pageSize: first } = walkCache;
    // A page may be kept when the first user asks for it. And a cursor may count with its own page size alone.
    const own = await atOnce(cursors, (one) => workspace.listCombination({ ...one, first }));
    const half = Math.max(1, Math.min(first, Math.floor(known.root.length / 2)));
    const asked = own.some(([, answer]) => isAccepted(answer))
      ? cursors.map((one) => ({ ...one, first }))
      : await cursorsBehind(half);
    for (const [query, answer] of await atOnce(asked, (one) => workspace.as(OTHER).listCombination(one))) {
      about(answer);
      const items = isAccepted(answer) ? workspacePageOf(answer).items : [];
      // What lies in a hidden folder shows nobody else what they are not shown elsewhere.
      const isClosed = hidden.some((item) => isFolder(item) && item.id === query.folderId);
      const inside = isClosed ? unseen(known.contents.get(query.folderId as Id) ?? [], theirs) : [];
      expect(
        itemKeys(among(items, [...hidden, ...inside])),
        `items that only the first user may see, behind the first user's cursor of ${writeJson(query)}`,
      ).toEqual([]);
    }
  },
);
