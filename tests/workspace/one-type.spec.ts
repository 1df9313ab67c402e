import {
  allOf,
  DIRECTIONS,
  expect,
  type Id,
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
    const types = new Map<Id, unknown>(known.all.map(({ id, type }) => [id, type]));
    let again = 0;
    const judge = (items: readonly WorkspaceItem[], how: string): void => {
      const met = items.filter(({ id }) => types.has(id));
      again += met.length;
      expect(
        met
          .filter(({ id, type }) => type !== types.get(id))
          .map(({ id, type }) => `${id} is ${type}, and ${types.get(id)} where its folder is listed`),
        `items of another type ${how}`,
      ).toEqual([]);
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
