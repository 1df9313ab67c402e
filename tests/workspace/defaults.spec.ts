import {
  allOf,
  expect,
  expectEachOnce,
  isFolder,
  isWorkbookOrReport,
  itemKeys,
  type ListingQuery,
  largeListings,
  requirement,
  test,
  writeJson,
} from '../../fixtures/index.ts';

/** What a query may leave to the target, beside its page size. */
const ORDERS: readonly ListingQuery[] = [
  {},
  { orderByField: 'name' },
  { orderByField: 'created_at' },
  { orderByDirection: 'ASC' },
  { orderByDirection: 'DESC' },
];

// "Default sort order and default page size: not shown". Whatever they are, they are the same on every page.
test(
  'a listing without page size, and without order or a part of it, is walked like any other',
  requirement('workspace-defaults-free'),
  async ({ snapshot, workspace }) => {
    const { client, listings } = await largeListings(workspace, await snapshot());
    const asked = listings.flatMap(({ query, items }) =>
      ORDERS.map((order) => ({ query: { ...query, ...order }, items })),
    );
    const walks = await allOf(
      asked.map(({ query, items }) =>
        client.walk(query, { pages: items.length + 1, items: 2 * items.length }),
      ),
    );
    for (const [index, { query, items }] of asked.entries()) {
      const walk = walks[index];
      if (!walk) continue;
      expectEachOnce(query, walk, items);
      const others = walk.items.findIndex(isWorkbookOrReport);
      expect(
        others < 0 ? [] : itemKeys(walk.items.slice(others).filter(isFolder)),
        `folders behind the first other item in a walk with ${writeJson(query)}`,
      ).toEqual([]);
    }
  },
);
