import {
  atOnce,
  expect,
  expectEachOnce,
  isAccepted,
  isRefused,
  type ListingQuery,
  largeListings,
  requirement,
  test,
  writeJson,
} from '../../fixtures/index.ts';

/** More than pages hold, and the largest number that some servers and databases can count to. */
const QUERIES: readonly ListingQuery[] = [
  { first: 1000 },
  { first: 2_147_483_647, orderByField: 'name', orderByDirection: 'DESC' },
];

// "Maximum page size: not shown". A target may refuse a `first` beyond it, or send fewer items and go on behind these.
test(
  'a page size beyond the largest one is refused, or loses nothing',
  requirement('limits-rates'),
  async ({ snapshot, workspace }) => {
    const { client, listings } = await largeListings(workspace, await snapshot());
    const asked = listings.flatMap(({ query, items }) =>
      QUERIES.map((large) => ({ query: { ...query, ...large }, items })),
    );
    const walks = await atOnce(asked, async ({ query, items }) => {
      const walk = await client.walk(query, { pages: items.length + 1, items: 2 * items.length });
      if (walk.pages.length > 0) return walk;
      const answer = await client.list(query);
      if (!isRefused(answer))
        expect(answer, `a page with ${writeJson(query)}, or a refusal of its size:`).toBeAccepted();
      return isAccepted(answer) ? walk : undefined;
    });
    for (const [{ query, items }, walk] of walks) if (walk) expectEachOnce(query, walk, items);
  },
);
