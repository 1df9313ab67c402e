import { expect, test } from '@playwright/test';
import { expect as judge } from '../../../fixtures/assertions/expect.ts';
import { enter } from '../../../fixtures/assertions/running-test.ts';
import { Journal } from '../../../fixtures/http/journal.ts';
import { redactor } from '../../../fixtures/target/secrets.ts';
import { differenceIn } from '../../../fixtures/verdict/difference.ts';
import { findRequirement } from '../../../schemas/requirements.ts';

const SECRET = 'a-secret-of-the-target';
const row = findRequirement('workspace-folders-first');

test.beforeEach(() =>
  enter({
    row,
    journal: new Journal(),
    redact: redactor({ TARGET_API_KEY: SECRET }),
    seed: 1,
    runs: 1,
    path: undefined,
    findings: [],
    lookedAt: () => [],
  }),
);
test.afterEach(() => enter(undefined));

/** What a failing assertion says. */
function told(assert: () => void): string {
  try {
    assert();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The assertion held.');
}

/** The lines of a failure that belong to what was received. */
const received = (message: string): string[] =>
  message.split('\n').slice(
    message.split('\n').findIndex((line) => line.startsWith('  received')),
    message.split('\n').findIndex((line) => line.startsWith('  fix')),
  );

const items = (count: number, odd?: number) =>
  Array.from({ length: count }, (_, n) => ({ id: n, name: n === odd ? 'odd' : `item ${n}` }));

test('a failure names its rule, where to read it, and the remedy', () => {
  const message = told(() => judge([1], 'late folders').toEqual([]));
  expect(message).toBe(
    [
      'workspace-folders-first  MUST  List workspace items, rule 2',
      '  rule     docs/interface.md#list-workspace-items-rule-2',
      '  expected late folders to equal []',
      '  received [1]',
      `  fix      ${row.remedy}`,
      '  replay   CONFORMANCE_SEED=1 npx playwright test --grep "@workspace-folders-first(?![\\w-])"',
    ].join('\n'),
  );
});

test('an assertion may give advice of its own', () => {
  expect(told(() => judge(1, 'a page', 'send two').toBe(2))).toContain('\n  fix      send two\n');
  expect(told(() => judge(1, 'a page', 'send two').not.toBe(1))).toContain('\n  fix      send two\n');
});

test('large values are told by the lines in which they differ', () => {
  const lines = received(told(() => judge(items(9, 4), 'the items').toEqual(items(9))));
  expect(lines[0]).toMatch(/^ {2}received \[\{"id":0,.*… \(\d+ characters\); - is expected, \+ received:$/);
  expect(lines.slice(1)).toContain('             -     "name": "item 4",');
  expect(lines.slice(1)).toContain('             +     "name": "odd",');
  expect(lines.length).toBeLessThan(20);
});

test('sets are told by the names in which they differ', () => {
  const names = Array.from({ length: 30 }, (_, n) => `group ${n}`);
  const lines = received(told(() => judge(new Set(names.slice(1))).toEqual(new Set(names))));
  expect(lines.filter((line) => /^ +[-+] /.test(line))).toEqual(['             -   "group 0",']);
});

test('small values are told whole, and so is a large one where nothing was expected', () => {
  expect(received(told(() => judge([1, 2]).toEqual([1, 3])))).toEqual(['  received [1,2]']);
  expect(received(told(() => judge(items(9)).toEqual([])))).toHaveLength(1);
});

test('a difference is bounded, in lines and in their length', () => {
  const [before, after] = [items(200), items(200).map(({ id }) => ({ id, name: 'x'.repeat(500) }))];
  const lines = received(told(() => judge(after).toEqual(before)));
  expect(lines.length).toBeLessThan(35);
  expect(lines.at(-1)).toMatch(/… and \d+ more lines$/);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(200);
});

test('a difference holds no secret, not even the beginning of one that is cut', () => {
  for (let length = 60; length < 200; length += 7) {
    const padded = { padding: 'x'.repeat(length), secret: SECRET, more: items(5) };
    const message = told(() => judge(`${'x'.repeat(length)}${SECRET}`).toBe('y'.repeat(200)));
    expect(message).not.toContain(SECRET.slice(0, 6));
    expect(told(() => judge(padded).toEqual({ ...padded, more: items(6) }))).not.toContain(
      SECRET.slice(0, 6),
    );
  }
});

test('a message without a difference has none', () => {
  expect(differenceIn('Expected: 1\nReceived: 2')).toEqual([]);
});
