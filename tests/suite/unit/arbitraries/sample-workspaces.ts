import type { WorkspaceItem } from '../../../../fixtures/workspace/page.ts';

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
