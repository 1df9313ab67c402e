import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { boundJson, parseJson, writeJson } from '../../../fixtures/values/json.ts';

/** Numbers as they are written in JSON, and what they are read as. */
const NUMBERS: readonly (readonly [text: string, read: number | bigint])[] = [
  ['0', 0],
  // The largest safe integer and its neighbours.
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['9007199254740993', 9007199254740993n],
  ['-9007199254740993', -9007199254740993n],
  ['-9223372036854775808', -9223372036854775808n],
  ['123456789012345678901234567890', 123456789012345678901234567890n],
  // With a fraction or an exponent it is a floating-point number.
  ['0.1234567890123456789', 0.12345678901234568],
  ['9007199254740993.5', 9007199254740994],
  ['1e3', 1000],
  ['9007199254740993e0', 9007199254740992],
  ['-1234567890123456e-16', -0.1234567890123456],
  ['1e400', Number.POSITIVE_INFINITY],
];

test('a number keeps its digits: an integer that a number cannot hold is read as a bigint', () => {
  for (const [text, read] of NUMBERS) {
    expect(parseJson(text), text).toBe(read);
    const inside = { a: [{ id: read }], b: '1234567890123456' };
    expect(parseJson(`{"a":[{"id": ${text} }],"b":"1234567890123456"}`), text).toEqual(inside);
  }
});

test('integers of any size are written with the digits that were read', () => {
  const texts = NUMBERS.map(([text]) => text).filter((text) => /^-?\d+$/.test(text));
  const text = `{"ids":[${texts.join(',')}]}`;
  expect(writeJson(parseJson(text))).toBe(text);
});

test('text that is not JSON is rejected, also with long runs of digits', () => {
  for (const text of [
    '',
    '01234567890123456789',
    '1234567890123456789.',
    '[1234567890123456789,]',
    '{"id":1234567890123456789',
    '1234567890123456789n',
  ])
    expect(() => parseJson(text), text).toThrow(SyntaxError);
});

/** An array of the same JSON after an integer that a number cannot hold, so that the lossless parser reads it. */
const withLargeInteger = (text: string): string => `[9007199254740993,${text}]`;

test('everything else is read as by JSON.parse, and written as by JSON.stringify', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const [, read] = parseJson(withLargeInteger(text)) as [bigint, unknown];
      expect(writeJson(read)).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
  const unusual = ['{"a":1,"b":2,"a":3}', '{"__proto__":{"a":1}}', '"\\ud83d\\ude80 \\ud83d"', ' [ ] '];
  for (const text of unusual)
    expect((parseJson(withLargeInteger(text)) as unknown[])[1]).toEqual(JSON.parse(text));
});

/** Lists within lists, so many levels deep. */
const nested = (levels: number, inner = ''): string => '['.repeat(levels) + inner + ']'.repeat(levels);

/** How deep a value nests, found without calling itself. */
function depthOf(value: unknown): number {
  let depth = 0;
  let level: unknown[] = [value];
  while (level.length > 0) {
    const inner = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.some((one) => typeof one === 'object' && one !== null)) depth += 1;
    level = inner;
  }
  return depth;
}

test('JSON of an ordinary depth stays as it is', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      expect(boundJson(text)).toMatchObject({ text, isCut: false });
    }),
  );
  const deepest = nested(100, '1');
  expect(boundJson(deepest)).toEqual({ text: deepest, depth: 100, isCut: false });
});

test('what lies below a depth of 100 is left out, and what stands beside it stays', () => {
  const text = `{"deep":${nested(200_000, '"]["')},"id":9007199254740993,"twice":${nested(300)}}`;
  const { text: bounded, depth, isCut } = boundJson(text);
  expect([depth, isCut]).toEqual([200_001, true]);
  const value = parseJson(bounded) as Record<string, unknown>;
  expect(value.id).toBe(9007199254740993n);
  expect(depthOf(value)).toBe(101);
  expect(writeJson(value)).toContain(`"twice":${nested(100)}}`);
});

test('a text that is deep and not JSON is rejected', () => {
  for (const text of ['['.repeat(300), nested(300, 'x'), `${nested(300)}]`, `${nested(300)}"`])
    expect(() => boundJson(text), text.slice(295, 305)).toThrow(SyntaxError);
});

test('a text of too many values is refused', () => {
  expect(() => boundJson(`[${'1,'.repeat(500_001)}1]`)).toThrow('more than 500000 values');
});
