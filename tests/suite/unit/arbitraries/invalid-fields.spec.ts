import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import { ATTRIBUTE_TYPES } from '../../../../fixtures/embed/definitions.ts';
import {
  CONVERTIBLE_VALUES,
  duplicatedAssignments,
  INVALID_PICTURES,
  TENANT_NAMES_OF_WRONG_LENGTH,
  TENANT_NAMES_TO_NORMALIZE,
  TENANT_NAMES_WITH_WRONG_CHARACTER,
  UNFIT_VALUES,
  urlsOfOtherSchemes,
} from '../../../../fixtures/embed/invalid-session-fields.ts';
import type { AttributeType } from '../../../../fixtures/target/settings.ts';
import { bodyOf, errorsOf, sessionProblems, testArbitrary, wrongValues } from './sampling.ts';
import { DEFINITIONS, fits, isHttpUrl, problemsIn, repeated, valueProblems } from './session-rules.ts';

/** Invalid fields of a session are wrong in the intended way, and in no other. */

/** Reports the errors of some fields, unless there is exactly the expected one. */
const unlessOnly = (expected: string, fields: object): unknown[] => {
  const errors = errorsOf(bodyOf(fields));
  return isDeepStrictEqual(errors, [expected]) ? [] : [{ expected: [expected], received: errors }];
};

test('an embed tenant name of a wrong length is wrong in nothing else', () => {
  const wrong = wrongValues(TENANT_NAMES_OF_WRONG_LENGTH, (embedTenantName) =>
    unlessOnly(`${embedTenantName.length < 5 ? 'minLength' : 'maxLength'} /embedTenantName`, {
      embedTenantName,
    }),
  );
  expect(wrong, 'names that are not wrong in their length only').toEqual([]);
  const lengths = TENANT_NAMES_OF_WRONG_LENGTH.map(({ length }) => length);
  expect(lengths, 'lengths of names').toEqual(expect.arrayContaining([1, 4, 37]));
});

/** Patterns that each accept one kind of wrong character. */
const LENIENT_PATTERNS = [
  /^[a-z0-9-]*[a-z0-9]$/,
  /^[a-z][a-z0-9-]*$/,
  /^\w[\w-]*\w$/,
  /^[a-z][a-z0-9.-]*[a-z0-9]$/,
  /^[a-z][a-z0-9 -]*[a-z0-9]$/,
  /^[a-z][a-z0-9-]*[a-z0-9]$/i,
  /^[a-z][a-z0-9-]*[a-z0-9]\n?$/,
  /^\n?[a-z][a-z0-9-]*[a-z0-9]$/,
  /^[\p{Ll}][\p{Ll}0-9-]*[\p{Ll}0-9]$/u,
  /^[a-z][a-z\p{Nd}-]*[a-z\p{Nd}]$/u,
  // A comparison that ignores case takes these two letters for a k and an s.
  /^[a-z][a-z0-9-]*\u212a[a-z0-9-]*$/,
  /^[a-z][a-z0-9-]*\u017f[a-z0-9-]*$/,
];
const withLetter = (text: string, at: number): string => `${text.slice(0, at)}a${text.slice(at + 1)}`;

const WRONG_TENANT_NAMES = [...TENANT_NAMES_WITH_WRONG_CHARACTER, ...TENANT_NAMES_TO_NORMALIZE];

test('an embed tenant name with a wrong character is wrong in nothing else', () => {
  const wrong = wrongValues(WRONG_TENANT_NAMES, (embedTenantName) =>
    problemsIn(
      unlessOnly('pattern /embedTenantName', { embedTenantName }),
      // With a letter in place of one character the name is valid.
      [0, 3, embedTenantName.length - 1].some(
        (at) => errorsOf(bodyOf({ embedTenantName: withLetter(embedTenantName, at) })).length === 0,
      )
        ? []
        : ['is wrong in more than one character'],
    ),
  );
  expect(wrong, 'names that are not wrong in one character only').toEqual([]);
  expect(
    LENIENT_PATTERNS.filter((pattern) => !WRONG_TENANT_NAMES.some((name) => pattern.test(name))).map(String),
    'lenient patterns that match no name',
  ).toEqual([]);
});

const pictureProblems = (picture: string): unknown[] =>
  problemsIn(
    unlessOnly('pattern /userProfile/picture', { userProfile: { picture } }),
    isHttpUrl(picture) ? ['is an http(s) URL'] : [],
  );

test('an invalid picture is not an http(s) URL even to a lenient parser', () => {
  expect(
    wrongValues(INVALID_PICTURES, pictureProblems),
    'pictures that are valid, or wrong in another way',
  ).toEqual([]);
});

const SCHEMES = ['ftp', 'ws', 'wss', 'file', 'blob', 'about', 'httpx', 'xhttps', 'https+x'];
testArbitrary('urlsOfOtherSchemes', urlsOfOtherSchemes(), pictureProblems, {
  ...Object.fromEntries(
    SCHEMES.map((scheme) => [`scheme ${scheme}`, (url: string) => url.startsWith(`${scheme}:`)]),
  ),
  'a path': (url) => /:\/\/[^/]+\/./.test(url),
  'a query': (url) => url.includes('?'),
});

