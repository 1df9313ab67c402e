import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { unknownIds } from '../../../fixtures/scim/unknown-resources.ts';
import { idOf, readId, unusedId } from '../../../fixtures/values/id.ts';
import { boundJson, parseJson, readStreamed, writeJson } from '../../../fixtures/values/json.ts';
import { show } from '../../../fixtures/verdict/outcome.ts';

const NUMBERS: readonly (readonly [text: string, read: number | bigint])[] = [
  ['0', 0],
  // The largest safe integer and its neighbours.
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['-9007199254740993', -9007199254740993n],
  ['123456789012345678901234567890', 123456789012345678901234567890n],
  // With a fraction or an exponent it is a floating-point number.
  ['0.1234567890123456789', 0.12345678901234568],
  ['9007199254740993.5', 9007199254740994],
  ['1e3', 1000],
  ['9007199254740993e0', 9007199254740992],
  ['1e400', Number.POSITIVE_INFINITY],
];

test('a number keeps its digits: an integer that a number cannot hold is read as a bigint', () => {
  for (const [text, read] of NUMBERS) {
    expect(parseJson(text), text).toBe(read);
    const inside = { a: [{ id: read }], b: '1234567890123456' };
    expect(parseJson(`{"a":[{"id": ${text} }],"b":"1234567890123456"}`), text).toEqual(inside);
    if (/^-?\d+$/.test(text)) expect(writeJson(read)).toBe(text);
  }
});

test('text that is not JSON is rejected, also with long runs of digits, or deep down', () => {
  for (const text of ['', '01234567890123456789', '1234567890123456789.', '[1234567890123456789,]', '1n'])
    expect(() => parseJson(text), text).toThrow(SyntaxError);
  for (const text of ['['.repeat(300), nested(300, 'x'), `${nested(300)}]`, `${nested(300)}"`])
    expect(() => boundJson(text), text.slice(295, 305)).toThrow(SyntaxError);
});

test('everything else is read as by JSON.parse, and written as by JSON.stringify', () => {
  // Behind an integer that a number cannot hold, so that the lossless parser reads it.
  const read = (text: string): unknown => (parseJson(`[9007199254740993,${text}]`) as unknown[])[1];
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(writeJson(read(text))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
  for (const text of ['{"a":1,"b":2,"a":3}', '{"__proto__":{"a":1}}', '"\\ud83d\\ude80 \\ud83d"', ' [ ] '])
    expect(read(text)).toEqual(JSON.parse(text));
});

/** Lists within lists, so many levels deep. */
const nested = (levels: number, inner = ''): string => '['.repeat(levels) + inner + ']'.repeat(levels);

test('what lies below a depth of 100 is left out, what stands beside it stays, and too many values are refused', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      expect(boundJson(text)).toEqual({ text });
    }),
  );
  const deepest = nested(100, '1');
  expect(boundJson(deepest)).toEqual({ text: deepest });
  const text = `{"deep":${nested(200_000, '"]["')},"id":9007199254740993,"twice":${nested(300)}}`;
  const { text: bounded, cutDepth } = boundJson(text);
  expect(cutDepth).toBe(200_001);
  const value = parseJson(bounded) as Record<string, unknown>;
  expect(value.id).toBe(9007199254740993n);
  expect(writeJson(value)).toBe(`{"deep":${nested(100)},"id":9007199254740993,"twice":${nested(100)}}`);
  expect(() => boundJson(`[${'1,'.repeat(500_001)}1]`)).toThrow('more than 500000 values');
});

/** Neighbouring integers that are the same floating-point number. */
const [ID, OTHER_ID] = [4611686018427388905n, 4611686018427388906n];
const integers = fc.oneof(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.maxSafeInteger().map(BigInt));

test('an id keeps every digit when it is read and shown', () => {
  fc.assert(
    fc.property(fc.array(integers), (ids) => {
      for (const id of ids) expect(readId(String(id))).toBe(idOf(id));
    }),
  );
  expect([readId(' 0042 '), readId('1.5')]).toEqual([42, 1.5]);
  for (const text of ['', ' ', 'first', '12 13', '1e999']) expect(readId(text), text).toBeUndefined();
  expect(show({ seen: new Set([ID, OTHER_ID]), by: new Map([['a', ID]]) })).toBe(
    `{"seen":[${ID},${OTHER_ID}],"by":{"a":${ID}}}`,
  );
});

test('an unused id differs from the known ones, and fits into as many bits', () => {
  for (const bits of [31n, 53n, 63n])
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 2n ** bits - 1n })), (ids) => {
        const unused = unusedId(ids.map(idOf));
        expect(ids).not.toContain(BigInt(unused));
        expect(BigInt(unused)).toBeLessThan(2n ** bits);
      }),
    );
});

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

test('unknown ids keep the form of a known one, and differ from it and from each other', () => {
  const forms: readonly (readonly [id: fc.Arbitrary<string>, form: RegExp])[] = [
    [fc.bigInt({ min: 10n ** 17n, max: 10n ** 18n - 1n }).map(String), /^[1-9]\d{17}$/],
    [fc.uuid({ version: 4 }), UUID],
    [fc.stringMatching(/^[\da-f]{24}$/), /^[\da-f]{24}$/],
    [fc.nat().map((number) => `u-${number}`), /^u-\d+$/],
    [fc.string({ maxLength: 30 }), /^/],
  ];
  for (const [ids, form] of forms)
    fc.assert(
      fc.property(ids, (id) => {
        const first = unknownIds(id, []);
        const all = [id, ...first, ...unknownIds(id, first)].map((one) => one.toLowerCase());
        return first.every((one) => form.test(one)) && new Set(all).size === all.length;
      }),
    );
});

const A = { state: 'thinking' };
const B = { state: 'done', rows: 3 };
const [a, b] = [A, B].map((value) => JSON.stringify(value));

test('lines of JSON and events are read alike, however lines end and whatever keeps the connection open', () => {
  for (const text of [
    `${a}\n\n${b}`,
    `\uFEFF${a}\r\n${b}\r\n`,
    `\u001E${a}\n\u001E${b}\n`,
    `data: ${a}\n\ndata: ${b}\n\n`,
    `data:${a}\r\n\r\n: still here\r\n\r\nid: 7\r\nevent: state\r\ndata:${b}\r\n\r\n`,
    `data: ${a}\rdata: ${b}\r`,
    `retry: 3000\n\ndata: ${a}\n\nevent: ping\ndata: 2025-06-01 12:00\n\ndata: {"state":\ndata: "done", "rows": 3}`,
    `data: ${a}\n\ndata:\n\ndata: ${b}`,
    `0:${a}\nd: ${b}\n`,
  ])
    expect(readStreamed(text, true), JSON.stringify(text)).toEqual({ parts: [A, B] });
});

test('what is neither is named; of a stream that was cut, the last line is left out', () => {
  expect(readStreamed(`${a}\nSorry.\n${b}`, true)).toEqual({ parts: [A, B], malformed: 'Sorry.' });
  expect(readStreamed(`data: ${a}\n\ndata: {'state'\n\n`, true).malformed).toBe("{'state'");
  expect(readStreamed(`${a}\n{"state":"do`, true).malformed).toBe('{"state":"do');
  expect(readStreamed('', true)).toEqual({ parts: [] });
  expect(readStreamed(`${a}\n{"state":"do`, false)).toEqual({ parts: [A] });
  expect(readStreamed(`data: ${a}\n\ndata: {"state":\n`, false)).toEqual({ parts: [A] });
});
