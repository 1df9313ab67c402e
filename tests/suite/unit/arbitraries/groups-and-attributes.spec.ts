import { ATTRIBUTE_TYPES } from '../../../../fixtures/embed/definitions.ts';
import {
  assignments,
  attributeValues,
  groupSubsets,
  membershipHistories,
} from '../../../../fixtures/embed/session-fields.ts';
import { type Cases, sessionProblems, testArbitrary } from './sampling.ts';
import {
  assignmentProblems,
  DEFINITIONS,
  GROUPS,
  isBeyondAscii,
  problemsIn,
  repeated,
  typeOf,
  valueProblems,
} from './session-rules.ts';

/** Arbitraries of groups and of attribute values. */

const isSorted = (names: readonly string[], order: readonly string[]): boolean =>
  names.every((name, index) => index === 0 || order.indexOf(name) > order.indexOf(names[index - 1] ?? ''));
const groupProblems = (groups: readonly string[]): unknown[] =>
  problemsIn(
    sessionProblems({ groups }),
    repeated(groups),
    groups.filter((name) => !GROUPS.includes(name)),
  );

testArbitrary('groupSubsets', groupSubsets(GROUPS), groupProblems, {
  'no group': (groups) => groups.length === 0,
  'one group': (groups) => groups.length === 1,
  'two groups': (groups) => groups.length === 2,
  'five groups': (groups) => groups.length === 5,
  'not in the given order': (groups) => !isSorted(groups, GROUPS),
});

const emptyProblem = (groups: readonly string[]): unknown[] => (groups.length === 0 ? ['is empty'] : []);
testArbitrary(
  'groupSubsets of at least one',
  groupSubsets(GROUPS, 1),
  (groups) => problemsIn(groupProblems(groups), emptyProblem(groups)),
  { 'one group': (groups) => groups.length === 1, 'two groups': (groups) => groups.length === 2 },
);

const shared = ([first = [], second = []]: string[][]): number =>
  first.filter((name) => second.includes(name)).length;
testArbitrary(
  'membershipHistories',
  membershipHistories(GROUPS),
  (history) =>
    problemsIn(
      history.flatMap((groups) => problemsIn(groupProblems(groups), emptyProblem(groups))),
      history.length < 2 ? ['has no second call'] : [],
    ),
  {
    'two calls': (history) => history.length === 2,
    'three calls': (history) => history.length === 3,
    disjoint: (history) => shared(history) === 0,
    overlapping: ([a = [], b = []]) => shared([a, b]) > 0 && shared([a, b]) < Math.min(a.length, b.length),
    'the same': ([a = [], b = []]) => shared([a, b]) === a.length && a.length === b.length,
    'only fewer': ([a = [], b = []]) => shared([a, b]) === b.length && a.length > b.length,
    'only more': ([a = [], b = []]) => shared([a, b]) === a.length && a.length < b.length,
  },
);

const elementsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const NUMBER_CASES = {
  negative: (value: unknown) => Number(value) < 0,
  positive: (value: unknown) => Number(value) > 0,
  'a fraction': (value: unknown) => typeof value === 'number' && !Number.isInteger(value),
  'an integer that is not zero': (value: unknown) => Number.isInteger(value) && value !== 0,
};
/** Every run uses the zero of EDGE_VALUES, so an arbitrary need not generate it often. */
const ZERO = { zero: [1, (value: unknown) => value === 0] } satisfies Cases<unknown>;
const STRING_CASES = {
  empty: (value: unknown) => value === '',
  'beyond ASCII': (value: unknown) => isBeyondAscii(String(value)),
  'one character': (value: unknown) => [...String(value)].length === 1,
};
const arrayCases = (cases: Record<string, (value: unknown) => boolean>): Cases<unknown> => ({
  'no element': (value) => elementsOf(value).length === 0,
  'one element': (value) => elementsOf(value).length === 1,
  'several elements': (value) => elementsOf(value).length > 1,
  ...Object.fromEntries(
    Object.entries(cases).map(([name, is]) => [`an element ${name}`, (value) => elementsOf(value).some(is)]),
  ),
});
const VALUE_CASES: Record<(typeof ATTRIBUTE_TYPES)[number], Cases<unknown>> = {
  string: STRING_CASES,
  number: { ...NUMBER_CASES, ...ZERO },
  string_array: arrayCases(STRING_CASES),
  number_array: arrayCases(NUMBER_CASES),
};
for (const { name, type } of DEFINITIONS.slice(0, ATTRIBUTE_TYPES.length)) {
  testArbitrary(
    `attributeValues of type ${type}`,
    attributeValues(type),
    (value) => valueProblems(name, value),
    VALUE_CASES[type],
  );
}

const NAMES = DEFINITIONS.map(({ name }) => name);
testArbitrary('assignments', assignments(DEFINITIONS), assignmentProblems, {
  none: (given) => given.length === 0,
  one: (given) => given.length === 1,
  all: (given) => given.length === DEFINITIONS.length,
  'not in the given order': (given) =>
    !isSorted(
      given.map(({ name }) => name),
      NAMES,
    ),
  ...Object.fromEntries(
    ATTRIBUTE_TYPES.map((type) => [`a ${type}`, (given) => given.some(({ name }) => typeOf(name) === type)]),
  ),
});
