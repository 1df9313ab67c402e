import {
  among,
  beginningOf,
  countDistinctKeys,
  DIRECTIONS,
  expect,
  hiddenFromOne,
  type ItemKey,
  isFolder,
  isWorkbookOrReport,
  itemKey,
  mayBegin,
  requirement,
  type Stretch,
  sortedKeys,
  test,
  VISIBLE_KEYS,
  type WorkspaceItem,
  without,
} from '../../fixtures/index.ts';
import {
  judgeFoldersFirst,
  judgeFound,
  judgeLaterOrder,
  judgeLaterPages,
  judgeOneSequence,
  judgeOrderBy,
  lostBy,
  OTHER,
  repeatedIn,
  shown,
  strangersIn,
} from './support.ts';

// In the order `viewer_last_viewed_at`, which no item shows, a target may have no cursors.

/** Items that a stretch should show and does not, where it was read to its end. */
const missingIn = ({ walk, owed }: Stretch): readonly WorkspaceItem[] =>
  walk.end === 'last page' ? beginningOf(walk.pages, owed).left : [];

function judgeEachOnce(stretch: Stretch): void {
  const { walk, sizes, owed, query, how } = stretch;
  // A target may bind cursors to the page size and refuse another one, and it may refuse the cursor of the last page.
  const isLast = walk.pages.at(-1)?.pageInfo.hasNextPage === false;
  const mayRefuse = walk.pages.length > 0 && (isLast || new Set(sizes).size > 1);
  const fix = 'answer every `endCursor` that was sent with a page';
  // Cursors that the order does not have are refused, and break nothing down.
  const isViewed = query.orderByField === 'viewer_last_viewed_at';
  if (!(isViewed && walk.pages.length === 0) && !(walk.isRefused && (mayRefuse || isViewed)))
    expect(walk.end, `how a walk with ${how} ends`, fix).not.toBe('no page');
  expect(repeatedIn(walk.items), `items that come again with ${how}`).toEqual([]);
  if (walk.end === 'last page' && strangersIn(stretch).length === 0)
    expect(sortedKeys(walk.items), `the items of a walk with ${how}`).toEqual(sortedKeys(owed));
}

/** `hasNextPage` says whether something is left, and then a cursor leads to it. On a last page that is full it may say so once. */
function judgeHasNextPage(stretch: Stretch): void {
  const { query, walk, workspace, sizes, owed, how } = stretch;
  if (query.orderByField === 'viewer_last_viewed_at') return;
  const seen = new Set<ItemKey>();
  for (const [index, page] of walk.pages.entries()) {
    const { items, pageInfo } = page;
    if (strangersIn(stretch, items).length > 0 || items.some((item) => seen.has(itemKey(item)))) return;
    for (const item of items) seen.add(itemKey(item));
    const { hasNextPage, endCursor } = pageInfo;
    if (hasNextPage === undefined) return;
    const left = owed.length - seen.size;
    if (left > 0 || !workspace.walkCache.mayBeFull(page, walk, sizes[index]))
      expect(hasNextPage, `hasNextPage where ${left} of ${owed.length} items are left with ${how}`).toBe(
        left > 0,
      );
    if (hasNextPage)
      expect(typeof endCursor, `endCursor of a page with hasNextPage, with ${how},`).toBe('string');
  }
}

/** The order that no item shows is accepted as well; its cursors may not be. */
function judgeViewedOrder({ query, walk, how }: Stretch): void {
  if (query.orderByField === 'viewer_last_viewed_at' && walk.pages.length === 0)
    expect(walk.end, `how a walk with ${how} ends`).not.toBe('no page');
}

function judgePageSizes({ walk, sizes, how }: Stretch): void {
  for (const [index, { size }] of walk.pages.entries())
    expect(size, `items on page ${index + 1} with ${how}`).toBeLessThanOrEqual(sizes[index] ?? size);
}

const judgeTypes =
  (isOwn: (count: number) => boolean) =>
  (stretch: Stretch): void => {
    const { query, walk, how } = stretch;
    const types: readonly string[] = query.types ?? [];
    if (types.length === 0 || !isOwn(types.length)) return;
    const others = walk.items.filter(({ type }) => type !== 'UNKNOWN' && !types.includes(type));
    expect(shown(others), `items of other types than ${types.join(' and ')} with ${how}`).toEqual([]);
    expect(shown(missingIn(stretch)), `items that are missing with ${how}`).toEqual([]);
  };

const judgePlace =
  (place: 'root' | 'folder') =>
  (stretch: Stretch): void => {
    const { query, walk, owed, how } = stretch;
    if (query.search !== undefined || (query.folderId === undefined) !== (place === 'root')) return;
    const { left } = beginningOf(walk.pages, owed);
    const late = walk.items.some(isWorkbookOrReport) ? left.filter(isFolder) : [];
    expect(shown(strangersIn(stretch)), `items that do not belong there with ${how}`).toEqual([]);
    expect(shown(missingIn(stretch)), `items that lie there and are missing with ${how}`).toEqual([]);
    expect(shown(late), `folders that lie there and should have come with ${how}`).toEqual([]);
  };

