import {
  about,
  allOf,
  atOnce,
  describeExchange,
  type Exchange,
  expect,
  isRefused,
  judgeEach,
  judgeWithRetries,
  listedKinds,
  listedPage,
  listedResources,
  notTested,
  persistentFindings,
  requirement,
  type ScimPage,
  scimIds,
  scimPageOf,
  sortedScimIds,
  test,
  under,
  walkedList,
  whileStable,
  writeJson,
} from '../../fixtures/index.ts';

const KINDS = [
  { kind: 'users', prefix: 'scim', filter: 'userName pr' },
  { kind: 'groups', prefix: 'scim-groups', filter: 'displayName pr' },
] as const;

/** What of a page is compared with other pages, and how it was asked for. */
const shownOn = ({ resources, ...page }: ScimPage) => ({ ids: scimIds(resources), ...page });
type Shown = ReturnType<typeof shownOn>;

/** Four pages for most lists: the more of them, the likelier is it that others provision users meanwhile. */
const shortPage = (total: number): number => Math.min(30, Math.max(3, Math.ceil(total / 4)));

for (const { kind, prefix, filter } of KINDS) {
  // RFC 7644 §3.4.2.4: "When specified, the service provider MUST NOT return more results than specified".
  test(`a page holds no more ${kind} than count says`, requirement(`${prefix}-paging`), async ({ scim }) => {
    await listedResources(scim, kind, 2);
    // Also from where a later page begins, and of what a filter selects, where a provider takes that one
    const queries = [1, 2, 3].flatMap((count) =>
      [{}, { startIndex: count + 1 }, { startIndex: 1, filter }].map((place) => ({ ...place, count })),
    );
    for (const [query, answer] of await atOnce(queries, (one) => scim.list(kind, one))) {
      const page = scimPageOf(answer);
      if (page)
        expect(page.resources.length, `${kind} with ${writeJson(query)}`).toBeLessThanOrEqual(query.count);
    }
  });

  // RFC 7644 §3.4.2.4: startIndex is 1-based.
  test(
    `startIndex and count page through the ${kind}`,
    requirement(`${prefix}-paging-walk`),
    ({ scim, eventually }) =>
      judgeWithRetries(eventually, async () => {
        const read = async (startIndex: number, count: number) =>
          shownOn(await listedPage(scim, kind, { startIndex, count }));
        // A target may send fewer than asked for, so what the first page holds decides what can be compared.
        const wanted = Math.min(3, (await listedPage(scim, kind)).resources.length);
        if (wanted < 2) notTested(`SCIM needs to list two ${kind} on a page`);
        const selected = async (startIndex: number, count: number) => {
          const page = scimPageOf(await scim.list(kind, { filter, startIndex, count }));
          return page && shownOn(page);
        };
        const { before: looks, seen } = await whileStable(
          () => allOf([read(1, wanted), selected(1, wanted)]),
          () => allOf([read(1, 1), read(2, wanted - 1), selected(1, 1), selected(2, wanted - 1)]),
        );
        const before = looks[0].ids;
        if (before.length < 2) notTested(`SCIM needs to list two ${kind} on a page`);
        /** The first of what is known is on the first page, and the next ones are on the other. */
        const judge = (what: string, known: readonly unknown[], first: Shown, others: Shown): void => {
          about(first);
          expect(first.ids, `${what} from startIndex=1 with count=1`).toEqual(known.slice(0, 1));
          about(others);
          const next = known.slice(1, 1 + others.ids.length);
          expect(others.ids, `${what} from startIndex=2 with count=${wanted - 1}`).toEqual(next);
          if (known.length > 1) expect(others.ids.length, `${what} from startIndex=2`).toBeGreaterThan(0);
        };
        const [first, others, firstSelected, othersSelected] = seen;
        judge(kind, before, first, others);

        // What a filter selects is paged like everything else, where a provider takes one that selects several.
        const [, known] = looks;
        if (!known || !firstSelected || !othersSelected) return;
        const selection = `${kind} that the filter "${filter}" selects`;
        judge(selection, known.ids, firstSelected, othersSelected);
        for (const page of [firstSelected, othersSelected]) {
          about(page);
          expect(page.total, `totalResults of ${selection}, from page to page`).toBe(known.total);
        }
        // A filter may select nobody, and then the list is whole.
        const { ids, startIndex } = othersSelected;
        if (ids.length > 0)
          await under('scim-start-index-echo', () =>
            expect(startIndex, `startIndex of ${selection}, from the second one on`).toBe(2),
          );
      }),
  );
}

