import {
  type Census,
  DIRECTIONS,
  edgePageSizes,
  expect,
  expectedItems,
  fc,
  folderCount,
  forAll,
  goesUp,
  ids,
  isFolder,
  type ListingQuery,
  notTested,
  queries,
  requirement,
  test,
  VISIBLE_KEYS,
  type WorkspaceItem,
} from '../../fixtures/index.ts';

const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);

/** Page sizes around the edges of what a query holds. */
const sizesOf = (items: Census['all']): number[] => edgePageSizes(items.length, folderCount(items));

/** A page size whose first page holds the folders and three more items: enough to see an order. */
const firstPageOfBoth = ({ root }: Census): number => folderCount(root) + 3;

function needsItems({ root }: Census, least: number): void {
  if (root.length < least) notTested(`the workspace root needs ${least} items`);
}

// "Pagination is cursor-based (first, after; cursors in pageInfo)"
test(
  'a walk yields every item once, at every page size',
  requirement('workspace-cursor-walk-complete'),
  async ({ census, workspace }) => {
    const known = await census();
    needsItems(known, 2);
    const judge = async (query: ListingQuery, items: Census['all'], first: number): Promise<void> => {
      const walk = await workspace.walk({ ...query, first });
      const how = `a walk with first=${first}${query.orderByField ? ` by ${query.orderByField}` : ''}`;
      expect(['cursor repeats', 'items repeat', 'too many pages'], `how ${how} ends`).not.toContain(walk.end);
      expect(sorted(ids(walk.items)), `the items of ${how}`).toEqual(sorted(ids(items)));
    };
    for (const first of sizesOf(known.root)) await judge({}, known.root, first);
    // Ties under a sort key are where a cursor that holds only the key loses or repeats items.
    for (const orderByField of VISIBLE_KEYS) {
      for (const orderByDirection of DIRECTIONS) {
        await judge({ orderByField, orderByDirection }, known.root, orderByDirection === 'ASC' ? 1 : 3);
      }
    }
    await forAll([queries(known), fc.nat()], async (query, pick) => {
      const items = expectedItems(known, query) ?? [];
      if (query.search !== undefined || items.length < 2) return;
      const sizes = sizesOf(items);
      await judge(query, items, sizes[pick % sizes.length] as number);
    });
  },
);

test(
  'later pages keep the filters and the order',
  requirement('workspace-cursor-keeps-query'),
  async ({ census, workspace }) => {
    const known = await census();
    needsItems(known, 2);
    let interesting = 0;
    await forAll([queries(known), fc.constantFrom(1, 2, 3)], async (query, first) => {
      const expected = new Set(ids(expectedItems(known, query) ?? []));
      const everything = new Set(ids(known.all));
      if (expected.size <= first || expected.size === everything.size) return;
      interesting += 1;
      const { pages } = await workspace.walk({ ...query, first });
      const later = pages.slice(1).flatMap((page) => page.items);
      const alien = later.filter(({ id }) => everything.has(id) && !expected.has(id));
      expect(ids(alien), 'items of later pages that the query rules out').toEqual([]);
    });
    // A first page in order whose successors are not has lost the order on the way.
    for (const key of VISIBLE_KEYS) {
      for (const orderByDirection of DIRECTIONS) {
        const { pages } = await workspace.walk({
          orderByField: key,
          orderByDirection,
          first: firstPageOfBoth(known),
        });
        const upwards = (items: WorkspaceItem[]): WorkspaceItem[] => {
          const rest = items.filter((item) => !isFolder(item));
          return orderByDirection === 'ASC' ? rest : rest.reverse();
        };
        const first = upwards(pages[0]?.items ?? []);
        if (first.length < 2 || !goesUp(first, key)) continue;
        const whole = upwards(pages.flatMap((page) => page.items));
        const shown = whole.map(({ id }) => id);
        expect(
          goesUp(whole, key) ? 'kept' : shown,
          `the order by ${key} ${orderByDirection} on later pages`,
        ).toBe('kept');
      }
    }
    if (interesting === 0) notTested('no generated query filtered something and had a second page');
  },
);

test(
  'hasNextPage tells the truth',
  requirement('workspace-has-next-page-truthful'),
  async ({ census, target, workspace }) => {
    const known = await census();
    needsItems(known, 2);
    const fullest = [...known.contents].sort((a, b) => b[1].length - a[1].length)[0];
    const others = target.settings.TARGET_OTHER_ACCESS_TOKEN
      ? await census('TARGET_OTHER_ACCESS_TOKEN')
      : undefined;
    const found = await workspace.everything({ search: 'e', first: 100 });
    const scopes = [
      { client: workspace, query: {}, items: known.root },
      ...(found.length > 1 ? [{ client: workspace, query: { search: 'e' }, items: found }] : []),
      ...(others && others.root.length > 1
        ? [{ client: workspace.as('TARGET_OTHER_ACCESS_TOKEN'), query: {}, items: others.root }]
        : []),
      ...(fullest && fullest[1].length > 1
        ? [{ client: workspace, query: { folderId: fullest[0] }, items: fullest[1] }]
        : []),
    ];
    for (const { client, query, items } of scopes) {
      for (const first of sizesOf(items)) {
        const { pages, end } = await client.walk({ ...query, first });
        const promising = pages.filter(({ pageInfo }) => pageInfo.hasNextPage);
        expect(end, `how a walk with first=${first} ends`).not.toBe('no usable cursor');
        const broken = promising.filter(
          (page) => !pages.slice(pages.indexOf(page) + 1).some((later) => later.items.length > 0),
        );
        expect(
          broken.length,
          `pages with hasNextPage true and nothing after them, of a walk with first=${first}`,
        ).toBe(0);
        const returned = new Set(pages.flatMap((page) => ids(page.items))).size;
        if (end === 'last page')
          expect(
            returned,
            `items before hasNextPage was false, of a walk with first=${first}`,
          ).toBeGreaterThanOrEqual(items.length);
      }
    }
  },
);

// "first: Number of items wanted"
test(
  'a page is never longer than first',
  requirement('workspace-first-limits'),
  async ({ census, workspace }) => {
    const known = await census();
    needsItems(known, 2);
    const sizes = [1, 2, 3, 4, 5, 6, 7, 8, 10, 20, known.root.length - 1];
    for (const first of sizes.filter((size) => size >= 1)) {
      const page = await workspace.page({ first });
      expect(page.items.length, `items on a page with first=${first}`).toBeLessThanOrEqual(first);
      if (!page.pageInfo.hasNextPage || typeof page.pageInfo.endCursor !== 'string') continue;
      const next = await workspace.page({ first, after: page.pageInfo.endCursor });
      expect(next.items.length, `items on a second page with first=${first}`).toBeLessThanOrEqual(first);
    }
    await forAll([queries(known), fc.constantFrom(1, 2, 3, 5)], async (query, first) => {
      const { items } = await workspace.page({ ...query, first });
      expect(items.length, `items on a page with first=${first}`).toBeLessThanOrEqual(first);
    });
  },
);

// "first: minimum 1"
test('first below 1 is refused', requirement('workspace-first-minimum'), async ({ workspace }) => {
  await workspace.page({ first: 1 });
  for (const first of [0, -1, -100])
    expect(await workspace.listAnyway({ first }), `first=${first}:`).toBeRejected();
});

test(
  'the first page has nothing before it',
  requirement('workspace-first-page-has-no-previous'),
  async ({ workspace }) => {
    const { pageInfo } = await workspace.page({ first: 1 });
    expect(pageInfo.hasPreviousPage, 'hasPreviousPage of a first page').toBe(false);
  },
);
