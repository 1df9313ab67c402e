import { expect, test } from '@playwright/test';
import { lettersInBothCases, oddNames } from '../../../fixtures/values/odd-names.ts';
import { isSurelyBefore } from '../../../fixtures/workspace/collations.ts';
import type { WorkspaceItem } from '../../../fixtures/workspace/page.ts';
import { lateFolders, mayBegin } from '../../../fixtures/workspace/stretches.ts';
import { combined } from '../../../reporters/summary.ts';

const item = (id: number, type: WorkspaceItem['type'], day: number, name = `item ${id}`): WorkspaceItem => ({
  id,
  deploymentId: 1,
  name,
  type,
  createdAt: `2025-01-0${day}T00:00:00Z`,
  updatedAt: `2025-01-0${day}T00:00:00Z`,
});
const [early, middle, late] = [item(1, 'REPORT', 1), item(2, 'WORKBOOK', 2), item(3, 'REPORT', 3)];
const folder = item(4, 'FOLDER', 9);

test('a listing may begin with what comes first, and with nothing before which something else is left', () => {
  expect(mayBegin({ items: [early, middle], left: [late] }, 'updated_at', 'ASC')).toBe(true);
  expect(mayBegin({ items: [early, late], left: [middle] }, 'updated_at', 'ASC')).toBe(false);
  expect(mayBegin({ items: [late, middle], left: [early] }, 'updated_at', 'DESC')).toBe(true);
  expect(mayBegin({ items: [middle], left: [late] }, 'updated_at', 'DESC')).toBe(false);
  // Folders take no part in the order, and what ties may come in any order.
  expect(mayBegin({ items: [folder, early], left: [item(5, 'REPORT', 1)] }, 'updated_at', 'ASC')).toBe(true);
});

test('names are surely before others only where every collation says so', () => {
  expect(isSurelyBefore('banana', 'Cherry')).toBe(false);
  expect(isSurelyBefore('apple', 'banana')).toBe(true);
  expect(isSurelyBefore('apple', 'Ärger')).toBe(false);
  expect(
    mayBegin(
      { items: [item(1, 'REPORT', 1, 'banana')], left: [item(2, 'REPORT', 1, 'apple')] },
      'name',
      'ASC',
    ),
  ).toBe(false);
});

test('a folder is late behind another item, also where it has not come yet', () => {
  expect(lateFolders({ items: [folder, early], left: [late] })).toEqual([]);
  expect(lateFolders({ items: [early, folder], left: [] })).toEqual([folder]);
  expect(lateFolders({ items: [early], left: [folder] })).toEqual([folder]);
});

test('odd names are found by what makes them odd', () => {
  const names = ['plain', 'Launch 🚀 plan', 'Cafe\u0301', 'trailing ', 'a  b', `${'long '.repeat(30)}end`];
  expect(oddNames(names).map(({ name }) => name)).toEqual(expect.arrayContaining(names.slice(1)));
  expect(oddNames(names).map(({ name }) => name)).not.toContain('plain');
  expect(lettersInBothCases(['Ärger', 'ärger', 'ärmel'])).toEqual(['Ä']);
});

test('the report tells how many pairs were judged, by the test that got furthest', () => {
  expect(combined({ possible: 600, judged: 300, share: 0.5 })).toBe(
    'workspace listing: 300 of 600 pairs of values of its parameters were judged (50 %)',
  );
});
