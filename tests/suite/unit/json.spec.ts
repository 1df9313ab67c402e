import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { parseJson, writeJson } from '../../../fixtures/values/json.ts';

/** Numbers as they are written in JSON, and what they are read as. */
const NUMBERS: readonly (readonly [text: string, read: number | bigint])[] = [
  ['0', 0],
  ['-1', -1],
  // The largest safe integer and its neighbours.
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['9007199254740993', 9007199254740993n],
  ['-9007199254740991', -9007199254740991],
  ['-9007199254740992', -9007199254740992n],
  ['-9007199254740993', -9007199254740993n],
  ['4611686018427387904', 4611686018427387904n],
  ['9223372036854775807', 9223372036854775807n],
  ['-9223372036854775808', -9223372036854775808n],
  ['18446744073709551615', 18446744073709551615n],
  ['123456789012345678901234567890', 123456789012345678901234567890n],
  // With a fraction or an exponent it is a floating-point number.
  ['0.1234567890123456789', 0.12345678901234568],
  ['3.0000000000000000000', 3],
  ['9007199254740993.5', 9007199254740994],
  ['1e3', 1000],
  ['1E+21', 1e21],
  ['9007199254740993e0', 9007199254740992],
  ['-1234567890123456e-16', -0.1234567890123456],
  ['1e400', Number.POSITIVE_INFINITY],
];

for (const [text, read] of NUMBERS) {
  test(`${text} is read as the ${typeof read} ${read}`, () => {
    expect(parseJson(text)).toBe(read);
    expect(parseJson(`{"a":[{"id": ${text} }],"b":"1234567890123456"}`)).toEqual({
      a: [{ id: read }],
      b: '1234567890123456',
    });
  });
}

test('integers of any size are written with the digits that were read', () => {
  const texts = NUMBERS.map(([text]) => text).filter((text) => /^-?\d+$/.test(text));
  const text = `{"ids":[${texts.join(',')}]}`;
  expect(writeJson(parseJson(text))).toBe(text);
});

test('digits in strings and names stay strings', () => {
  const text = '{"9007199254740993":"id 9007199254740993, \\"9007199254740993\\":9007199254740993"}';
  expect(parseJson(text)).toEqual({
    '9007199254740993': 'id 9007199254740993, "9007199254740993":9007199254740993',
  });
  expect(writeJson(parseJson(text))).toBe(text);
});

test('text that is not JSON is rejected, also with long runs of digits', () => {
  for (const text of [
    '',
    '01234567890123456789',
    '+1234567890123456789',
    '1234567890123456789.',
    '.1234567890123456789',
    '[1234567890123456789,]',
    '{1234567890123456789:1}',
    '{"id":1234567890123456789',
    '1234567890123456789n',
    '- 1234567890123456789',
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

test('an ordinary body is read about as fast as by JSON.parse', () => {
  const text = JSON.stringify(
    Array.from({ length: 2_000 }, (_, id) => ({ id, name: `Item ${id}`, meta: {}, createdAt: '2025-01-01' })),
  );
  const fastest = (read: (body: string) => unknown): number =>
    Math.min(
      ...Array.from({ length: 20 }, () => {
        const start = performance.now();
        read(text);
        return performance.now() - start;
      }),
    );
  expect(fastest(parseJson)).toBeLessThan(3 * fastest(JSON.parse));
});
