import type { Id } from '../../../../fixtures/values/id.ts';
import type { WorkspaceItem } from '../../../../fixtures/workspace/page.ts';
import type { WorkspaceSnapshot } from '../../../../fixtures/workspace/snapshot.ts';

/** A workspace that a target may have. */

type Row = readonly [id: number, name: string, type: WorkspaceItem['type'], folderId: number | null];

const CREATED = '2025-01-01T00:00:00Z';
export const itemOf = ([id, name, type, folderId]: Row): WorkspaceItem => ({
  id,
  deploymentId: 1,
  name,
  type,
  folderId,
  createdAt: CREATED,
  updatedAt: CREATED,
});

/** The snapshot of a workspace with these items, all of whose folders were read. */
function snapshotOf(rows: readonly Row[]): WorkspaceSnapshot {
  const all = rows.map(itemOf);
  const inside = (folderId: Id | null): WorkspaceItem[] => all.filter((item) => item.folderId === folderId);
  const folders = all.filter(({ type }) => type === 'FOLDER');
  return {
    root: inside(null),
    wholeRoot: true,
    contents: new Map(folders.map(({ id }) => [id, inside(id)])),
    all,
    folderTotal: folders.length,
  };
}

/** Names as people give them, some with wildcards, or with characters that a server may split. */
export const NAMES = [
  '100% growth',
  'net_sales',
  'A+B test',
  '5 * 3 matrix',
  'c:\\temp\\report',
  `Say "hello", O'Brien`,
  'Launch 🚀 plan',
  '🚁 tours',
  'Ärger & Öl',
  '日本語レポート',
  ' blanks  around ',
  'Revenue overview',
  'Quarterly report',
];

/** A workspace with all of these names, and with folders of several, two, one and no items. */
export const WORKSPACE: WorkspaceSnapshot = snapshotOf([
  [1, 'Finance', 'FOLDER', null],
  [2, 'marketing', 'FOLDER', null],
  [3, 'Archive', 'FOLDER', 1],
  [4, 'empty folder', 'FOLDER', null],
  ...NAMES.map(
    (name, index): Row => [11 + index, name, index % 2 ? 'REPORT' : 'WORKBOOK', index % 3 ? null : 1],
  ),
  [31, 'Old draft', 'WORKBOOK', 2],
  [32, 'Old dashboard', 'REPORT', 2],
  [33, 'Old pack', 'REPORT', 3],
]);
