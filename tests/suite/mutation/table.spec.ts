import { expect, test } from '@playwright/test';
import type { Judged } from './judge.ts';
import { tableOf, totalOf } from './table.ts';

const judged = (group: string, ...problems: string[]): Judged => ({
  id: group,
  group,
  problems,
  details: {},
});
const mutants = [judged('workspace'), judged('workspace', 'survived'), judged('scim')];

test('the table has a line for each group, and one for all where there are several', () => {
  const table = tableOf(
    new Map([
      ['mutants', mutants],
      ['null-targets', [judged('servers')]],
    ]),
  );
  expect(table.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, ' | '))).toEqual([
    'judged | passed | failed',
    'mutants: scim | 1 | 1 | 0',
    'mutants: workspace | 2 | 1 | 1',
    'mutants: all | 3 | 2 | 1',
    'null-targets: servers | 1 | 1 | 0',
  ]);
});

test('the total of a project is told in the form that tools look for', () => {
  expect(totalOf('mutants', mutants)).toBe('mutants: 2 passed, 1 failed');
});
