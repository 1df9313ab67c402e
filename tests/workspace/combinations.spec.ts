import {
  hiddenFromOne,
  itemKeys,
  judgeAccess,
  judgeDirection,
  judgeEachOnce,
  judgeFoldersFirst,
  judgeHasNextPage,
  judgeLaterOrder,
  judgeLaterPages,
  judgeOneSequence,
  judgeOrderBy,
  judgeOwnView,
  judgePageSizes,
  judgePlace,
  judgeSearch,
  judgeSearchInFolders,
  judgeTypes,
  requirement,
  type Stretch,
  test,
} from '../../fixtures/index.ts';

const OTHER = 'TARGET_OTHER_ACCESS_TOKEN';

/** [requirement, what is judged of it, by what] */
const RULES: readonly (readonly [id: string, claim: string, judge: (stretch: Stretch) => void])[] = [
  ['workspace-folders-first', 'folders come first', judgeFoldersFirst],
  ['workspace-order-updated-at', 'updated_at orders the items', judgeOrderBy('updated_at')],
  ['workspace-order-created-at', 'created_at orders the items', judgeOrderBy('created_at')],
  ['workspace-order-name', 'name orders the items', judgeOrderBy('name')],
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
  ['workspace-types-filter', 'one type is shown, and all of it', judgeTypes(({ length }) => length === 1)],
  ['workspace-types-repeated', 'several types are shown together', judgeTypes(({ length }) => length > 1)],
  ['workspace-root-default', 'the root shows what lies there', judgePlace((place) => place === 'root')],
  ['workspace-folder-contents', 'a folder shows what lies there', judgePlace((place) => place !== 'root')],
  ['workspace-search-substring', 'a search finds the same everywhere', judgeSearch],
  ['workspace-caller-views-agree', 'a caller is shown the same everywhere', judgeOwnView],
];

// Caller, place, types, search, order, direction, page size and how far a listing is read: every two values meet. What a rule takes
// to be judged at all, its other tests say.
for (const [id, claim, judge] of RULES)
  test(`${claim}, whoever asks, where, and with whatever else`, requirement(id), async ({ product }) =>
    product.judge(judge),
  );

test(
  'a search finds in folders what it finds there, whoever asks, where, and with whatever else',
  requirement('workspace-search-all-folders'),
  async ({ product, snapshot }) => {
    const { root } = await snapshot();
    await product.judge(judgeSearchInFolders(new Set(itemKeys(root))));
  },
);

test(
  'a caller sees only what it may access, wherever it asks, and with whatever else',
  requirement('workspace-access-filtered'),
  async ({ product, snapshot }) => {
    const [first, second] = [await snapshot(), await snapshot(OTHER)];
    const secretsFrom = {
      first: new Set(itemKeys(hiddenFromOne(first, second))),
      second: new Set(itemKeys(hiddenFromOne(second, first))),
    };
    await product.judge(judgeAccess(secretsFrom));
  },
);
