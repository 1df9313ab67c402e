import {
  about,
  countDistinctKeys,
  DIRECTIONS,
  expect,
  holdsSurePair,
  isAccepted,
  isAscending,
  mayBeSorted,
  notTested,
  orderDisagreements,
  orderedListings,
  orderPageSize,
  readAscending,
  requirement,
  seenLast,
  sortKeyOf,
  test,
  VISIBLE_KEYS,
  workspacePageOf,
} from '../../fixtures/index.ts';

const KINDS = ['WORKBOOK', 'REPORT'] as const;
/** What to change where a sort key is refused. */
const acceptKey = (key: string): string => `accept ${key} as a sort key, in either direction`;
/** Pages that are read by viewer_last_viewed_at, a key that no item shows. */
const MAX_PAGES = 5;

// "orderByField: Sort key for non-folder items". Judged for each type: that all types make one sequence is another rule.
for (const key of ['updated_at', 'created_at'] as const) {
  const id = `workspace-order-${key.replace('_', '-')}`;
  test(`${key} orders items by that instant`, requirement(id), async ({ snapshot, workspace }) => {
    const known = await snapshot();
    for (const orderByDirection of DIRECTIONS)
      expect(
        await workspace.list({ orderByField: key, orderByDirection }),
        `${key} ${orderByDirection}:`,
        acceptKey(key),
      ).toBeAccepted();
    let values = 0;
    for (const listing of orderedListings(known)) {
      for (const direction of DIRECTIONS) {
        const items = await readAscending(workspace, known, listing, key, direction);
        for (const kind of KINDS) {
          const same = items.filter(({ type }) => type === kind);
          values = Math.max(values, countDistinctKeys(same, key));
          const shown = same.map((item) => `${item.id} ${sortKeyOf(item, key)}`);
          expect(
            isAscending(same, key) ? 'sorted' : shown,
            `${kind}s by ${key} ${direction}, read upwards,`,
          ).toBe('sorted');
        }
      }
    }
    if (values < 2) notTested(`the workspace needs two items of one type whose ${key} differ`);
  });
}

// "orderByField: Sort key for non-folder items". Any collation will do: judged are pairs of names that all usual ones
// order alike, and that one direction reverses the other.
test('name orders items by name', requirement('workspace-order-name'), async ({ snapshot, workspace }) => {
  const known = await snapshot();
  for (const orderByDirection of DIRECTIONS)
    expect(
      await workspace.list({ orderByField: 'name', orderByDirection }),
      `name ${orderByDirection}:`,
      acceptKey('name'),
    ).toBeAccepted();
  const sequences: string[][] = [];
  for (const listing of orderedListings(known)) {
    const read = async (direction: 'ASC' | 'DESC') => ({
      items: await readAscending(workspace, known, listing, 'name', direction),
      seen: seenLast(),
    });
    const [ascending, descending] = [await read('ASC'), await read('DESC')];
    about(ascending.seen, descending.seen);
    for (const kind of KINDS) {
      const [up = [], down = []] = [ascending, descending].map(({ items }) =>
        items.filter(({ type }) => type === kind).map(({ name }) => name),
      );
      sequences.push(up, down);
      // A listing that was read in part shows other items in the other direction.
      const isWhole = up.length === down.length && up.every((name) => down.includes(name));
      expect(
        isWhole ? orderDisagreements(up, down).slice(0, 5) : [],
        `names of ${kind}s whose order by ASC differs from that by DESC, read upwards`,
      ).toEqual([]);
    }
  }
  if (!sequences.some(holdsSurePair))
    notTested('the workspace needs two items of one type whose names every collation orders alike');
  const unsorted = sequences.find((names) => !mayBeSorted(names));
  expect(unsorted ?? 'by name', 'the order of names, read upwards,').toBe('by name');
});

