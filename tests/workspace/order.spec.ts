import {
  type Census,
  expect,
  followsOneCollation,
  isFolder,
  isSorted,
  notTested,
  requirement,
  test,
  type WorkspaceClient,
  type WorkspaceItem,
} from '../../fixtures/index.ts';

type Item = WorkspaceItem;
type Field = 'updated_at' | 'created_at' | 'name';

const instant = (field: 'updated_at' | 'created_at') => (item: Item): number =>
  Date.parse(field === 'updated_at' ? item.updatedAt : item.createdAt);
const up = (a: number, b: number): number => a - b;
const KINDS = ['WORKBOOK', 'REPORT'] as const;
/** Small, so that an order that holds inside pages only shows; odd, so that pages cut across everything. */
const PAGE = 7;

/** The listings to judge: the root, and the folder with most to sort. */
function scopes({ contents }: Census): ({ folderId: number } | Record<string, never>)[] {
  const rest = (items: readonly Item[]): number => items.filter((item) => !isFolder(item)).length;
  const [fullest] = [...contents].sort((a, b) => rest(b[1]) - rest(a[1]));
  return fullest && rest(fullest[1]) > 1 ? [{}, { folderId: fullest[0] }] : [{}];
}

/** The sorted part of a listing, read in ascending order whatever the direction. */
async function ascending(
  workspace: WorkspaceClient,
  scope: object,
  field: Field,
  direction: 'ASC' | 'DESC',
): Promise<Item[]> {
  const query = { ...scope, orderByField: field, orderByDirection: direction, first: PAGE };
  const items = (await workspace.everything(query)).filter((item) => !isFolder(item));
  return direction === 'ASC' ? items : items.reverse();
}

for (const field of ['updated_at', 'created_at'] as const) {
  const id = `workspace-order-${field.replace('_', '-')}`;
  test(`${field} orders by that instant`, requirement(id), async ({ census, workspace }) => {
    let distinct = 0;
    for (const scope of scopes(await census())) {
      for (const direction of ['ASC', 'DESC'] as const) {
        const items = await ascending(workspace, scope, field, direction);
        // Kind by kind: whether kinds are kept apart is workspace-order-non-folders-only's to say.
        for (const kind of KINDS) {
          const instants = items.filter(({ type }) => type === kind).map(instant(field));
          distinct = Math.max(distinct, new Set(instants).size);
          expect(
            isSorted(instants, up) ? 'sorted' : shown(items, kind, field),
            `${kind}s by ${field} ${direction}, read upwards`,
          ).toBe('sorted');
        }
      }
    }
    if (distinct < 2) notTested(`the workspace needs two items of one type whose ${field} differ`);
  });
}

const shown = (items: Item[], kind: string, field: 'updated_at' | 'created_at'): unknown =>
  items
    .filter(({ type }) => type === kind)
    .map(({ id, updatedAt, createdAt }) => `${id} ${field === 'updated_at' ? updatedAt : createdAt}`);

// "name" under any usual collation, but one and the same
test(
  'name orders by name under one collation',
  requirement('workspace-order-name'),
  async ({ census, workspace }) => {
    const sequences: string[][] = [];
    for (const scope of scopes(await census())) {
      for (const direction of ['ASC', 'DESC'] as const) {
        const items = await ascending(workspace, scope, 'name', direction);
        for (const kind of KINDS)
          sequences.push(items.filter(({ type }) => type === kind).map(({ name }) => name));
      }
    }
    if (Math.max(...sequences.map((names) => new Set(names).size)) < 2)
      notTested('the workspace needs two items of one type');
    expect(followsOneCollation(...sequences) ? 'one collation' : sequences, 'names, read upwards').toBe(
      'one collation',
    );
  },
);

// "Ordering applies to the non-folder items only": they are one sequence, not one for each type.
test(
  'all items that are not folders are one sequence',
  requirement('workspace-order-non-folders-only'),
  async ({ census, workspace }) => {
    let told = 0;
    for (const scope of scopes(await census())) {
      for (const field of ['updated_at', 'created_at'] as const) {
        const items = await ascending(workspace, scope, field, 'ASC');
        const sorted = [...items].sort((a, b) => instant(field)(a) - instant(field)(b));
        if (!interleaves(sorted, instant(field))) continue;
        told += 1;
        expect(
          isSorted(items.map(instant(field)), up)
            ? 'one sequence'
            : items.map(({ id, type }) => `${type} ${id}`),
          `workbooks and reports by ${field}`,
        ).toBe('one sequence');
      }
    }
    if (told === 0) notTested('the workspace needs workbooks and reports whose dates alternate');
  },
);

/** Whether a sorted sequence goes from one kind to the other and back, so that blocks of kinds would show. */
function interleaves(sorted: Item[], key: (item: Item) => number): boolean {
  const range = (kind: string): [number, number] => {
    const keys = sorted.filter(({ type }) => type === kind).map(key);
    return [Math.min(...keys), Math.max(...keys)];
  };
  const [workbooks, reports] = [range('WORKBOOK'), range('REPORT')];
  return workbooks[0] < reports[1] && reports[0] < workbooks[1];
}

test(
  'ASC goes up and DESC goes down',
  requirement('workspace-order-direction'),
  async ({ census, workspace }) => {
    let told = 0;
    for (const scope of scopes(await census())) {
      for (const field of ['updated_at', 'created_at'] as const) {
        const key = instant(field);
        const both = [
          await ascending(workspace, scope, field, 'ASC'),
          await ascending(workspace, scope, field, 'DESC'),
        ];
        for (const [index, items] of both.entries()) {
          const [lowest, highest] = [items[0], items.at(-1)];
          if (!lowest || !highest || new Set(items.map(key)).size < 2) continue;
          told += 1;
          const backwards = key(lowest) > key(highest);
          expect(
            backwards ? 'the other way round' : 'that way',
            `${field} ${index === 0 ? 'ASC' : 'DESC'} runs`,
          ).toBe('that way');
        }
      }
      for (const direction of ['ASC', 'DESC'] as const) {
        const names = (await ascending(workspace, scope, 'name', direction)).map(({ name }) => name);
        const backwards = !followsOneCollation(names) && followsOneCollation([...names].reverse());
        expect(backwards ? 'the other way round' : 'that way', `name ${direction} runs`).toBe('that way');
      }
    }
    if (told === 0) notTested('the workspace needs items whose dates differ');
  },
);

// "viewer_last_viewed_at" is not visible in an item: accepted, shaped, folders first.
test(
  'viewer_last_viewed_at is accepted',
  requirement('workspace-order-viewer-last-viewed'),
  async ({ workspace }) => {
    for (const orderByDirection of ['ASC', 'DESC'] as const) {
      const answer = await workspace.list({
        orderByField: 'viewer_last_viewed_at',
        orderByDirection,
        first: 100,
      });
      expect(answer).toHaveStatus(200);
      const items = (answer.json as { items?: Item[] }).items ?? [];
      const kinds = items.map(({ type }) => type === 'FOLDER');
      expect(kinds.lastIndexOf(true), 'place of the last folder').toBe(kinds.filter(Boolean).length - 1);
    }
  },
);
