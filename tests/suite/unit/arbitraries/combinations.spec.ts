import { expect, test } from '@playwright/test';
import {
  coveringRows,
  furtherRows,
  groupsOf,
  type Product,
  possibleGroups,
} from '../../../../fixtures/values/covering-array.ts';
import {
  CELL_FACTORS,
  type Cell,
  type CellListings,
  cellsOver,
  itemsOfCell,
  listingName,
  pageSizesOf,
  turnedCells,
} from '../../../../fixtures/workspace/product-cells.ts';
import { itemOf } from './sample-workspaces.ts';

/** Of three factors no two of which bind each other without the third, and a free one. */
const bound = ['1', '2', '3', '4'].flatMap((a) =>
  ['1', '2', '3', '4'].flatMap((b) =>
    ['1', '2', '3', '4']
      .filter((c) => (Number(a) + Number(b) + Number(c)) % 2 === 0)
      .map((c) => ({ a, b, c })),
  ),
);
const PRODUCT: Product = { bound, free: { d: ['1', '2'] }, name: 'even sums' };

test('a covering array holds every pair of values that go together, and nothing that does not', () => {
  const rows = coveringRows(PRODUCT, 2, 1);
  expect(new Set(rows.flatMap((row) => groupsOf(row, 2)))).toEqual(new Set(possibleGroups(PRODUCT, 2)));
  expect(possibleGroups(PRODUCT, 2)).toHaveLength(3 * 16 + 3 * 8);
  expect(rows.length).toBeLessThan(24);
  const isBound = ({ a, b, c }: (typeof rows)[number]): boolean =>
    bound.some((one) => one.a === a && one.b === b && one.c === c);
  expect(rows.every(isBound)).toBe(true);
});

test('the same seed gives the same rows, another one others', () => {
  const again = { ...PRODUCT, name: 'even sums once more' };
  expect(coveringRows(again, 2, 1)).toEqual(coveringRows(PRODUCT, 2, 1));
  expect(coveringRows(PRODUCT, 2, 2)).not.toEqual(coveringRows(PRODUCT, 2, 1));
});

test('further rows hold what the rows before them do not', () => {
  const rows = coveringRows(PRODUCT, 2, 1);
  const further = furtherRows(PRODUCT, rows, 3, 1, 5);
  const held = new Set(rows.flatMap((row) => groupsOf(row, 3)));
  for (const row of further) {
    expect(groupsOf(row, 3).some((group) => !held.has(group))).toBe(true);
    for (const group of groupsOf(row, 3)) held.add(group);
  }
});

const some = (from: number, ...types: ('FOLDER' | 'WORKBOOK' | 'REPORT')[]) =>
  types.map((type, index) => itemOf([from + index, `${type} ${from + index}`, type, null]));
const LISTINGS: CellListings = new Map(
  CELL_FACTORS.caller.flatMap((caller) => [
    [
      listingName({ caller, place: 'root', search: 'none' }),
      some(1, 'FOLDER', 'FOLDER', 'WORKBOOK', 'REPORT', 'REPORT'),
    ],
    [listingName({ caller, place: 'root', search: 'nothing' }), []],
    [listingName({ caller, place: 'empty folder', search: 'none' }), []],
  ]),
);
const CELL: Cell = {
  caller: 'first',
  place: 'root',
  types: 'any',
  search: 'none',
  field: 'name',
  direction: 'ASC',
  size: '2',
  reach: 'first page',
};
const sizesOf = (cell: Partial<Cell>): readonly number[] | undefined => {
  const whole = { ...CELL, ...cell };
  return pageSizesOf(whole, itemsOfCell(LISTINGS, whole) ?? []);
};

test('a cell asks for the pages that lead as far as it says', () => {
  expect(sizesOf({})).toEqual([2]);
  expect(sizesOf({ reach: 'second page' })).toEqual([2, 2]);
  expect(sizesOf({ reach: 'last page' })).toEqual([4, 2]);
  expect(sizesOf({ reach: 'full last page' })).toEqual([3, 2]);
  expect(sizesOf({ reach: 'past the end' })).toEqual([5, 2]);
  expect(sizesOf({ size: 'folders + 1', reach: 'last page' })).toEqual([3, 3]);
  expect(sizesOf({ size: 'all', reach: 'second page' })).toBeUndefined();
  expect(sizesOf({ types: 'REPORT', size: 'folders' })).toBeUndefined();
  expect(sizesOf({ search: 'nothing' })).toEqual([2]);
});

test('every cell of a product can be asked for, on pages that the target sends', () => {
  const cells = coveringRows(cellsOver(LISTINGS, 4), 2, 1) as unknown as Cell[];
  for (const cell of cells) {
    const sizes = sizesOf(cell);
    expect(sizes).toBeDefined();
    expect(Math.max(...(sizes ?? []))).toBeLessThanOrEqual(4);
    expect(LISTINGS.has(listingName(cell))).toBe(true);
  }
  expect(new Set(cells.map(({ types }) => types)).size).toBe(CELL_FACTORS.types.length);
});

test('cells that are turned differ in little from one another', () => {
  const many = new Map([
    [
      listingName({ caller: 'first', place: 'folder', search: 'none' }),
      some(1, 'FOLDER', 'WORKBOOK', 'REPORT', 'REPORT'),
    ],
    [
      listingName({ caller: 'second', place: 'folder', search: 'none' }),
      some(1, 'FOLDER', 'WORKBOOK', 'REPORT', 'REPORT'),
    ],
  ]);
  const cells = turnedCells(cellsOver(many, 100));
  expect(cells.length).toBeGreaterThan(4);
  const differences = (one: Cell, other: Cell): number =>
    Object.keys(one).filter((factor) => one[factor as keyof Cell] !== other[factor as keyof Cell]).length;
  const [, usual] = cells;
  for (const cell of cells) expect(usual && differences(cell, usual)).toBeLessThanOrEqual(2);
});