for (const { kind, prefix } of KINDS) {
  // RFC 7644 §3.4.2.4: "used together to page through large numbers of resources".
  test(
    `a walk through the ${kind} yields each of them once`,
    requirement(`${prefix}-paging-walk`),
    ({ scim, eventually }) =>
      judgeWithRetries(eventually, async () => {
        let curl = '';
        const { before, seen } = await whileStable(
          async () => {
            const { resources, total, complete, ...walk } = await walkedList(scim, kind, 100);
            curl = walk.curl;
            return { ids: sortedScimIds(resources), total, complete };
          },
          ({ total }) => walkedList(scim, kind, shortPage(total)),
        );
        if (before.total === 0) notTested(`SCIM lists no ${kind}`);
        const inSmallPages = { ids: sortedScimIds(seen.resources), curl: seen.curl };
        for (const walk of [inSmallPages, { ...before, curl }]) {
          about(walk);
          expect(walk.ids.length - new Set(walk.ids).size, `${kind} that a walk meets twice`).toBe(0);
        }
        if (before.complete) expect(before.ids.length, `${kind} that a walk meets`).toBe(before.total);
        // Wherever a page begins: at the last of them there is that one, however many are asked for.
        const last = seen.resources.length;
        if (seen.complete && before.total > 1) {
          const page = await listedPage(scim, kind, { startIndex: last, count: last + 1 });
          const found = scimIds(page.resources);
          // Others may be provisioned meanwhile.
          if (page.total === last)
            expect(found, `${kind} from startIndex=${last} of ${last}`).toEqual(
              scimIds(seen.resources.slice(-1)),
            );
        }
        // Only the beginning of a long list is walked in small pages.
        about(seen);
        if (seen.complete) expect(inSmallPages.ids, `${kind} met in shorter pages`).toEqual(before.ids);
      }),
  );
}

// A target may list users and groups by different code: each rule is judged for both, where both are listed.

// RFC 7644 §3.4.2.4, table 6: "A value less than 1 SHALL be interpreted as 1."
test('a startIndex below 1 counts as 1', requirement('scim-start-index-below-one'), async ({ scim }) => {
  await judgeEach(await listedKinds(scim), async (kind) => {
    const { before, seen } = await whileStable(
      async () => scimIds(await listedResources(scim, kind, 1, { startIndex: 1, count: 2 })),
      () => allOf([0, -1].map((startIndex) => scim.list(kind, { startIndex, count: 2 }))),
    );
    for (const answer of seen) {
      expect(answer).toHaveStatus(200);
      const shown = scimIds(scimPageOf(answer)?.resources ?? []);
      expect(shown, `${kind} from a startIndex below 1`).toEqual(before);
    }
  });
});

const LONG_PAGE = 50;
const PAGES: readonly { startIndex?: number; count?: number }[] = [
  { count: 1 },
  { startIndex: 2, count: 1 },
  { startIndex: 2, count: LONG_PAGE },
];
const BEYOND_32_BITS = 2 ** 31;

test(
  'a startIndex past the end yields no resources',
  requirement('scim-start-index-past-end'),
  async ({ scim }) => {
    await judgeEach(await listedKinds(scim), async (kind) => {
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
    });
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
      await judgeEach(await listedKinds(scim), async (kind) => {
        const { before, seen } = await whileStable(
          async () => (await listedPage(scim, kind, { startIndex: 1, count: 1 })).total,
          () => scim.list(kind, { count }),
        );
        const page = scimPageOf(seen);
        const isRead = count < 0;
        if (isRead) expect(seen).toHaveStatus(200);
        // An error shows no resources either: that it is one is told by scim-list-status.
        if (!page)
          return notTested(`a count of ${count} is answered without a list: ${describeExchange(seen)}`);
        expect(scimIds(page.resources), `${kind} with count=${count}`).toEqual([]);
        if (isRead) expect(page.total, `totalResults of ${kind} with count=${count}`).toBe(before);
      });
    }),
  );
}

