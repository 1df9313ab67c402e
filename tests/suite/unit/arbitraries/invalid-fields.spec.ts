import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import { ATTRIBUTE_TYPES } from '../../../../fixtures/arbitraries/definitions.ts';
import {
  duplicatedAssignments,
  INVALID_PICTURES,
  MISTYPED_VALUES,
  TENANT_NAMES_OF_WRONG_LENGTH,
  TENANT_NAMES_WITH_WRONG_CHARACTER,
  urlsOfOtherSchemes,
} from '../../../../fixtures/arbitraries/invalid-session-fields.ts';
import { bodyOf, errorsOf, itKeepsItsPromise, sessionProblems, wrongOnes } from './sampling.ts';
import { all, DEFINITIONS, fits, isHttpUrl, repeated, valueProblems } from './session-rules.ts';

/** Data that is meant to be refused is wrong in the way that it is meant to be, and in no other. */

/** What is wrong with a value of a field, unless it is exactly this. */
const unless = (expected: string, fields: object): unknown[] => {
  const errors = errorsOf(bodyOf(fields));
  return isDeepStrictEqual(errors, [expected]) ? [] : [{ expected: [expected], received: errors }];
};

test('the length of an embed tenant name is all that is wrong with it', () => {
  const wrong = wrongOnes(TENANT_NAMES_OF_WRONG_LENGTH, (embedTenantName) =>
    unless(`${embedTenantName.length < 5 ? 'minLength' : 'maxLength'} /embedTenantName`, { embedTenantName }),
  );
  expect(wrong, 'names that are not just too short or too long').toEqual([]);
  const lengths = TENANT_NAMES_OF_WRONG_LENGTH.map(({ length }) => length);
  expect(lengths, 'lengths of names').toEqual(expect.arrayContaining([1, 4, 37]));
});

/** Patterns that forgive one mistake each. */
const FORGIVING = [
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
  // Regardless of case, these two letters are taken for a k and an s.
  /^[a-z][a-z0-9-]*\u212a[a-z0-9-]*$/,
  /^[a-z][a-z0-9-]*\u017f[a-z0-9-]*$/,
];
const withLetter = (text: string, at: number): string => `${text.slice(0, at)}a${text.slice(at + 1)}`;

test('the spelling of an embed tenant name is all that is wrong with it', () => {
  const wrong = wrongOnes(TENANT_NAMES_WITH_WRONG_CHARACTER, (embedTenantName) =>
    all(
      unless('pattern /embedTenantName', { embedTenantName }),
      // One character stands where it may not: with a letter in its place the name is right.
      [0, 3, embedTenantName.length - 1].some(
        (at) => errorsOf(bodyOf({ embedTenantName: withLetter(embedTenantName, at) })).length === 0,
      )
        ? []
        : ['is wrong in more than one character'],
    ),
  );
  expect(wrong, 'names that are not just misspelt').toEqual([]);
  expect(
    FORGIVING.filter((pattern) => !TENANT_NAMES_WITH_WRONG_CHARACTER.some((name) => pattern.test(name))).map(
      String,
    ),
    'patterns that no name tells from the right one',
  ).toEqual([]);
});

const pictureProblems = (picture: string): unknown[] =>
  all(
    unless('pattern /userProfile/picture', { userProfile: { picture } }),
    isHttpUrl(picture) ? ['is an http(s) URL'] : [],
  );

test('what is no picture is not even one for a forgiving parser', () => {
  expect(wrongOnes(INVALID_PICTURES, pictureProblems), 'pictures that are not refused as such').toEqual([]);
  expect(INVALID_PICTURES, 'pictures to be refused').toContain('');
});

const SCHEMES = ['ftp', 'ws', 'wss', 'file', 'blob', 'about', 'httpx', 'xhttps', 'https+x'];
itKeepsItsPromise('urlsOfOtherSchemes', urlsOfOtherSchemes(), pictureProblems, {
  ...Object.fromEntries(
    SCHEMES.map((scheme) => [`scheme ${scheme}`, (url: string) => url.startsWith(`${scheme}:`)]),
  ),
  'a path': (url) => /:\/\/[^/]+\/./.test(url),
  'a query': (url) => url.includes('?'),
});

