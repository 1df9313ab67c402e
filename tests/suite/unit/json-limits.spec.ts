import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { boundJson, parseJson, writeJson } from '../../../fixtures/values/json.ts';

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

test('brackets and escaped quotation marks in strings do not count', () => {
  const text = JSON.stringify({ a: '['.repeat(500), 'b"[': `\\"${'{'.repeat(500)}`, c: '\\' });
  expect(boundJson(text)).toEqual({ text, depth: 1, isCut: false });
});

test('a text that is deep and not JSON is rejected', () => {
  for (const text of ['['.repeat(300), nested(300, 'x'), `${nested(300)}]`, `${nested(300)}"`])
    expect(() => boundJson(text), text.slice(295, 305)).toThrow(SyntaxError);
});

test('a text of too many values is refused', () => {
  expect(() => boundJson(`[${'1,'.repeat(500_001)}1]`)).toThrow('more than 500000 values');
});
