import { expect, test } from '@playwright/test';
import { manyItems, SHAPES } from '../../../fixtures/reference/seed/many-items.ts';
import { workspaceItems } from '../../../fixtures/reference/seed/workspace.ts';
import type { Item } from '../../../fixtures/reference/server/model.ts';
import type { ReferenceOptions } from '../../../fixtures/reference/start.ts';
import { withReference } from '../support/with-reference.ts';

/** The embedded target with a workspace of any size. */

/** What these tests read of an item, and of a page of them. */
interface ListedItem {
  readonly id: number;
  readonly type: string;
}

interface ListedPage {
  readonly items: readonly ListedItem[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

// A caller does not see another user's private items, nor what such a folder holds; with the fault, everything is shown.
const ALL_VISIBLE = { faults: ['workspace-access-ignored'] };
const SEEDED = workspaceItems().filter(({ deploymentId }) => deploymentId === 101);

/** Every item of a workspace: the root and all folders, walked in pages of 100. */
const walkAll = (options: ReferenceOptions): Promise<ListedItem[]> =>
  withReference(options, async ({ ask, bearer }) => {
    const fetchPage = async (query: Record<string, string>): Promise<ListedPage> => {
      const { body } = await ask(`/v1/deployments/101/workspace?${new URLSearchParams(query)}`, bearer);
      return body;
    };
    const found: ListedItem[] = [];
    const listings: Record<string, string>[] = [{}];
    // Grows while it is iterated: each folder that is found is a listing to walk.
    for (const listing of listings) {
      let page = await fetchPage({ ...listing, first: '100' });
      const items = [...page.items];
      while (page.pageInfo.hasNextPage) {
        page = await fetchPage({ ...listing, first: '100', after: page.pageInfo.endCursor });
        items.push(...page.items);
      }
      found.push(...items);
      for (const { id, type } of items) if (type === 'FOLDER') listings.push({ folderId: String(id) });
    }
    return found;
  });

test('a large workspace holds as many items as requested, among them the seeded ones unchanged', async () => {
  const found = await walkAll({ ...ALL_VISIBLE, items: 3000 });
  const seeded = await walkAll(ALL_VISIBLE);
  expect(found).toHaveLength(3000);
  expect(new Set(found.map(({ id }) => id)).size, 'different items').toBe(3000);
  expect(seeded).toHaveLength(SEEDED.length);
  const byId = new Map(found.map((item) => [item.id, item]));
  for (const item of seeded) expect(byId.get(item.id)).toEqual(item);
});

/** How many folders the most deeply nested item lies in. */
function depthOf(items: readonly Item[]): number {
  const byId = new Map(items.map((item) => [item.id, item]));
  const depths = items.map((item) => {
    let depth = 0;
    for (let id = item.folderId; id !== null; id = byId.get(id)?.folderId ?? null) depth += 1;
    return depth;
  });
  return Math.max(...depths);
}

for (const [shape, depth] of [
  ['tree', 4],
  ['flat', 0],
  ['deep', 40],
  ['wide', 1],
] as const) {
  test(`the ${shape} shape has its size and depth, and is the same every time`, () => {
    const items = manyItems(3000, shape);
    expect(items).toHaveLength(3000 - SEEDED.length);
    expect(depthOf(items)).toBe(depth);
    expect(manyItems(3000, shape)).toEqual(items);
  });
}

test('a workspace cannot be smaller than its seed, whatever its shape', () => {
  for (const shape of SHAPES) {
    expect(manyItems(SEEDED.length, shape)).toEqual([]);
    for (const total of [SEEDED.length - 1, SEEDED.length + 0.5, Number.NaN])
      expect(() => manyItems(total, shape)).toThrow(`from ${SEEDED.length} up`);
  }
});
