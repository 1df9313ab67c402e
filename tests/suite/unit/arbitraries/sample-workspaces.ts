import fc from 'fast-check';
import type { Id } from '../../../../fixtures/values/id.ts';
import type { WorkspaceItem } from '../../../../fixtures/workspace/page.ts';
import type { WorkspaceSnapshot } from '../../../../fixtures/workspace/snapshot.ts';

/** Snapshots of workspaces that a target may have. */

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

/**
 * The snapshot of a workspace with these items.
 *
 * @param isRead - whether a folder, or the root (null), was read to its end
 */
function snapshotOf(
  rows: readonly Row[],
  isRead: (folderId: Id | null) => boolean = () => true,
): WorkspaceSnapshot {
  const all = rows.map(itemOf);
  const inside = (folderId: Id | null): WorkspaceItem[] => all.filter((item) => item.folderId === folderId);
  const folders = all.filter(({ type }) => type === 'FOLDER');
  return {
    root: inside(null),
    wholeRoot: isRead(null),
    contents: new Map(folders.filter(({ id }) => isRead(id)).map(({ id }) => [id, inside(id)])),
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

/** Snapshots of workspaces of any size, with at least one item, any tree and any names. Some were read only in part. */
export const snapshots = (): fc.Arbitrary<WorkspaceSnapshot> =>
  fc
    .tuple(
      fc.array(
        fc.record({
          name: fc.oneof(
            fc.constantFrom('', ' ', ...NAMES),
            fc.string({ unit: 'binary', maxLength: 12 }),
            fc.string({ unit: 'grapheme', maxLength: 30 }),
          ),
          type: fc.constantFrom('FOLDER' as const, 'WORKBOOK' as const, 'REPORT' as const),
          inside: fc.option(fc.nat()),
        }),
        { minLength: 1, maxLength: 60 },
      ),
      fc.constantFrom('all', 'folders', 'root', 'nothing'),
    )
    .map(([items, read]) => {
      const folders = items.flatMap(({ type }, index) => (type === 'FOLDER' ? [index] : []));
      // An item is put into a folder that precedes it, so that no folder contains itself.
      const parent = (index: number, pick: number | null): number | null =>
        folders.filter((folder) => folder < index).at(pick ?? Number.NaN) ?? null;
      return snapshotOf(
        items.map(({ name, type, inside }, index) => [
          index,
          name,
          type,
          inside === null ? null : parent(index, inside % 4),
        ]),
        (folderId) => read === 'all' || read === (folderId === null ? 'root' : 'folders'),
      );
    });
