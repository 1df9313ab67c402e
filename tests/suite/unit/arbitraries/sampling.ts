import { expect, test } from '@playwright/test';
import type { ErrorObject } from 'ajv';
import fc from 'fast-check';
import { strictAjv } from '../../../../schemas/ajv.ts';
import { Contract } from '../../../../schemas/contract.ts';

/** Samples of arbitraries, the values that they shrink to, and what the contract says about these. */

const SEED = 20250601;
const SAMPLES = 2000;
/** A case occurs at least once in so many samples, unless it says otherwise. */
const MAX_SAMPLES_PER_CASE = 100;
/** How many samples are shrunk, in how many steps, and how many smaller values are looked at in each step. */
const SHRUNK_SAMPLES = 40;
const SHRINK_STEPS = 8;
const VALUES_PER_STEP = 6;
/** How many wrong values a failure shows. */
const MAX_SHOWN = 3;

const contract = await Contract.load();
export const sessionSchema = contract.requestSchema('generateSession') ?? {};
const validate = strictAjv().compile(sessionSchema);

/** The body as it is sent: as JSON, without what is undefined. */
const sent = (body: object): unknown => JSON.parse(JSON.stringify(body));

/** What the contract finds wrong with a query of the workspace listing. */
export const listingProblems = (query: object): string[] =>
  contract.judgeRequest('workspaceObjects', { ...query }, undefined);

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

/** Reports text that JSON has to escape, other than quotes and backslashes: control characters and lone surrogates. */
export const unprintable = (value: unknown): string[] =>
  /\\[^"]/.test(JSON.stringify(value).replaceAll('\\\\', ''))
    ? ['contains characters that are not text']
    : [];

/** Generated values, the same every time. */
export const samplesOf = <Value>(arbitrary: fc.Arbitrary<Value>, count = SAMPLES): Value[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count });

/** Generates the values that a value of another arbitrary shrinks to. */
class Shrunk<Value> extends fc.Arbitrary<Value[]> {
  constructor(private readonly arbitrary: fc.Arbitrary<Value>) {
    super();
  }

  generate(...random: Parameters<fc.Arbitrary<Value>['generate']>): fc.Value<Value[]> {
    const found: Value[] = [];
    let value: fc.Value<Value> | undefined = this.arbitrary.generate(...random);
    for (let step = 0; value && step < SHRINK_STEPS; step += 1) {
      const smaller: fc.Value<Value>[] = [
        ...this.arbitrary.shrink(value.value, value.context).take(VALUES_PER_STEP),
      ];
      found.push(...smaller.map((one) => one.value));
      // Takes the smallest value and larger ones in turn, so that both are shrunk further.
      value = smaller[step % smaller.length];
    }
    return new fc.Value(found, undefined);
  }

  canShrinkWithoutContext(_value: unknown): _value is Value[] {
    return false;
  }

  shrink(): fc.Stream<fc.Value<Value[]>> {
    return fc.Stream.nil();
  }
}

/** The first values that are wrong, with what is wrong with each. */
export const wrongValues = <Value>(
  values: readonly Value[],
  problemsOf: (value: Value) => readonly unknown[],
): { value: Value; problems: readonly unknown[] }[] =>
  values
    .map((value) => ({ value, problems: problemsOf(value) }))
    .filter(({ problems }) => problems.length > 0)
    .slice(0, MAX_SHOWN);

/** Named kinds of values, and how many there must be if not one in {@link MAX_SAMPLES_PER_CASE}. */
export type Cases<Value> = Record<
  string,
  ((value: Value) => boolean) | [min: number, (value: Value) => boolean]
>;

/** The cases that occur too rarely, with their numbers. */
export const rareCases = <Value>(values: readonly Value[], cases: Cases<Value>): string[] =>
  Object.entries(cases).flatMap(([name, expected]) => {
    const [min, is] = Array.isArray(expected) ? expected : [values.length / MAX_SAMPLES_PER_CASE, expected];
    const count = values.filter(is).length;
    return count < min ? [`${name}: ${count} of ${values.length}, expected at least ${min}`] : [];
  });

/**
 * Declares tests that an arbitrary generates only right values, that these shrink to right values only, and that every
 * case occurs.
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
    const values = samplesOf(arbitrary, count);
    expect(wrongValues(values, problemsOf), `${name} that should not be generated`).toEqual([]);
    expect(rareCases(values, cases), `cases of ${name} that are too rare`).toEqual([]);
  });

  test(`${name}: values shrink to right values only`, () => {
    const values = samplesOf(new Shrunk(arbitrary), SHRUNK_SAMPLES).flat();
    expect(values.length, `values that ${SHRUNK_SAMPLES} ${name} shrink to`).toBeGreaterThan(SHRUNK_SAMPLES);
    expect(wrongValues(values, problemsOf), `${name} that should not be shrunk to`).toEqual([]);
  });
}
