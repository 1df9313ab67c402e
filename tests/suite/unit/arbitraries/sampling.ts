import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import type { ErrorObject } from 'ajv';
import fc from 'fast-check';
import type { AttributeDefinition, AttributeType } from '../../../../fixtures/target/settings.ts';
import { strictAjv } from '../../../../schemas/ajv.ts';
import { Contract } from '../../../../schemas/contract.ts';

/** Samples of arbitraries, and what the contract and the rules that no schema expresses say about these. */

const SAMPLES = 1000;
/** A case occurs at least once in so many samples, unless it says otherwise. */
const MAX_SAMPLES_PER_CASE = 100;

export const contract = await Contract.load();
export const sessionSchema = contract.requestSchema('generateSession') ?? {};
const validate = strictAjv().compile(sessionSchema);

/** The body as it is sent: as JSON, without what is undefined. */
const sent = (body: object): unknown => JSON.parse(JSON.stringify(body));

/** The body of a session for an external user. */
export const bodyOf = (fields: object): object => ({ deploymentId: 1, externalId: 'viewer-1', ...fields });

/** What the contract finds wrong with the fields of a session for an external user. */
export const sessionProblems = (fields: object): string[] =>
  contract.judgeRequest('generateSession', {}, sent(bodyOf(fields)));

/** The errors of a body by keyword and place: `type /groups`, `required /userAttributes/0 name`. */
export function errorsOf(body: object): string[] {
  const errors: ErrorObject[] = validate(sent(body)) ? [] : [...(validate.errors ?? [])];
  return errors.map(({ keyword, instancePath, params }) =>
    [keyword, instancePath, ...(keyword === 'required' ? [params.missingProperty] : [])].join(' '),
  );
}

/** Reports the errors of some fields, unless there is exactly the expected one. */
export const unlessOnly = (expected: string, fields: object): unknown[] => {
  const errors = errorsOf(bodyOf(fields));
  return isDeepStrictEqual(errors, [expected]) ? [] : [{ expected: [expected], received: errors }];
};

/** A target's groups, more than a test uses, and its attributes, two of each type. */
export const GROUPS: readonly string[] = ['g1', 'g2', 'g3', 'g4', 'g5', 'Group six', 'Ä & Ö'];
export const DEFINITIONS: readonly AttributeDefinition[] = (['a', 'Ä 2 '] as const).flatMap((prefix) =>
  (['string', 'number', 'string_array', 'number_array'] as const).map((type) => ({
    name: `${prefix}${type}`,
    type,
  })),
);

/** Whether a value is of an attribute's type. */
export function fits(type: AttributeType | undefined, value: unknown): boolean {
  const element = type?.replace('_array', '');
  const values = type === element ? [value] : value;
  return Array.isArray(values) && values.every((one) => typeof one === element);
}

/** Whether a lenient parser takes a text for an absolute http or https URL. */
export const isHttpUrl = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** The names that occur again after their first occurrence. */
export const repeated = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

export const isBeyondAscii = (text: string): boolean => /[^ -~]/.test(text);

/** Whatever is wrong with `userAttributes`: a value that is not of its attribute's type, or a name that occurs twice. */
export const assignmentProblems = (given: readonly { name: string; value?: unknown }[]): unknown[] => [
  ...sessionProblems({ userAttributes: given }),
  ...repeated(given.map(({ name }) => name)),
  ...given.filter(({ name, value }) => !fits(DEFINITIONS.find((one) => one.name === name)?.type, value)),
];

/** The first values that are wrong, with what is wrong with each. */
export const wrongValues = <Value>(
  values: readonly Value[],
  problemsOf: (value: Value) => readonly unknown[],
): { value: Value; problems: readonly unknown[] }[] =>
  values
    .map((value) => ({ value, problems: problemsOf(value) }))
    .filter(({ problems }) => problems.length > 0)
    .slice(0, 3);

/** Named kinds of values, and how many there must be if not one in {@link MAX_SAMPLES_PER_CASE}. */
export type Cases<Value> = Record<
  string,
  ((value: Value) => boolean) | [min: number, (value: Value) => boolean]
>;

/** The cases that occur too rarely, with their numbers. */
const rareCases = <Value>(values: readonly Value[], cases: Cases<Value>): string[] =>
  Object.entries(cases).flatMap(([name, expected]) => {
    const [min, is] = Array.isArray(expected) ? expected : [values.length / MAX_SAMPLES_PER_CASE, expected];
    const count = values.filter(is).length;
    return count < min ? [`${name}: ${count} of ${values.length}, expected at least ${min}`] : [];
  });

/**
 * Declares a test that an arbitrary generates only right values, and that every case occurs.
 *
 * @param problemsOf - what is wrong with a value; empty when it is right
 * @param count - how many values are generated
 */
export function testArbitrary<Value>(
  name: string,
  arbitrary: fc.Arbitrary<Value>,
  problemsOf: (value: Value) => readonly unknown[],
  cases: Cases<Value>,
  count = SAMPLES,
): void {
  test(`${name}: every value is right, and every case occurs`, () => {
    const values = fc.sample(arbitrary, { seed: 20250601, numRuns: count });
    expect(wrongValues(values, problemsOf), `${name} that should not be generated`).toEqual([]);
    expect(rareCases(values, cases), `cases of ${name} that are too rare`).toEqual([]);
  });
}