// RFC 7644 §3.4.2: "The total number of results returned by the list or query operation." A page is a part of them.
test(
  'totalResults counts the whole list, whatever page is asked for',
  requirement('scim-total-results'),
  ({ scim, eventually }) =>
    judgeWithRetries(eventually, async () => {
      await judgeEach(await listedKinds(scim, 2), async (kind) => {
        const { before, seen } = await whileStable(
          async () => {
            const { total, resources, curl } = await listedPage(scim, kind);
            return { total, ids: scimIds(resources), curl };
          },
          ({ total }) =>
            atOnce([...PAGES.slice(1, 2), { startIndex: total, count: 3 }, { count: 0 }], (query) =>
              scim.list(kind, query),
            ),
        );
        const fix = 'count the whole result, whatever page is shown';
        for (const [query, answer] of seen) {
          const total = scimPageOf(answer)?.total ?? before.total;
          expect(total, `totalResults of ${kind} with ${writeJson(query)}`, fix).toBe(before.total);
        }
        about(before);
        expect(before.total, `totalResults of ${kind}`).toBeGreaterThanOrEqual(before.ids.length);
      });
    }),
);

// RFC 7644 §3.4.2.4, table 7: "The number of resources returned in a list response page. REQUIRED when partial
// results are returned due to pagination."
test(
  'itemsPerPage is the number of resources on the page',
  requirement('scim-items-per-page'),
  async ({ scim }) => {
    await judgeEach(await listedKinds(scim, 2), async (kind) => {
      for (const [, page] of await atOnce(PAGES, (query) => listedPage(scim, kind, query))) {
        const { resources, total, itemsPerPage } = page;
        if ((itemsPerPage ?? undefined) === undefined && resources.length === total) continue;
        about(page);
        expect(itemsPerPage, `itemsPerPage of a page of ${resources.length} ${kind}`).toBe(resources.length);
      }
    });
  },
);

// RFC 7644 §3.4.2: "The 1-based index of the first result in the current set of list results. REQUIRED when partial results are
// returned due to pagination." Whether it is the index that was asked for is another question.
test(
  'startIndex of the answer is the index of its first resource',
  requirement('scim-start-index-echo'),
  async ({ scim }) => {
    await judgeEach(await listedKinds(scim, 2), async (kind) => {
      // Looked at several times: sessions may change the order of the list, and change it back.
      const wrong = await persistentFindings(async () => {
        const { before, seen } = await whileStable(
          async () => scimIds((await listedPage(scim, kind, { startIndex: 1, count: LONG_PAGE })).resources),
          () => atOnce(PAGES, (query) => listedPage(scim, kind, query)),
        );
        return seen.flatMap(([query, page]) => {
          const { resources, total, startIndex } = page;
          const index = before.indexOf(resources[0]?.id) + 1;
          // No order is promised, and each page may have one of its own: it tells no index then.
          const goesOn = before
            .slice(index - 1)
            .every((id, at) => [id, undefined].includes(resources[at]?.id));
          const fits = goesOn && index + resources.length - 1 <= total;
          const isInOrder = query.count === LONG_PAGE ? fits : index === (query.startIndex ?? 1);
          const isMissing = (startIndex ?? undefined) === undefined;
          if (index === 0 || (isMissing ? resources.length >= total : startIndex === index || !isInOrder))
            return [];
          about(page);
          return [`${writeJson(query)}: ${writeJson(startIndex ?? null)} for resource ${index}`];
        });
      });
      expect(wrong, `answers with ${kind} whose startIndex is not that of their first resource`).toEqual([]);
    });
  },
);