/** Whether a value is of any of the types: the schema does not know which type an attribute has. */
const isOfAnyType = (value: unknown): boolean => ATTRIBUTE_TYPES.some((type) => fits(type, value));

/** All values that are not of a type. */
const mistyped = (type: AttributeType): readonly unknown[] => [
  ...UNFIT_VALUES[type],
  ...CONVERTIBLE_VALUES[type],
];

for (const type of ATTRIBUTE_TYPES) {
  test(`a value that is not a ${type} is wrong in its type only`, () => {
    const wrong = wrongValues(mistyped(type), (value) => {
      const errors = errorsOf(bodyOf({ userAttributes: [{ name: 'a', value }] }));
      const place = '/userAttributes/0/value';
      const elsewhere = errors.filter((error) => !error.split(' ')[1]?.startsWith(place));
      // The schema accepts a value of any type, since it does not know the definitions.
      const refused = errors.includes(`anyOf ${place}`);
      return problemsIn(
        fits(type, value) ? [`is a ${type}`] : [],
        value === null ? ['is null, which clears the value'] : [],
        elsewhere,
        refused === isOfAnyType(value) ? [`the schema ${refused ? 'rejects' : 'accepts'} it`] : [],
      );
    });
    expect(wrong, `values that are of type ${type}, or wrong in another way`).toEqual([]);
    for (const other of ATTRIBUTE_TYPES.filter((one) => one !== type))
      expect(
        mistyped(type).some((value) => fits(other, value)),
        `a ${other} among the values that are not of type ${type}`,
      ).toBe(true);
    expect(
      mistyped(type).some((value) => !isOfAnyType(value)),
      `a value of none of the types among those that are not of type ${type}`,
    ).toBe(true);
  });
}

for (const type of ['string_array', 'number_array'] as const) {
  test(`values that are not a ${type} include arrays with one wrong element, at either end`, () => {
    const arrays = mistyped(type).filter((value) => Array.isArray(value));
    const ends = arrays
      .filter((value) => value.length > 1)
      .map((value) => [fits(type, value.slice(0, -1)), fits(type, value.slice(1))]);
    expect(ends, 'whether it is right without its last element, and without its first').toEqual(
      expect.arrayContaining([
        [true, false],
        [false, true],
      ]),
    );
  });
}

// The schema compares whole elements, so it notices a repeated name only if the value is repeated too. That names differ
// is a rule of the operation.
testArbitrary(
  'duplicatedAssignments',
  duplicatedAssignments(DEFINITIONS),
  ({ once, twice }) => {
    const equal = repeated(twice.map((one) => JSON.stringify(one))).length > 0;
    const errors = errorsOf(bodyOf({ userAttributes: twice }));
    const expected = equal ? ['uniqueItems /userAttributes'] : [];
    return problemsIn(
      sessionProblems({ userAttributes: once }),
      twice.flatMap(({ name, value }) => (value === null ? [] : valueProblems(name, value))),
      repeated(once.map(({ name }) => name)),
      repeated(twice.map(({ name }) => name)).length === 1 ? [] : ['does not repeat exactly one name'],
      isDeepStrictEqual(errors, expected) ? [] : [{ expected, received: errors }],
    );
  },
  {
    adjacent: (pair) => distance(pair) === 1,
    apart: (pair) => distance(pair) > 1,
    'the same value': (pair) => isDeepStrictEqual(...repeatedValues(pair)),
    'another value': (pair) =>
      !isDeepStrictEqual(...repeatedValues(pair)) && !repeatedValues(pair).includes(null),
    'null first': (pair) => repeatedValues(pair)[0] === null && repeatedValues(pair)[1] !== null,
    'null second': (pair) => repeatedValues(pair)[1] === null && repeatedValues(pair)[0] !== null,
    'no other name': ({ once }) => once.length === 1,
    'other names as well': ({ once }) => once.length > 2,
  },
);

type Pair = Parameters<typeof repeatedEntries>[0];
const repeatedEntries = ({ once, twice }: { once: { name: string; value: unknown }[]; twice: typeof once }) =>
  twice.filter((one) => one.name === once[0]?.name);
const repeatedValues = (pair: Pair): [unknown, unknown] => [
  repeatedEntries(pair)[0]?.value,
  repeatedEntries(pair)[1]?.value,
];
const distance = ({ once, twice }: Pair): number => {
  const names = twice.map(({ name }) => name);
  return names.lastIndexOf(once[0]?.name ?? '') - names.indexOf(once[0]?.name ?? '');
};

test('what a server may convert is a scalar, or an array of scalars of which some have another type', () => {
  const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object';
  for (const type of ATTRIBUTE_TYPES)
    for (const value of CONVERTIBLE_VALUES[type])
      expect(
        type.endsWith('_array') ? Array.isArray(value) && value.every(isScalar) : isScalar(value),
        `${JSON.stringify(value)} for a ${type}`,
      ).toBe(true);
});