function judgeSearch(stretch: Stretch): void {
  const { query, known, owed, how } = stretch;
  const { search } = query;
  if (search === undefined) return;
  // What it finds without them holds the text, in a folder as well, and is all that walks show there.
  judgeFound(known, { ...query, search }, owed);
  const why = 'that the same search finds without types, order and pages';
  expect(shown(strangersIn(stretch)), `items beside those ${why}, with ${how}`).toEqual([]);
  expect(shown(missingIn(stretch)), `items ${why}, and that are missing with ${how}`).toEqual([]);
}

const judgeOwnView = (stretch: Stretch): void =>
  expect(
    shown(missingIn(stretch)),
    `what a plain walk shows ${stretch.workspace.caller} and is missing with ${stretch.how}`,
  ).toEqual([]);

function judgeDirection({ query, walk, owed, how }: Stretch): void {
  const key = VISIBLE_KEYS.find((one) => one === query.orderByField);
  const { orderByDirection: direction } = query;
  if (key === undefined || direction === undefined) return;
  const all = beginningOf(walk.pages, owed);
  if (countDistinctKeys([...all.items, ...all.left], key) < 2) return;
  const ways = DIRECTIONS.filter((way) => mayBegin(all, key, way));
  expect(
    ways.length === 0 || ways.includes(direction) ? direction : ways[0],
    `the direction of ${key} with ${how}`,
  ).toBe(direction);
}

/** [requirement, what is judged of it, by what] */
const RULES: readonly (readonly [id: string, claim: string, judge: (stretch: Stretch) => void])[] = [
  ['workspace-folders-first', 'folders come first', judgeFoldersFirst],
  ['workspace-order-updated-at', 'updated_at orders the items', judgeOrderBy('updated_at')],
  ['workspace-order-created-at', 'created_at orders the items', judgeOrderBy('created_at')],
  ['workspace-order-name', 'name orders the items', judgeOrderBy('name')],
  ['workspace-order-viewer-last-viewed', 'the order by the last view is accepted', judgeViewedOrder],
  ['workspace-order-direction', 'ASC goes up and DESC goes down', judgeDirection],
  ['workspace-order-non-folders-only', 'workbooks and reports are one sequence', judgeOneSequence],
  ['workspace-cursor-walk-complete', 'every item comes once', judgeEachOnce],
  [
    'workspace-cursor-keeps-query',
    'later pages keep the filters and the order',
    (stretch) => {
      judgeLaterPages(stretch);
      judgeLaterOrder(stretch);
    },
  ],
  ['workspace-has-next-page-truthful', 'hasNextPage says whether more follows', judgeHasNextPage],
  ['workspace-first-limits', 'no page is longer than first', judgePageSizes],
  ['workspace-types-filter', 'one type is shown, and all of it', judgeTypes((count) => count === 1)],
  ['workspace-types-repeated', 'several types are shown together', judgeTypes((count) => count > 1)],
  ['workspace-root-default', 'the root shows what lies there', judgePlace('root')],
  ['workspace-folder-contents', 'a folder shows what lies there', judgePlace('folder')],
  ['workspace-search-substring', 'a search finds the same everywhere', judgeSearch],
  ['workspace-caller-views-agree', 'a caller is shown the same everywhere', judgeOwnView],
];

// Caller, place, types, search, order, direction, page size and how far a listing is read: every two values meet. What a rule takes
// to be judged at all, its other tests say.
for (const [id, claim, judge] of RULES)
  test(`${claim}, in combinations of all parameters`, requirement(id), async ({ combinations }) =>
    combinations.judge(judge),
  );

test(
  'a search finds the matching items in folders, in combinations of all parameters',
  requirement('workspace-search-all-folders'),
  async ({ combinations, snapshot }) => {
    const { root } = await snapshot();
    await combinations.judge((stretch) => {
      const { query, known, owed } = stretch;
      const { search } = query;
      if (search === undefined) return;
      const lost = lostBy(known, { ...query, search }, owed);
      const missing = without([...missingIn(stretch), ...lost], root);
      expect(shown(missing), `items in folders that are missing with ${stretch.how}`).toEqual([]);
    });
  },
);

test(
  'a caller sees only what it may access, in combinations of all parameters',
  requirement('workspace-access-filtered'),
  async ({ combinations, snapshot }) => {
    const [first, second] = [await snapshot(), await snapshot(OTHER)];
    const [fromFirst, fromSecond] = [hiddenFromOne(first, second), hiddenFromOne(second, first)];
    await combinations.judge(({ walk, workspace, how }) => {
      const hidden = workspace.caller === OTHER ? fromSecond : fromFirst;
      expect(
        shown(among(walk.items, hidden)),
        `items that only the other user may see, shown with ${how}`,
      ).toEqual([]);
    });
  },
);
