import {
  about,
  countDistinctKeys,
  DIRECTIONS,
  type Direction,
  expect,
  holdsSurePair,
  inAscendingOrder,
  isAscending,
  isItemId,
  isWorkbookOrReport,
  notTested,
  orderDisagreements,
  orderedListings,
  orderPageSize,
  requirement,
  showing,
  test,
  under,
  VISIBLE_KEYS,
  type VisibleKey,
  type WorkspaceItem,
  workspacePageOf,
} from '../../fixtures/index.ts';
import {
  judgeFoldersFirst,
  judgeOneSequence,
  judgeOrderBy,
  KINDS,
  type Read,
  readInOrder,
  repeatedIn,
  TYPES,
} from './support.ts';

/** Pages that are read by viewer_last_viewed_at, a key that no item shows. */
const MAX_PAGES = 5;

/** The items of one type that show a key, or of all types but folders, in ascending order whatever the direction asked for. */
const upwards = (
  read: Record<Direction, Read>,
  direction: Direction,
  key: VisibleKey,
  kinds: readonly string[] = KINDS,
): WorkspaceItem[] =>
  showing(inAscendingOrder(read[direction].walk.items, direction), key).filter(({ type }) =>
    kinds.includes(type),
  );

const isTelling = (items: readonly WorkspaceItem[], key: VisibleKey): boolean =>
  key === 'name' ? holdsSurePair(items.map(({ name }) => name)) : countDistinctKeys(items, key) > 1;

// Judged for each type: that all types make one sequence is another rule. Any
// collation of names will do: judged are pairs that all usual ones order alike, and that one direction reverses the other.
for (const key of VISIBLE_KEYS) {
  const title = `${key} orders items by ${key === 'name' ? 'name' : 'that instant'}`;
  test(title, requirement(`workspace-order-${key.replace('_', '-')}`), async ({ snapshot, workspace }) => {
    const known = await snapshot();
    for (const orderByDirection of DIRECTIONS) {
      const answer = await workspace.list({ orderByField: key, orderByDirection });
      const how = `${key} ${orderByDirection}`;
      expect(answer, `${how}:`, `accept ${key} as a sort key, in either direction`).toBeAccepted();
      // Nor does the order depend on `first`, which is left to the target here.
      const page = workspacePageOf(answer);
      // Folders alone, on a short page, tell nothing.
      const isShort = page.pageInfo.hasNextPage && page.items.filter(isWorkbookOrReport).length < 2;
      const asked = { orderByField: key, orderByDirection, types: KINDS };
      const read = isShort ? await workspace.walkUncached(asked, { pages: 3, items: 10 }) : page;
      const items = inAscendingOrder(read.items, orderByDirection);
      for (const kind of KINDS) {
        const ofKind = items.filter(({ type }) => type === kind);
        expect(isAscending(ofKind, key), `whether ${kind}s by ${how} without first are in order`).toBe(true);
      }
    }
    let isTold = false;
    for (const listing of orderedListings(known)) {
      const read = await readInOrder(workspace, known, listing, key);
      for (const direction of DIRECTIONS) {
        about(read[direction].walk);
        judgeOrderBy(key)(read[direction]);
      }
      about(read.ASC.walk, read.DESC.walk);
      for (const kind of KINDS) {
        const [up, down] = [upwards(read, 'ASC', key, [kind]), upwards(read, 'DESC', key, [kind])];
        isTold ||= isTelling(up, key) || isTelling(down, key);
        if (key !== 'name') continue;
        const [names = [], others = []] = [up, down].map((items) => items.map(({ name }) => name));
        // A listing that was read in part shows other items in the other direction.
        const isWhole = names.length === others.length && names.every((name) => others.includes(name));
        expect(
          isWhole ? orderDisagreements(names, others).slice(0, 5) : [],
          `names of ${kind}s whose order by ASC differs from that by DESC, read upwards`,
        ).toEqual([]);
      }
    }
    const differ = key === 'name' ? 'names every collation orders alike' : `${key} differ`;
    if (!isTold) notTested(`the workspace needs two items of one type whose ${differ}`);
  });
}

// All items but folders are one sequence, whatever their type.
test(
  'workbooks and reports are sorted as one sequence',
  requirement('workspace-order-non-folders-only'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    let judged = 0;
    for (const listing of orderedListings(known))
      for (const key of VISIBLE_KEYS) {
        const read = await readInOrder(workspace, known, listing, key);
        for (const direction of DIRECTIONS) {
          const [workbooks = [], reports = []] = KINDS.map((kind) => upwards(read, direction, key, [kind]));
          // Judged where each type is sorted, and where one type behind the other would not be one sorted sequence.
          if (!isAscending(workbooks, key) || !isAscending(reports, key)) continue;
          if (isAscending([...workbooks, ...reports], key) || isAscending([...reports, ...workbooks], key))
            continue;
          judged += 1;
          about(read[direction].walk);
          judgeOneSequence(read[direction]);
        }
      }
    if (judged === 0) notTested('the workspace needs workbooks and reports whose dates or names alternate');
  },
);

test(
  'ASC goes up and DESC goes down',
  requirement('workspace-order-direction'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    let judged = 0;
    for (const listing of orderedListings(known))
      for (const key of VISIBLE_KEYS) {
        const read = await readInOrder(workspace, known, listing, key);
        about(read.ASC.walk, read.DESC.walk);
        if (countDistinctKeys(upwards(read, 'ASC', key), key) < 2) continue;
        judged += 1;
        const sorted = DIRECTIONS.filter((direction) => isAscending(upwards(read, direction, key), key));
        // Where neither direction is sorted, the key is what is wrong, unless both are reversed.
        const isKeySorted =
          sorted.length > 0 ||
          DIRECTIONS.some((direction) => isAscending(upwards(read, direction, key).reverse(), key));
        expect(isKeySorted ? sorted : DIRECTIONS, `directions in which ${key} is sorted`).toEqual([
          ...DIRECTIONS,
        ]);
      }
    if (judged === 0) notTested('the workspace needs two items that differ in a sort key');
  },
);

// No item shows this key, and its cursors may be unsupported: judged are its first page, and folders first.
test(
  'viewer_last_viewed_at is accepted as sort key',
  requirement('workspace-order-viewer-last-viewed'),
  async ({ snapshot, workspace }) => {
    const first = orderPageSize(workspace, await snapshot(), {});
    let seen = 0;
    for (const orderByDirection of DIRECTIONS) {
      // Whether or not types are named
      const types = orderByDirection === 'DESC' ? { types: TYPES } : {};
      const query = { orderByField: 'viewer_last_viewed_at', orderByDirection, ...types } as const;
      expect(await workspace.list({ ...query, first })).toHaveStatus(200);
      const sizes = Array.from({ length: MAX_PAGES }, () => first);
      const walk = await workspace.read(query, sizes, { endsThere: true });
      about(walk);
      const how = `${query.orderByField} ${orderByDirection}`;
      judgeFoldersFirst({ query, walk, owed: walk.items, how });
      // A join with the views of all users shows an item once for each of them. That later pages start over is no such mistake.
      const repeated = walk.pages.flatMap(({ items }) => repeatedIn(items.filter(({ id }) => isItemId(id))));
      await under('workspace-cursor-walk-complete', () =>
        expect(repeated, `items that come more than once on a page with ${how}`).toEqual([]),
      );
      seen += walk.items.length;
    }
    if (seen === 0) notTested('the workspace needs an item');
  },
);
