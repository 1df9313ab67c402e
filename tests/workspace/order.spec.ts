import {
  DIRECTIONS,
  disagreements,
  distinct,
  expect,
  followsOneCollation,
  goesUp,
  isAccepted,
  keyOf,
  notTested,
  orderedListings,
  orderedPage,
  pageOf,
  placedPairs,
  readUpwards,
  requirement,
  test,
  VISIBLE_KEYS,
} from '../../fixtures/index.ts';

const KINDS = ['WORKBOOK', 'REPORT'] as const;
/** What to change where a sort key is refused. */
const acceptKey = (key: string): string => `accept ${key} as a sort key, in either direction`;
/** Pages that are read in an order that no item shows. */
const MOST_PAGES = 5;

// "orderByField: Sort key for non-folder items". Kind by kind here: whether kinds are kept apart is another rule.
for (const key of ['updated_at', 'created_at'] as const) {
  const id = `workspace-order-${key.replace('_', '-')}`;
  test(`${key} orders by that instant`, requirement(id), async ({ snapshot, workspace }) => {
    const known = await snapshot();
    for (const orderByDirection of DIRECTIONS)
      expect(
        await workspace.list({ orderByField: key, orderByDirection }),
        `${key} ${orderByDirection}:`,
        acceptKey(key),
      ).toBeAccepted();
    let most = 0;
    for (const listing of orderedListings(known)) {
      for (const direction of DIRECTIONS) {
        const items = await readUpwards(workspace, known, listing, key, direction);
        for (const kind of KINDS) {
          const same = items.filter(({ type }) => type === kind);
          most = Math.max(most, distinct(same, key));
          const shown = same.map((item) => `${item.id} ${keyOf(item, key)}`);
          expect(goesUp(same, key) ? 'sorted' : shown, `${kind}s by ${key} ${direction}, read upwards`).toBe(
            'sorted',
          );
        }
      }
    }
    if (most < 2) notTested(`the workspace needs two items of one type whose ${key} differ`);
  });
}

// Any usual collation, but the same one everywhere and in both directions.
test(
  'name orders by name under one collation',
  requirement('workspace-order-name'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    for (const orderByDirection of DIRECTIONS)
      expect(
        await workspace.list({ orderByField: 'name', orderByDirection }),
        `name ${orderByDirection}:`,
        acceptKey('name'),
      ).toBeAccepted();
    const sequences: string[][] = [];
    for (const listing of orderedListings(known)) {
      const read = async (direction: 'ASC' | 'DESC', kind: string) =>
        (await readUpwards(workspace, known, listing, 'name', direction))
          .filter(({ type }) => type === kind)
          .map(({ name }) => name);
      for (const kind of KINDS) {
        const [up, down] = [await read('ASC', kind), await read('DESC', kind)];
        sequences.push(up, down);
        // A listing that was read in part shows other items downwards.
        const whole = up.length === down.length && up.every((name) => down.includes(name));
        expect(
          whole ? disagreements(up, down).slice(0, 5) : [],
          `names of ${kind}s in one order upwards and in another one downwards`,
        ).toEqual([]);
      }
    }
    if (!sequences.some((names) => placedPairs(names).length > 0))
      notTested('the workspace needs two items of one type whose names every collation orders alike');
    const odd = sequences.find((names) => !followsOneCollation(names)) ?? sequences;
    expect(followsOneCollation(...sequences) ? 'one collation' : odd, 'names, read upwards').toBe(
      'one collation',
    );
  },
);

// "Ordering applies to the non-folder items only": together they are one sequence, not one for each type.
test(
  'items that are not folders are one sequence',
  requirement('workspace-order-non-folders-only'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    let told = 0;
    for (const listing of orderedListings(known)) {
      for (const key of VISIBLE_KEYS) {
        for (const direction of DIRECTIONS) {
          const items = await readUpwards(workspace, known, listing, key, direction);
          const blocks = KINDS.map((kind) => items.filter(({ type }) => type === kind));
          // Told apart only where each kind is sorted and neither order of two blocks would be sorted as well.
          const [workbooks, reports] = blocks as [typeof items, typeof items];
          if (!blocks.every((block) => goesUp(block, key))) continue;
          if (goesUp([...workbooks, ...reports], key) || goesUp([...reports, ...workbooks], key)) continue;
          told += 1;
          const shown = items.map((item) => `${item.type} ${item.id} ${keyOf(item, key)}`);
          expect(
            goesUp(items, key) ? 'one sequence' : shown,
            `workbooks and reports by ${key} ${direction}, read upwards`,
          ).toBe('one sequence');
        }
      }
    }
    if (told === 0) notTested('the workspace needs workbooks and reports whose dates or names alternate');
  },
);

// "orderByDirection: ASC, DESC"
test(
  'ASC goes up and DESC goes down',
  requirement('workspace-order-direction'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    let told = 0;
    for (const listing of orderedListings(known)) {
      for (const key of VISIBLE_KEYS) {
        const read = async (direction: 'ASC' | 'DESC') =>
          readUpwards(workspace, known, listing, key, direction);
        const both = { ASC: await read('ASC'), DESC: await read('DESC') };
        if (distinct(both.ASC, key) < 2) continue;
        told += 1;
        const sorted = DIRECTIONS.filter((direction) => goesUp(both[direction], key));
        // Where neither is sorted, the key is what is wrong, unless both run the other way round.
        const turned = DIRECTIONS.filter((direction) => goesUp([...both[direction]].reverse(), key));
        const judged = sorted.length > 0 || turned.length > 0;
        expect(judged ? sorted : DIRECTIONS, `directions in which ${key} is sorted`).toEqual([...DIRECTIONS]);
      }
    }
    if (told === 0) notTested('the workspace needs two items that differ in a sort key');
  },
);

// Not visible in an item: accepted, shaped, folders first. Its cursors may be unsupported.
test(
  'viewer_last_viewed_at is accepted',
  requirement('workspace-order-viewer-last-viewed'),
  async ({ snapshot, workspace }) => {
    const first = orderedPage(workspace, await snapshot(), {});
    let seen = 0;
    for (const orderByDirection of DIRECTIONS) {
      const query = { orderByField: 'viewer_last_viewed_at', orderByDirection, first } as const;
      const types: string[] = [];
      let after: string | undefined;
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const answer = await workspace.list({ ...query, ...(after === undefined ? {} : { after }) });
        if (page === 1) expect(answer).toHaveStatus(200);
        else if (!isAccepted(answer)) break;
        const { items, pageInfo } = pageOf(answer);
        types.push(...items.map(({ type }) => type));
        after = pageInfo.endCursor;
        if (!pageInfo.hasNextPage || after === undefined) break;
      }
      const others = types.findIndex((type) => type !== 'FOLDER' && type !== 'UNKNOWN');
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
