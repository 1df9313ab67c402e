import fc from 'fast-check';
import type { WorkspaceItem } from '../../../../fixtures/clients/workspace-page.ts';
import type { WorkspaceSnapshot } from '../../../../fixtures/clients/workspace-snapshot.ts';
import type { Id } from '../../../../fixtures/values/id.ts';

/** Workspaces that a target may hold, as a snapshot sees them. */

type Row = readonly [id: number, name: string, type: WorkspaceItem['type'], folderId: number | null];

const CREATED = '2025-01-01T00:00:00Z';
const itemOf = ([id, name, type, folderId]: Row): WorkspaceItem => ({
  id,
  deploymentId: 1,
  name,
  type,
  folderId,
  createdAt: CREATED,
  updatedAt: CREATED,
});

/**
 * The snapshot of a workspace.
 *
 * @param read - whether a folder, or the root (null), was read to its end
 */
export function censusOf(
  rows: readonly Row[],
  read: (folderId: Id | null) => boolean = () => true,
): WorkspaceSnapshot {
  const all = rows.map(itemOf);
  const inside = (folderId: Id | null): WorkspaceItem[] => all.filter((item) => item.folderId === folderId);
  const folders = all.filter(({ type }) => type === 'FOLDER');
  return {
    root: inside(null),
    wholeRoot: read(null),
    contents: new Map(folders.filter(({ id }) => read(id)).map(({ id }) => [id, inside(id)])),
    all,
    folderTotal: folders.length,
  };
}

/** Names as people give them, some with what a server may take for a wildcard or cut in two. */
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

/** A workspace of every name: a root, a folder of several items, one of two, one of a single item and an empty one. */
export const WORKSPACE: WorkspaceSnapshot = censusOf([
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

/** Workspaces of any size, tree and names; of some of them only a part was read. There is an item at least. */
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
      // An item lies in a folder before it, so that nothing lies in itself.
      const parent = (index: number, pick: number | null): number | null =>
        folders.filter((folder) => folder < index).at(pick ?? Number.NaN) ?? null;
      return censusOf(
        items.map(({ name, type, inside }, index) => [
          index,
          name,
          type,
          inside === null ? null : parent(index, inside % 4),
        ]),
        (folderId) => read === 'all' || read === (folderId === null ? 'root' : 'folders'),
      );
    });
