import { expect, test } from '@playwright/test';
import type { Id } from '../../../fixtures/values/id.ts';
import { hiddenFromOne, namesParents } from '../../../fixtures/workspace/listing.ts';
import { lateFolders, mayBegin } from '../../../fixtures/workspace/order.ts';
import type { WorkspaceItem } from '../../../fixtures/workspace/page.ts';
import { isSameButForType, isSameItem, itemKeys, sortedKeys } from '../../../fixtures/workspace/page.ts';
import type { WorkspaceSnapshot } from '../../../fixtures/workspace/snapshot.ts';
import { itemOf } from './arbitraries/sample-workspaces.ts';

const item = (id: number, type: WorkspaceItem['type'], day: number, name = `item ${id}`): WorkspaceItem => ({
  id,
  deploymentId: 1,
  name,
  type,
  createdAt: `2025-01-0${day}T00:00:00Z`,
  updatedAt: `2025-01-0${day}T00:00:00Z`,
});

const [early, middle, late] = [item(1, 'REPORT', 1), item(2, 'WORKBOOK', 2), item(3, 'REPORT', 3)];
const lateFolder = item(4, 'FOLDER', 9);

test('a listing may begin with what comes first, and with nothing before which something else is left', () => {
  expect(mayBegin({ items: [early, middle], left: [late] }, 'updated_at', 'ASC')).toBe(true);
  expect(mayBegin({ items: [early, late], left: [middle] }, 'updated_at', 'ASC')).toBe(false);
  expect(mayBegin({ items: [late, middle], left: [early] }, 'updated_at', 'DESC')).toBe(true);
  expect(mayBegin({ items: [middle], left: [late] }, 'updated_at', 'DESC')).toBe(false);
  // Folders take no part in the order, and what ties may come in any order.
  expect(mayBegin({ items: [lateFolder, early], left: [item(5, 'REPORT', 1)] }, 'updated_at', 'ASC')).toBe(
    true,
  );
});

test('a folder is late behind another item, also where it has not come yet', () => {
  expect(lateFolders({ items: [lateFolder, early], left: [late] })).toEqual([]);
  expect(lateFolders({ items: [early, lateFolder], left: [] })).toEqual([lateFolder]);
  expect(lateFolders({ items: [early], left: [lateFolder] })).toEqual([lateFolder]);
});

// Nothing says that ids are unique across types: folder 5 may stand beside workbook 5.

const folder = itemOf([5, 'Finance', 'FOLDER', null]);
const workbook = itemOf([5, 'Revenue', 'WORKBOOK', null]);
const report = itemOf([5, 'Revenue', 'REPORT', 5]);

const snapshotOf = (
  root: readonly WorkspaceItem[],
  contents: readonly (readonly [Id, readonly WorkspaceItem[]])[] = [],
): WorkspaceSnapshot => {
  const all = [...root, ...contents.flatMap(([, items]) => items)];
  return {
    root,
    wholeRoot: true,
    contents: new Map(contents),
    all,
    folderTotal: all.filter(({ type }) => type === 'FOLDER').length,
  };
};

test('items are known by type and id together', () => {
  expect(new Set(itemKeys([folder, workbook, report])).size).toBe(3);
  expect(sortedKeys([workbook, folder])).toEqual(['FOLDER 5', 'WORKBOOK 5']);
});

test('an item whose type changed is told from another item of the same id', () => {
  expect(isSameButForType(workbook, report)).toBe(true);
  expect(isSameButForType(workbook, folder)).toBe(false);
  expect(isSameItem(workbook, { ...workbook, name: 'Staging' })).toBe(false);
});

test('an item is hidden from a user who is shown another one of that id', () => {
  const contents = [[5, [report]]] as const;
  expect(hiddenFromOne(snapshotOf([folder], contents), snapshotOf([folder, workbook], contents))).toEqual([
    workbook,
  ]);
});

test('what stands below a folder that one of two users may not see is hidden from neither', () => {
  // One user is shown the workbook in the folder, the other one may find it in a folder below that was not read.
  const below = itemOf([6, 'Below', 'FOLDER', 5]);
  const one = snapshotOf([folder], [[5, [workbook]]]);
  expect(hiddenFromOne(snapshotOf([folder], [[5, [below]]]), one)).toEqual([]);
  expect(
    hiddenFromOne(
      snapshotOf(
        [folder],
        [
          [5, [below]],
          [6, []],
        ],
      ),
      one,
    ),
  ).toEqual([workbook]);
});

test('folderId tells where an item stands only where it names the listings that show items', () => {
  expect(namesParents(snapshotOf([folder], [[5, [report]]]))).toBe(true);
  // One that means something else, or nothing.
  expect(namesParents(snapshotOf([folder], [[5, [{ ...report, folderId: null }]]]))).toBe(false);
  expect(namesParents(snapshotOf([folder, { ...workbook, folderId: 5 }], [[5, []]]))).toBe(false);
});
