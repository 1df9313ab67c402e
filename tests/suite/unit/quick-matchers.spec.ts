import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { certainlyHolds } from '../../../fixtures/expect/matchers.ts';

const numbers = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom(Number.NaN, -0, Infinity));
const texts = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 });
const values = fc.oneof(numbers, texts, fc.constantFrom(null, undefined, true, [], {}, { a: undefined }));
const elements = fc.constantFrom(0, -0, 1, Number.NaN, 'a', undefined);
const lists = fc.array(values, { maxLength: 3 });
const anything = fc.oneof(values, lists, fc.dictionary(texts, values, { maxKeys: 2 }));
const expressions = fc.constantFrom(/a/, /^b+$/, /ab/g, /^$/y);
const numberPairs = fc.tuple(numbers, numbers);
const pairs = fc.oneof(
  fc.tuple(anything, anything),
  anything.map((one) => [one, structuredClone(one)]),
);

/** The values that each matcher is tried with: the actual and the expected one. */
const CASES: Readonly<Record<string, fc.Arbitrary<unknown[]>>> = {
  toBe: pairs,
  toEqual: pairs,
  toContain: fc.tuple(fc.oneof(fc.array(elements, { maxLength: 3 }), texts), elements),
  toHaveLength: fc.tuple(fc.oneof(lists, texts), fc.integer({ min: 0, max: 3 })),
  toMatch: fc.tuple(fc.oneof(texts, values), expressions),
  toBeGreaterThan: numberPairs,
  toBeGreaterThanOrEqual: numberPairs,
  toBeLessThanOrEqual: numberPairs,
};

const MATCHERS: [matcher: string, negated: boolean][] = [
  ...Object.keys(CASES).map((matcher): [string, boolean] => [matcher, false]),
  ['toBe', true],
  ['toContain', true],
];

for (const [matcher, negated] of MATCHERS) {
  const name = `${negated ? 'not.' : ''}${matcher}`;
  test(`when the quick ${name} holds, the runner's holds too`, () => {
    let held = 0;
    let undecided = 0;
    fc.assert(
      fc.property(CASES[matcher] as fc.Arbitrary<unknown[]>, ([actual, wanted]) => {
        if (!certainlyHolds(matcher, actual, [wanted], negated)) {
          undecided += 1;
          return;
        }
        held += 1;
        const assertion = negated ? expect(actual).not : expect(actual);
        (Reflect.get(assertion, matcher) as (value: unknown) => void)(wanted);
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(Math.min(held, undecided), 'examples of either kind').toBeGreaterThan(10);
  });
}