// "Ordering applies to the non-folder items only": all of them are one sequence, whatever their type.
test(
  'workbooks and reports are sorted as one sequence',
  requirement('workspace-order-non-folders-only'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    let judged = 0;
    for (const listing of orderedListings(known)) {
      for (const key of VISIBLE_KEYS) {
        for (const direction of DIRECTIONS) {
          const items = await readAscending(workspace, known, listing, key, direction);
          const workbooks = items.filter(({ type }) => type === 'WORKBOOK');
          const reports = items.filter(({ type }) => type === 'REPORT');
          // Judged where each type is sorted, and where one type behind the other would not be one sorted sequence.
          if (!isAscending(workbooks, key) || !isAscending(reports, key)) continue;
          if (isAscending([...workbooks, ...reports], key) || isAscending([...reports, ...workbooks], key))
            continue;
          judged += 1;
          const shown = items.map((item) => `${item.type} ${item.id} ${sortKeyOf(item, key)}`);
          expect(
            isAscending(items, key) ? 'one sequence' : shown,
            `workbooks and reports by ${key} ${direction}, read upwards,`,
          ).toBe('one sequence');
        }
      }
    }
    if (judged === 0) notTested('the workspace needs workbooks and reports whose dates or names alternate');
  },
);

// "orderByDirection: ASC, DESC"
test(
  'ASC goes up and DESC goes down',
  requirement('workspace-order-direction'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    let judged = 0;
    for (const listing of orderedListings(known)) {
      for (const key of VISIBLE_KEYS) {
        const read = async (direction: 'ASC' | 'DESC') => ({
          items: await readAscending(workspace, known, listing, key, direction),
          seen: seenLast(),
        });
        const [up, down] = [await read('ASC'), await read('DESC')];
        about(up.seen, down.seen);
        const both = { ASC: up.items, DESC: down.items };
        if (countDistinctKeys(both.ASC, key) < 2) continue;
        judged += 1;
        const sorted = DIRECTIONS.filter((direction) => isAscending(both[direction], key));
        // Where neither direction is sorted, the key is what is wrong, unless both are reversed.
        const reversed = DIRECTIONS.filter((direction) => isAscending([...both[direction]].reverse(), key));
        const isKeySorted = sorted.length > 0 || reversed.length > 0;
        expect(isKeySorted ? sorted : DIRECTIONS, `directions in which ${key} is sorted`).toEqual([
          ...DIRECTIONS,
        ]);
      }
    }
    if (judged === 0) notTested('the workspace needs two items that differ in a sort key');
  },
);

// No item shows this key, and its cursors may be unsupported: judged are its first page, and folders first.
test(
  'viewer_last_viewed_at is accepted as sort key',
  requirement('workspace-order-viewer-last-viewed'),
  async ({ snapshot, workspace }) => {
    const first = orderPageSize(workspace, await snapshot(), {});
    let seen = 0;
    for (const orderByDirection of DIRECTIONS) {
      const query = { orderByField: 'viewer_last_viewed_at', orderByDirection, first } as const;
      const types: string[] = [];
      const pages: { curl: string }[] = [];
      let after: string | undefined;
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const answer = await workspace.list({ ...query, ...(after === undefined ? {} : { after }) });
        if (page === 1) expect(answer).toHaveStatus(200);
        else if (!isAccepted(answer)) break;
        pages.push(answer);
        const { items, pageInfo } = workspacePageOf(answer);
        for (const { type } of items) types.push(type);
        after = pageInfo.endCursor;
        if (!pageInfo.hasNextPage || after === undefined) break;
      }
      const others = types.findIndex((type) => type !== 'FOLDER' && type !== 'UNKNOWN');
      about(...pages);
      const late = others >= 0 && types.slice(others).includes('FOLDER');
      expect(
        late ? types : 'folders first',
        `the types by viewer_last_viewed_at ${orderByDirection}`,
        'put folders before all other items by this sort key as by any other',
      ).toBe('folders first');
      seen += types.length;
    }
    if (seen === 0) notTested('the workspace shows no item');
  },
);
