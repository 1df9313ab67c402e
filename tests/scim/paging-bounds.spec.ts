import {
  about,
  allOf,
  atOnce,
  type Exchange,
  endWithoutList,
  expect,
  isRefused,
  judgeWithRetries,
  listedKinds,
  listedPage,
  listedResources,
  requirement,
  scimIds,
  scimPageOf,
  test,
  whileStable,
  writeJson,
} from '../../fixtures/index.ts';

// A target may list users and groups by different code: each rule is judged for both, where both are listed.

// RFC 7644 §3.4.2.4, table 6: "A value less than 1 SHALL be interpreted as 1."
test('a startIndex below 1 counts as 1', requirement('scim-start-index-below-one'), async ({ scim }) => {
  for (const kind of await listedKinds(scim)) {
    const { before, seen } = await whileStable(
      async () => scimIds(await listedResources(scim, kind, 1, { startIndex: 1, count: 2 })),
      () => allOf([0, -1].map((startIndex) => scim.list(kind, { startIndex, count: 2 }))),
    );
    for (const answer of seen) {
      expect(answer).toHaveStatus(200);
      const shown = scimIds(scimPageOf(answer)?.resources ?? []);
      expect(shown, `${kind} from a startIndex below 1`).toEqual(before);
    }
  }
});

const BEYOND_32_BITS = 2 ** 31;

test(
  'a startIndex past the end yields no resources',
  requirement('scim-start-index-past-end'),
  async ({ scim }) => {
    for (const kind of await listedKinds(scim)) {
      const { before, seen } = await whileStable(
        async () => (await listedPage(scim, kind, { startIndex: 1, count: 1 })).total,
        (total) =>
          allOf([2, BEYOND_32_BITS].map((count) => scim.list(kind, { startIndex: total + 1000, count }))),
      );
      const [usual, counted] = seen as [Exchange, Exchange];
      expect(usual).toHaveStatus(200);
      if (!isRefused(counted)) expect(counted, `with count=${BEYOND_32_BITS}:`).toHaveStatus(200);
      const page = scimPageOf(usual);
      expect(scimIds(page?.resources ?? []), `${kind} past the end`).toEqual([]);
      expect(page?.total, `totalResults of ${kind} past the end`).toBe(before);
    }
  },
);

// RFC 7644 §3.4.2.4, table 6: "0 indicates that no resource results are to be returned except for totalResults".
// "A negative value SHALL be interpreted as 0."
for (const [count, id] of [
  [0, 'scim-count-zero'],
  [-1, 'scim-count-negative'],
] as const) {
  test(`count=${count} yields totalResults and no resources`, requirement(id), ({ scim, eventually }) =>
    judgeWithRetries(eventually, async () => {
      for (const kind of await listedKinds(scim)) {
        const { before, seen } = await whileStable(
          async () => (await listedPage(scim, kind, { startIndex: 1, count: 1 })).total,
          () => scim.list(kind, { count }),
        );
        const page = scimPageOf(seen);
        const isRead = count < 0;
        if (isRead) expect(seen).toHaveStatus(200);
        if (!page) return endWithoutList(seen, `a count of ${count} is declined`);
        expect(scimIds(page.resources), `${kind} with count=${count}`).toEqual([]);
        if (isRead) expect(page.total, `totalResults of ${kind} with count=${count}`).toBe(before);
      }
    }),
  );
}

// RFC 7644 §3.4.2: "The total number of results returned by the list or query operation." A page is a part of them.
test(
  'totalResults counts the whole list, whatever page is asked for',
  requirement('scim-total-results'),
  ({ scim, eventually }) =>
    judgeWithRetries(eventually, async () => {
      for (const kind of await listedKinds(scim, 2)) {
        const { before, seen } = await whileStable(
          async () => {
            const { total, resources, curl } = await listedPage(scim, kind);
            return { total, ids: scimIds(resources), curl };
          },
          () =>
            atOnce([{ startIndex: 1, count: 1 }, { startIndex: 2, count: 1 }, { count: 0 }], (query) =>
              scim.list(kind, query),
            ),
        );
        for (const [query, answer] of seen) {
          const page = scimPageOf(answer);
          const asked = `totalResults of ${kind} with ${writeJson(query)}`;
          if (page)
            expect(page.total, asked, 'count the whole result, whatever page is shown').toBe(before.total);
        }
        about(before);
        expect(before.total, `totalResults of ${kind}`).toBeGreaterThanOrEqual(before.ids.length);
      }
    }),
);

const PAGES = [{}, { startIndex: 1, count: 1 }, { startIndex: 2, count: 1 }, { startIndex: 2, count: 50 }];

// RFC 7644 §3.4.2.4, table 7: "The number of resources returned in a list response page. REQUIRED when partial
// results are returned due to pagination."
test(
  'itemsPerPage is the number of resources on the page',
  requirement('scim-items-per-page'),
  async ({ scim }) => {
    for (const kind of await listedKinds(scim, 2))
      for (const [, page] of await atOnce(PAGES, (query) => listedPage(scim, kind, query))) {
        const { resources, total, itemsPerPage } = page;
        if ((itemsPerPage ?? undefined) === undefined && resources.length === total) continue;
        about(page);
        expect(itemsPerPage, `itemsPerPage of a page of ${resources.length} ${kind}`).toBe(resources.length);
      }
  },
);

// RFC 7644 §3.4.2: "The 1-based index of the first result in the current set of list results. REQUIRED when partial results are
// returned due to pagination." Whether it is the index that was asked for is another question.
test(
  'startIndex of the answer is the index of its first resource',
  requirement('scim-start-index-echo'),
  async ({ scim }) => {
    for (const kind of await listedKinds(scim, 2)) {
      const { before, seen } = await whileStable(
        async () => scimIds((await listedPage(scim, kind, { startIndex: 1, count: 50 })).resources),
        () => atOnce(PAGES, (query) => listedPage(scim, kind, query)),
      );
      for (const [, page] of seen) {
        const { resources, total, startIndex } = page;
        const index = before.indexOf(resources[0]?.id) + 1;
        if (index === 0) continue;
        if ((startIndex ?? undefined) === undefined && resources.length === total) continue;
        about(page);
        expect(startIndex, `startIndex of an answer with ${kind}`).toBe(index);
      }
    }
  },
);
