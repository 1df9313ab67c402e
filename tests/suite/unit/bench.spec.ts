import { expect, test } from '@playwright/test';
import { interleaved } from '../bench/interleaved.ts';
import type { Result } from '../bench/measurement.ts';
import { withPart } from '../bench/pages.ts';
import { ratios, spreadOf } from '../bench/spread.ts';
import { isWithin, printed, table } from '../bench/table.ts';

/** What the benchmark makes of numbers. */

test('a spread has the value in the middle, or the mean of two, and both ends', () => {
  expect(spreadOf([3, 1, 10])).toEqual({ median: 3, min: 1, max: 10 });
  expect(spreadOf([4, 1, 2, 10])).toEqual({ median: 3, min: 1, max: 10 });
  expect(spreadOf([7])).toEqual({ median: 7, min: 7, max: 7 });
  expect(() => spreadOf([])).toThrow(/of no values/);
});

test('values are compared with those that were measured beside them', () => {
  expect(ratios([2, 9], [1, 3])).toEqual([2, 3]);
  expect(() => ratios([2, 9], [1])).toThrow(/2 values were to be compared with 1 others/);
});

test('sides are measured in turn', async () => {
  const asked: string[] = [];
  const side = (name: string) => async () => asked.push(name);
  expect(await interleaved(2, { a: side('a'), b: side('b') })).toEqual({ a: [1, 3], b: [2, 4] });
  expect(asked).toEqual(['a', 'b', 'a', 'b']);
});

const SLOW: Result = { what: 'a|b', unit: 'times', values: [1.5, 1.75, 1.25], limit: { atMost: 1.6 } };

const CASES: [what: string, changes: Partial<Result>, within: boolean | undefined][] = [
  ['a median below what it may be at most', {}, true],
  ['a median at its limit', { limit: { atMost: 1.5 } }, true],
  ['a median above it, though the least value is not', { limit: { atMost: 1.4 } }, false],
  ['a median below what it should be at least', { limit: { atLeast: 1.6 } }, false],
  ['a median above that', { limit: { atLeast: 1.4 } }, true],
  ['good numbers of a run that did not end well', { objections: ['exit 1'] }, false],
];

for (const [what, changes, within] of CASES)
  test(`of ${what}: ${within ? 'within' : 'not within'}`, () => {
    expect(isWithin({ ...SLOW, ...changes })).toBe(within);
  });

const MACHINE = { cpu: 'Some CPU', cores: 2, memoryGb: 8, node: 'v22.0.0' };
const OTHER = { ...MACHINE, cores: 1 };
const ONE = { name: 'one', title: 'One thing' };
const TWO = { name: 'two', title: 'Another' };

test('the table has a row for each result, and says when and where it was measured', () => {
  const results: Result[] = [
    SLOW,
    { what: 'alone', unit: 'requests', values: [1_200] },
    { ...SLOW, what: 'broken', objections: ['exit 1', 'no report'] },
  ];
  expect(table([ONE], { one: { date: '2025-06-01', machine: MACHINE, results } }).split('\n')).toEqual([
    'Measured on 2025-06-01: Some CPU, 2 cores, 8 GiB of memory, Node.js v22.0.0.',
    '',
    '| what | median [min–max] | limit | within |',
    '|---|---|---|---|',
    '| **One thing** (one) |  |  |  |',
    '| a\\|b | 1.50 [1.25–1.75] times | at most 1.6 times | yes |',
    '| alone | 1,200 requests |  |  |',
    '| broken | 1.50 [1.25–1.75] times | at most 1.6 times | **no**: exit 1; no report |',
  ]);
});

test('measurements of other days or machines are named, and those that were never made', () => {
  const made = (machine: typeof MACHINE) => ({ date: '2025-06-01', machine, results: [SLOW] });
  const apart = table([ONE, TWO], { one: made(MACHINE), two: made(OTHER) });
  expect(apart).toContain('8 GiB of memory, Node.js v22.0.0 (one).');
  expect(apart).toContain('Some CPU, 1 core, 8 GiB of memory, Node.js v22.0.0 (two).');
  const together = table([ONE, TWO], { one: made(MACHINE), two: made(MACHINE) });
  expect(together.match(/Measured on/g)).toHaveLength(1);
  expect(table([ONE, TWO], { two: made(MACHINE) })).toMatch(/\n\nNot measured yet: one\.$/);
});

test('a result is printed with what it is held against', () => {
  expect(printed({ ...SLOW, limit: { atMost: 1.4 } })).toBe(
    '  a|b: 1.50 [1.25–1.75] times, at most 1.4 times, within: **no**',
  );
  expect(printed({ what: 'alone', unit: 'seconds', values: [2.34] })).toBe('  alone: 2.3 s');
});

test('the table takes the place of the one before it, and a page without a place for it is named', () => {
  const page = 'a\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nb\n';
  const written = withPart(page, 'new', 'x.md');
  expect(written).toBe('a\n<!-- bench:begin -->\n\nnew\n\n<!-- bench:end -->\nb\n');
  expect(withPart(written, 'new', 'x.md')).toBe(written);
  expect(() => withPart('a', 'new', 'x.md')).toThrow(/x\.md has no part between <!-- bench:begin -->/);
});