/** Whether a schema, which does not know the definition, takes a value as one of some attribute. */
const isSomeValue = (value: unknown): boolean => ATTRIBUTE_TYPES.some((type) => fits(type, value));

for (const type of ATTRIBUTE_TYPES) {
  test(`what is no ${type} is refused for its type alone`, () => {
    const wrong = wrongOnes(MISTYPED_VALUES[type], (value) => {
      const errors = errorsOf(bodyOf({ userAttributes: [{ name: 'a', value }] }));
      const place = '/userAttributes/0/value';
      const elsewhere = errors.filter((error) => !error.split(' ')[1]?.startsWith(place));
      // The schema knows nothing of definitions: what is a value of another attribute is valid for it.
      const refused = errors.includes(`anyOf ${place}`);
      return all(
        fits(type, value) ? [`is a ${type}`] : [],
        value === null ? ['clears the value'] : [],
        elsewhere,
        refused === isSomeValue(value) ? [`the schema ${refused ? 'refuses' : 'takes'} it`] : [],
      );
    });
    expect(wrong, `values that are a ${type}, or wrong in another way`).toEqual([]);
    for (const other of ATTRIBUTE_TYPES.filter((one) => one !== type))
      expect(
        MISTYPED_VALUES[type].some((value) => fits(other, value)),
        `a ${other} among what is no ${type}`,
      ).toBe(true);
    expect(
      MISTYPED_VALUES[type].some((value) => !isSomeValue(value)),
      `a value of no type among what is no ${type}`,
    ).toBe(true);
  });
}

for (const type of ['string_array', 'number_array'] as const) {
  test(`what is no ${type} includes arrays with one wrong element, at either end`, () => {
    const arrays = MISTYPED_VALUES[type].filter((value) => Array.isArray(value));
    const ends = arrays
      .filter((value) => value.length > 1)
      .map((value) => [fits(type, value.slice(0, -1)), fits(type, value.slice(1))]);
    expect(ends, 'whether it fits without its last, and without its first').toEqual(
      expect.arrayContaining([
        [true, false],
        [false, true],
      ]),
    );
  });
}

// The schema compares whole elements, so that it finds a name twice only when the value is the same. That names differ
// is a rule of the operation.
itKeepsItsPromise(
  'duplicatedAssignments',
  duplicatedAssignments(DEFINITIONS),
  ({ once, twice }) => {
    const equal = repeated(twice.map((one) => JSON.stringify(one))).length > 0;
    const errors = errorsOf(bodyOf({ userAttributes: twice }));
    const expected = equal ? ['uniqueItems /userAttributes'] : [];
    return all(
      sessionProblems({ userAttributes: once }),
      twice.flatMap(({ name, value }) => (value === null ? [] : valueProblems(name, value))),
      repeated(once.map(({ name }) => name)),
      repeated(twice.map(({ name }) => name)).length === 1 ? [] : ['one name should come twice'],
      isDeepStrictEqual(errors, expected) ? [] : [{ expected, received: errors }],
    );
  },
  {
    'side by side': (pair) => distance(pair) === 1,
    apart: (pair) => distance(pair) > 1,
    'the same value': (pair) => isDeepStrictEqual(...both(pair)),
    'another value': (pair) => !isDeepStrictEqual(...both(pair)) && !both(pair).includes(null),
    'null first': (pair) => both(pair)[0] === null && both(pair)[1] !== null,
    'null second': (pair) => both(pair)[1] === null && both(pair)[0] !== null,
    'nothing else': ({ once }) => once.length === 1,
    'others beside it': ({ once }) => once.length > 2,
  },
);

type Pair = Parameters<typeof again>[0];
const again = ({ once, twice }: { once: { name: string; value: unknown }[]; twice: typeof once }) =>
  twice.filter((one) => one.name === once[0]?.name);
const both = (pair: Pair): [unknown, unknown] => [again(pair)[0]?.value, again(pair)[1]?.value];
const distance = ({ once, twice }: Pair): number => {
  const names = twice.map(({ name }) => name);
  return names.lastIndexOf(once[0]?.name ?? '') - names.indexOf(once[0]?.name ?? '');
};
