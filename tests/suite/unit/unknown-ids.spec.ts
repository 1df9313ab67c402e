import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { unknownIds } from '../../../fixtures/scim/unknown-resources.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Ids as services write them, and the form that an id derived from them keeps. */
const FORMS: readonly (readonly [what: string, id: fc.Arbitrary<string>, form: RegExp])[] = [
  ['a number', fc.nat().map(String), /^\d{1,10}$/],
  ['a large number', fc.bigInt({ min: 10n ** 17n, max: 10n ** 18n - 1n }).map(String), /^[1-9]\d{17}$/],
  ['a UUID', fc.uuid({ version: 4 }), UUID],
  ['a UUID in capital letters', fc.uuid({ version: 4 }).map((id) => id.toUpperCase()), /^[\dA-F-]{36}$/],
  ['a MongoDB id', fc.stringMatching(/^[\da-f]{24}$/), /^[\da-f]{24}$/],
  [
    'a ULID with a prefix',
    fc.stringMatching(/^user_01[\dA-HJKMNP-TV-Z]{24}$/),
    /^user_01[\dA-HJKMNP-TV-Z]{24}$/,
  ],
  ['a number with a prefix', fc.nat().map((number) => `u-${number}`), /^u-\d+$/],
];

for (const [what, ids, form] of FORMS) {
  test(`an unknown id keeps the form of ${what}`, () => {
    fc.assert(
      fc.property(ids, (id) => {
        const unknown = unknownIds(id, []);
        expect(unknown).toHaveLength(3);
        for (const one of unknown) expect(one).toMatch(form);
      }),
    );
  });
}

test('unknown ids differ from the known ones and from each other', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), (id) => {
      const first = unknownIds(id, []);
      expect(new Set([id, ...first].map((one) => one.toLowerCase())).size).toBe(first.length + 1);
      const next = unknownIds(id, first);
      expect(next.filter((one) => first.includes(one))).toEqual([]);
    }),
  );
});

test('when every number nearby is known, a distant one is found', () => {
  const known = Array.from({ length: 100_000 }, (_, index) => String(index));
  expect(unknownIds('12', known)).toEqual(['133333333']);
});

test('the first unknown id differs only in its last character', () => {
  expect(unknownIds('9007199254740993', [])[0]).toBe('9007199254740994');
  expect(unknownIds('user_01H8Z', [])[0]).toBe('user_01H8G');
});

test('there is an unknown id for one without letters and digits, too', () => {
  expect(unknownIds('--', [])[0]).toBe('--1');
});
