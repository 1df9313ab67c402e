import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { isSurelyBefore, mayBeSorted, orderDisagreements } from '../../../fixtures/workspace/order.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

const LANGUAGES = LETTERS.flatMap((one) =>
  LETTERS.flatMap((two) => [one + two, ...LETTERS.map((three) => one + two + three)]),
);

/** Every locale that Intl knows, with every collation that it has for it. */
const locales = (): string[] =>
  Intl.Collator.supportedLocalesOf(LANGUAGES).flatMap((language) => [
    language,
    ...Intl.supportedValuesOf('collation')
      .map((collation) => `${language}-u-co-${collation}`)
      .filter((locale) => new Intl.Collator(locale).resolvedOptions().collation !== 'default'),
  ]);

/** Names that languages put in different orders, and others. */
const NAMES = [
  ...'Aarhus,chart,cost,csaba,cukor,Tartu,Zurich,year,invoices,Ljubljana,Lyon'.split(','),
  ...'10 days,9 days,a-b,ab,A b,a_b,_x,Zebra,zebra,walk,vault,sz,sy, x'.split(','),
  ...'llama,lima,dzo,dome,nyt,nz,gyro,gz,thing,tz,ngo,nu,e,b,007,7'.split(','),
];

test('names that are sorted by any collation of Intl are in order, whatever is made of case, numbers and punctuation', () => {
  const words = fc.sample(
    fc.string({
      unit: fc.constantFrom(...LETTERS, 'ch', 'lj', 'aa', 'cs', ' ', '-', '1', 'Z'),
      maxLength: 6,
    }),
    { seed: 1, numRuns: 40 },
  );
  const names = [...NAMES, ...words];
  const unsorted = locales().filter(
    (locale) =>
      !(['false', 'upper', 'lower'] as const).every((caseFirst) =>
        [true, false].every((numeric) =>
          [true, false].every((ignorePunctuation) => {
            const options = { caseFirst, numeric, ignorePunctuation };
            return mayBeSorted(names.toSorted(new Intl.Collator(locale, options).compare));
          }),
        ),
      ),
  );
  expect(unsorted).toEqual([]);
});

test('names that are sorted as databases do are in order', () => {
  const folds: ((name: string) => string)[] = [
    (name) => name,
    (name) => name.toLowerCase(),
    (name) => name.toUpperCase(),
    (name) => name.trimEnd(),
    (name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''),
  ];
  for (const fold of folds)
    expect(mayBeSorted(NAMES.toSorted((a, b) => (fold(a) < fold(b) ? -1 : 1)))).toBe(true);
});

test('names that no collation puts in this order are out of order', () => {
  expect(mayBeSorted(['banana', 'apple'])).toBe(false);
  expect(mayBeSorted(['Report', 'Ärger', 'Budget'])).toBe(false);
  expect(isSurelyBefore('Budget', 'Report')).toBe(true);
});

test('one direction reverses the other, but for names that some collation takes for equal', () => {
  const ties =
    'Report=report,a-b=ab,007=7,Straße=Strasse,Ärger=arger,walk=valk,Launch 🚀=Launch 🎉,İx=ix,yes=ies'
      .split(',')
      .map((pair) => pair.split('=') as [string, string]);
  for (const [one, other] of ties) expect(orderDisagreements([one, other], [other, one]), one).toEqual([]);
  for (const [one, other] of [
    ['apple', 'banana'],
    ['10 days', '9 days'],
    ['Ärger & Öl', 'zebra Report'],
    ['🚀 plan', 'Ｗide letters'],
  ] as const)
    expect(orderDisagreements([one, other], [other, one])).toEqual([[one, other]]);
});
