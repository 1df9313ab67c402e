import {
  about,
  atOnce,
  DIRECTIONS,
  edgePageSizes,
  expect,
  isItemId,
  itemKeys,
  judgeWalk,
  type KnownListing,
  orderPageSize,
  pagedListing,
  requirement,
  sizeUpToTie,
  sortedKeys,
  test,
  tiedListing,
  VISIBLE_KEYS,
  writeJson,
} from '../../fixtures/index.ts';
import { expectEachOnce, OTHER, repeatedIn } from './support.ts';

test(
  'a walk yields every item once, at every page size',
  requirement('workspace-cursor-walk-complete'),
  async ({ snapshot, target, walkCache, workspace }) => {
    // Given the root and every folder, in each of which a type and id come once: to a caller, that is one item
    const known = await snapshot();
    const callers = [workspace, ...(target.settings[OTHER] ? [workspace.as(OTHER)] : [])];
    for (const one of callers) {
      const { contents } = await snapshot(one.caller);
      for (const query of [{}, ...[...contents.keys()].map((folderId) => ({ folderId }))]) {
        const { items } = await one.walkInLargePages(query);
        const repeated = repeatedIn(items.filter(({ id }) => isItemId(id)));
        const what = `items that come more than once in a walk with ${writeJson(query)} as ${one.caller}`;
        expect(repeated, what).toEqual([]);
      }
    }

    // When a listing is walked with page sizes around its edges, then every item comes once
    const { query: listing, items } = pagedListing(known);
    const limits = { pages: items.length + 1, items: 2 * items.length };
    const ofEachSize = edgePageSizes(items, walkCache.pageSize).map((first) => ({ ...listing, first }));
    for (const [query, walk] of await atOnce(ofEachSize, (one) => workspace.walk(one, limits)))
      await judgeWalk(
        query,
        walk,
        (read) => expectEachOnce(query, read, items),
        () => workspace.walkUncached(query, limits),
      );

    // And so it does in any order, also where items share the value of the sort key: a cursor that holds nothing but the key loses or
    // repeats items there
    const whole = { query: listing, items, first: orderPageSize(workspace, known, listing) };
    const ordered = VISIBLE_KEYS.flatMap((orderByField) => {
      const tied = tiedListing(known, orderByField);
      const [small = 1] = edgePageSizes(tied?.items ?? [], walkCache.pageSize);
      const upToTie = tied && orderByField !== 'name' ? sizeUpToTie(tied.items, orderByField) : small;
      const sizes = new Set([small, upToTie].filter((size) => size > 0 && size <= walkCache.pageSize));
      return DIRECTIONS.flatMap((orderByDirection) => {
        const inTies =
          tied && orderByDirection === 'ASC' ? [...sizes].map((first) => ({ ...tied, first })) : [];
        return [...inTies, whole].map(
          ({ query, first, ...one }): KnownListing => ({
            ...one,
            query: { ...query, orderByField, orderByDirection, first },
          }),
        );
      });
    });
    for (const [one, walk] of await atOnce(ordered, ({ query }) => workspace.walk(query)))
      expectEachOnce(one.query, walk, one.items);

    // And with pages of different sizes. A target may bind cursors to the page size, and refuse that.
    const sizes = [...[3, 2, 5].map((size) => Math.min(size, walkCache.pageSize)), walkCache.pageSize];
    const mixed = await workspace.read(listing, sizes, { endsThere: true });
    about(mixed);
    expect(sortedKeys(mixed.items), 'the items of a walk whose pages differ in size, each once').toEqual(
      mixed.end === 'last page' ? sortedKeys(items) : [...new Set(itemKeys(mixed.items))].sort(),
    );

    // And when the same is asked again
    expectEachOnce(listing, await workspace.walkUncached({ ...listing, first: walkCache.pageSize }), items);
  },
);
