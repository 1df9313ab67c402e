import { expect, test } from '@playwright/test';
import { differenceIn, expect as judge } from '../../../fixtures/expect/expect.ts';
import { enter } from '../../../fixtures/expect/running-test.ts';
import { Journal } from '../../../fixtures/http/journal.ts';
import { Secrets } from '../../../fixtures/target/secrets.ts';
import { tell } from '../../../fixtures/verdict/failure.ts';
import { findRequirement } from '../../../schemas/requirements.ts';

const SECRET = 'a-s3cret-of-the-target';
const secrets = new Secrets({ TARGET_API_KEY: SECRET });
const row = findRequirement('workspace-folders-first');

test.beforeEach(() =>
  enter({
    row,
    journal: new Journal(),
    redact: secrets.redact,
    redactSentence: (text) => secrets.redactSentence(text),
    seed: 1,
    runs: 1,
    path: undefined,
    findings: [],
    lookedAt: () => [],
  }),
);
test.afterEach(() => enter(undefined));

/** The message of a failing assertion. */
function messageOf(assert: () => void): string {
  try {
    assert();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The assertion held.');
}

/** The lines of a message that show what was received. */
const receivedLines = (message: string): string[] =>
  message.split('\n').slice(
    message.split('\n').findIndex((line) => line.startsWith('  received')),
    message.split('\n').findIndex((line) => line.startsWith('  fix')),
  );

/** Items, of which one may have another name. */
const items = (count: number, different?: number) =>
  Array.from({ length: count }, (_, n) => ({ id: n, name: n === different ? 'different' : `item ${n}` }));

test('a failure names its rule, where to read about it, and the remedy', () => {
  const message = messageOf(() => judge([1], 'late folders').toEqual([]));
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

test('an assertion may give its own advice', () => {
  expect(messageOf(() => judge(1, 'a page', 'send two').toBe(2))).toContain('\n  fix      send two\n');
  expect(messageOf(() => judge(1, 'a page', 'send two').not.toBe(1))).toContain('\n  fix      send two\n');
});

test('of large values, the lines in which they differ are shown', () => {
  const lines = receivedLines(messageOf(() => judge(items(9, 4), 'the items').toEqual(items(9))));
  expect(lines[0]).toMatch(/^ {2}received \[\{"id":0,.*… \(\d+ characters\); - is expected, \+ received:$/);
  expect(lines.slice(1)).toContain('             -     "name": "item 4",');
  expect(lines.slice(1)).toContain('             +     "name": "different",');
  expect(lines.length).toBeLessThan(20);
});

test('of sets, the elements in which they differ are shown', () => {
  const names = Array.from({ length: 30 }, (_, n) => `group ${n}`);
  const lines = receivedLines(messageOf(() => judge(new Set(names.slice(1))).toEqual(new Set(names))));
  expect(lines.filter((line) => /^ +[-+] /.test(line))).toEqual(['             -   "group 0",']);
});

test('small values are shown whole, and so is a large one when nothing was expected', () => {
  expect(receivedLines(messageOf(() => judge([1, 2]).toEqual([1, 3])))).toEqual(['  received [1,2]']);
  expect(receivedLines(messageOf(() => judge(items(9)).toEqual([])))).toHaveLength(1);
});

test('a difference is limited in its number of lines and in their length', () => {
  const [before, after] = [items(200), items(200).map(({ id }) => ({ id, name: 'x'.repeat(500) }))];
  const lines = receivedLines(messageOf(() => judge(after).toEqual(before)));
  expect(lines.length).toBeLessThan(35);
  expect(lines.at(-1)).toMatch(/… and \d+ more lines$/);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(200);
});

test('a difference contains no secret, not even the beginning of a truncated one', () => {
  for (let length = 60; length < 200; length += 7) {
    const padded = { padding: 'x'.repeat(length), secret: SECRET, more: items(5) };
    const message = messageOf(() => judge(`${'x'.repeat(length)}${SECRET}`).toBe('y'.repeat(200)));
    expect(message).not.toContain(SECRET.slice(0, 6));
    expect(messageOf(() => judge(padded).toEqual({ ...padded, more: items(6) }))).not.toContain(
      SECRET.slice(0, 6),
    );
  }
});

test('a message without a difference gives none', () => {
  expect(differenceIn('Expected: 1\nReceived: 2')).toEqual([]);
});

test('a text of the target acts neither on the terminal nor on a CI server', () => {
  const received = 'a\u009b31m\u202e\n::error::b ##[error]c';
  expect(tell(row, { expected: 'a', received, fix: '', input: '', curl: '', replay: '' })).toContain(
    '\n  received a\\u009b31m\\u202e\n\\u003a:error::b #\\u0023[error]c\n',
  );
});
