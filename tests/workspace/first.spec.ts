import {
  expect,
  forSamples,
  knownListings,
  notTested,
  requirement,
  test,
  writeJson,
} from '../../fixtures/index.ts';

// "first: Number of items wanted"
test(
  'a page holds no more items than first asks for',
  requirement('workspace-first-limits'),
  async ({ snapshot, walkCache, workspace }) => {
    const known = await snapshot();
    const [{ query, items } = notTested('the workspace needs a listing of 2 to 36 items')] =
      knownListings(known);
    for (const first of [1, 2, 3, 5, items.length - 1].filter(
      (size) => size >= 1 && size <= walkCache.pageSize,
    )) {
      const page = await workspace.page({ ...query, first });
      expect(page.size, `items on a page with first=${first}`).toBeLessThanOrEqual(first);
      const after = page.pageInfo.endCursor;
      if (!page.pageInfo.hasNextPage || after === undefined) continue;
      const next = await workspace.page({ ...query, first, after });
      expect(next.size, `items on a second page with first=${first}`).toBeLessThanOrEqual(first);
    }
    const inside = knownListings(known, 3).find((listing) => listing.query.folderId !== undefined);
    for (const part of [
      { search: 'e' },
      { types: ['WORKBOOK'] },
      ...(inside ? [inside.query] : []),
    ] as const) {
      const page = await workspace.page({ ...part, first: 2 });
      expect(page.size, `items on a page of ${writeJson(part)} with first=2`).toBeLessThanOrEqual(2);
    }
    await forSamples(workspace, known, async (sample) => {
      const longest = Math.max(...(await workspace.walk(sample)).pages.map((page) => page.size));
      expect(longest, `items on a page of ${writeJson(sample)}`).toBeLessThanOrEqual(sample.first);
    });
  },
);

// "first: minimum 1"
test(
  'a first below 1 is refused',
  requirement('workspace-first-minimum'),
  async ({ snapshot, workspace }) => {
    const { pageInfo } = await workspace.page({ first: 1 });
    for (const first of [0, -1, -100])
      expect(await workspace.listInvalid({ first }), `first=${first}:`).toBeRejected();

    // In a search, in a folder and behind a cursor as well
    const [folderId] = (await snapshot()).contents.keys();
    const after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
    for (const query of [
      { search: 'e' },
      ...(folderId === undefined ? [] : [{ folderId, types: ['WORKBOOK', 'REPORT'] as const }]),
      ...(after === undefined ? [] : [{ after }]),
    ]) {
      await workspace.page({ ...query, first: 1 });
      const invalid = { ...query, first: 0 };
      expect(await workspace.listInvalid(invalid), `${writeJson(invalid)}:`).toBeRejected();
    }
  },
);

test(
  'hasPreviousPage is false on the first page',
  requirement('workspace-first-page-has-no-previous'),
  async ({ workspace }) => {
    for (const query of [{}, { orderByField: 'name', orderByDirection: 'DESC' }, { search: 'e' }] as const) {
      const { pageInfo } = await workspace.page({ ...query, first: 1 });
      expect(pageInfo.hasPreviousPage, 'hasPreviousPage of a first page').toBe(false);
    }
  },
);
