import {
  allOf,
  among,
  DIRECTIONS,
  expect,
  isComplete,
  isSameButForType,
  itemKey,
  type ListingQuery,
  notTested,
  orderedListings,
  requirement,
  test,
  type WorkspaceItem,
  without,
  writeJson,
} from '../../fixtures/index.ts';
import { KINDS, OTHER, readInOrder, TYPES } from './support.ts';

/** Listings in which an item may be met again, all of which other tests walk, too. */
const QUERIES: readonly ListingQuery[] = [
  { search: 'a' },
  { search: 'e' },
  ...TYPES.map((type) => ({ types: [type] })),
  { types: KINDS },
];

test(
  'an item has one type, however it is found and whoever sees it',
  requirement('states-item-type'),
  async ({ snapshot, target, walkCache, workspace }) => {
    const known = await snapshot();
    let again = 0;
    const judge = (items: readonly WorkspaceItem[], how: string): void => {
      // Two items may have the same id: one that changed its type is shown in place of the one that is known.
      // Where not all was read, the one and the other may be there: an item may be made with another one, of its name and at its time.
      const notListed = isComplete(known) ? without(known.all, items) : [];
      const changed = without(items, known.all).flatMap((item) =>
        notListed
          .filter((other) => isSameButForType(other, item))
          .map((other) => `${itemKey(item)} is ${itemKey(other)} where its folder is listed`),
      );
      again += among(items, known.all).length + changed.length;
      expect(changed, `items of another type ${how}`).toEqual([]);
    };
    const first = walkCache.pageSize;
    const walks = await allOf(QUERIES.map((query) => workspace.walk({ ...query, first })));
    for (const [index, { items }] of walks.entries()) judge(items, `with ${writeJson(QUERIES[index])}`);
    for (const listing of orderedListings(known)) {
      const read = await readInOrder(workspace, known, listing, 'created_at');
      for (const direction of DIRECTIONS) judge(read[direction].walk.items, `by created_at ${direction}`);
    }
    if (target.settings[OTHER] !== undefined)
      judge((await snapshot(OTHER)).all, 'for the caller of TARGET_OTHER_ACCESS_TOKEN');
    if (again === 0)
      notTested(
        'the workspace needs an item that two listings show, such as one in a folder that a search finds',
      );
  },
);
