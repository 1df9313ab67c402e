import {
  allOf,
  DIRECTIONS,
  expect,
  isSameButForType,
  itemKey,
  itemKeys,
  type ListingQuery,
  notTested,
  orderedListings,
  readAscending,
  requirement,
  test,
  type WorkspaceItem,
  writeJson,
} from '../../fixtures/index.ts';

const OTHER = 'TARGET_OTHER_ACCESS_TOKEN';
const TYPES = ['FOLDER', 'WORKBOOK', 'REPORT'] as const;

/** Listings in which an item may be met again, all of which other tests walk, too. */
const QUERIES: readonly ListingQuery[] = [
  { search: 'a' },
  { search: 'e' },
  ...TYPES.map((type) => ({ types: [type] })),
  { types: ['WORKBOOK', 'REPORT'] },
];

// "The workspace item `type` is a kind, not a lifecycle state."
test(
  'an item has one type, however it is found and whoever sees it',
  requirement('states-item-type'),
  async ({ snapshot, target, walkCache, workspace }) => {
    const known = await snapshot();
    const keys = new Set(itemKeys(known.all));
    let again = 0;
    const judge = (items: readonly WorkspaceItem[], how: string): void => {
      // Two items may have the same id: one that changed its type is shown in place of the one that is known.
      const shown = new Set(itemKeys(items));
      const changed = items
        .filter((item) => !keys.has(itemKey(item)))
        .flatMap((item) =>
          known.all
            .filter((other) => isSameButForType(other, item) && !shown.has(itemKey(other)))
            .map((other) => `${itemKey(item)} is ${itemKey(other)} where its folder is listed`),
        );
      again += items.filter((item) => keys.has(itemKey(item))).length + changed.length;
      expect(changed, `items of another type ${how}`).toEqual([]);
    };
    const first = walkCache.pageSize;
    const walks = await allOf(QUERIES.map((query) => workspace.walk({ ...query, first })));
    for (const [index, { items }] of walks.entries()) judge(items, `with ${writeJson(QUERIES[index])}`);
    for (const listing of orderedListings(known))
      for (const direction of DIRECTIONS)
        judge(
          await readAscending(workspace, known, listing, 'created_at', direction),
          `by created_at ${direction}`,
        );
    if (target.settings[OTHER] !== undefined)
      judge((await snapshot(OTHER)).all, 'for the caller of TARGET_OTHER_ACCESS_TOKEN');
    if (again === 0) notTested('the workspace shows no item in two listings');
  },
);
