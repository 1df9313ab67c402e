import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Agent, fetch } from 'undici';
import { manyItems, SHAPES } from '../../../fixtures/reference/seed/many-items.ts';
import { workspaceItems } from '../../../fixtures/reference/seed/workspace.ts';
import type { Item } from '../../../fixtures/reference/server/model.ts';
import { type ReferenceOptions, startReference } from '../../../fixtures/reference/start.ts';

/** Large workspaces of the embedded target. */

interface Sent {
  readonly id: number;
  readonly type: string;
}

interface Page {
  readonly items: readonly Sent[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

// A caller sees neither what is another's nor what lies in a folder of another's; the fault shows everything.
const ALL_VISIBLE = { faults: ['workspace-access-ignored'] };
const SEEDED = workspaceItems().filter(({ deploymentId }) => deploymentId === 101);

/** Walks the root and every folder, a hundred items a page. */
async function walkAll(options: ReferenceOptions): Promise<Sent[]> {
  const target = await startReference(options);
  const { TARGET_BASE_URL, TARGET_ACCESS_TOKEN, NODE_EXTRA_CA_CERTS } = target.settings;
  const dispatcher = new Agent({ connect: { ca: readFileSync(NODE_EXTRA_CA_CERTS as string) } });
  const pageOf = async (query: Record<string, string>): Promise<Page> => {
    const url = `${TARGET_BASE_URL}/v1/deployments/101/workspace?${new URLSearchParams(query)}`;
    const headers = { authorization: `Bearer ${TARGET_ACCESS_TOKEN}` };
    return (await (await fetch(url, { dispatcher, headers })).json()) as Page;
  };
  const found: Sent[] = [];
  try {
    const folders: Record<string, string>[] = [{}];
    for (const folder of folders) {
      let page = await pageOf({ ...folder, first: '100' });
      const content = [...page.items];
      while (page.pageInfo.hasNextPage) {
        page = await pageOf({ ...folder, first: '100', after: page.pageInfo.endCursor });
        content.push(...page.items);
      }
      found.push(...content);
      for (const { id, type } of content) if (type === 'FOLDER') folders.push({ folderId: String(id) });
    }
  } finally {
    await dispatcher.close();
    await target.close();
  }
  return found;
}

test('a walk through a large workspace finds as many items as were asked for, and the seeded ones unchanged', async () => {
  const found = await walkAll({ ...ALL_VISIBLE, items: 3000 });
  const seeded = await walkAll(ALL_VISIBLE);
  expect(found).toHaveLength(3000);
  expect(new Set(found.map(({ id }) => id)).size, 'different items').toBe(3000);
  expect(seeded).toHaveLength(SEEDED.length);
  const byId = new Map(found.map((item) => [item.id, item]));
  for (const item of seeded) expect(byId.get(item.id)).toEqual(item);
});

/** How many folders are around the deepest item. */
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

test('a workspace of any shape is never smaller than what is seeded', () => {
  for (const shape of SHAPES) {
    expect(manyItems(SEEDED.length, shape)).toEqual([]);
    for (const total of [SEEDED.length - 1, SEEDED.length + 0.5, Number.NaN])
      expect(() => manyItems(total, shape)).toThrow(`from ${SEEDED.length} up`);
  }
});
