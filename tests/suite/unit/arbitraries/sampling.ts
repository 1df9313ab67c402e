import { expect, test } from '@playwright/test';
import type { ErrorObject } from 'ajv';
import fc from 'fast-check';
import { strictAjv } from '../../../../schemas/ajv.ts';
import { Contract } from '../../../../schemas/contract.ts';

/** Samples of generators, what they shrink to, and what the contract says of them. */

const SEED = 20250601;
const SAMPLES = 2000;
/** A case worth having comes up at least once in so many samples, unless it says otherwise. */
const SELDOM = 100;
/** How far a sample is shrunk: from so many, so often, looking at so many smaller ones each time. */
const SHRUNK = 40;
const STEPS = 8;
const BREADTH = 6;
/** A failure shows so many values that are wrong. */
const SHOWN = 3;

const contract = await Contract.load();
export const sessionSchema = contract.requestSchema('generateSession') ?? {};
const validate = strictAjv().compile(sessionSchema);

/** What travels: the body as JSON, without what is undefined. */
const sent = (body: object): unknown => JSON.parse(JSON.stringify(body));

/** What the contract finds wrong with a query of the workspace listing. */
export const listingProblems = (query: object): string[] =>
  contract.judgeRequest('workspaceObjects', { ...query }, undefined);

/** The body of a session for an external user. */
export const bodyOf = (fields: object): object => ({ deploymentId: 1, externalId: 'viewer-1', ...fields });

/** What the contract finds wrong with the fields of a session for an external user. */
export const sessionProblems = (fields: object): string[] =>
  contract.judgeRequest('generateSession', {}, sent(bodyOf(fields)));

/** What is wrong in a body, and where: `type /groups`, `required /userAttributes/0 name`. */
export function errorsOf(body: object): string[] {
  const errors: ErrorObject[] = validate(sent(body)) ? [] : [...(validate.errors ?? [])];
  return errors.map(({ keyword, instancePath, params }) =>
    [keyword, instancePath, ...(keyword === 'required' ? [params.missingProperty] : [])].join(' '),
  );
}

/** Text that JSON has to escape, other than quotes and backslashes: control characters and halves of a pair. */
export const unprintable = (value: unknown): string[] =>
  /\\[^"]/.test(JSON.stringify(value).replaceAll('\\\\', '')) ? ['holds text that is no text'] : [];

/** Generated values, the same ones every time. */
export const samplesOf = <Value>(arbitrary: fc.Arbitrary<Value>, count = SAMPLES): Value[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count });

/** Generates what a value of another generator shrinks to. */
class Shrunk<Value> extends fc.Arbitrary<Value[]> {
  constructor(private readonly arbitrary: fc.Arbitrary<Value>) {
    super();
  }

  generate(...random: Parameters<fc.Arbitrary<Value>['generate']>): fc.Value<Value[]> {
    const met: Value[] = [];
    let value: fc.Value<Value> | undefined = this.arbitrary.generate(...random);
    for (let step = 0; value && step < STEPS; step += 1) {
      const smaller: fc.Value<Value>[] = [...this.arbitrary.shrink(value.value, value.context).take(BREADTH)];
      met.push(...smaller.map((one) => one.value));
      // By turns the smallest and those that are nearly as large, so that both are shrunk further.
      value = smaller[step % smaller.length];
    }
    return new fc.Value(met, undefined);
  }

  canShrinkWithoutContext(_value: unknown): _value is Value[] {
    return false;
  }

  shrink(): fc.Stream<fc.Value<Value[]>> {
    return fc.Stream.nil();
  }
}

/** The values that are wrong, with what is wrong with each; the first of them will do. */
export const wrongOnes = <Value>(
  values: readonly Value[],
  problemsOf: (value: Value) => readonly unknown[],
): { value: Value; problems: readonly unknown[] }[] =>
  values
    .map((value) => ({ value, problems: problemsOf(value) }))
    .filter(({ problems }) => problems.length > 0)
    .slice(0, SHOWN);

/** Named kinds of values, and where it is not one in {@link SELDOM} how many there should be. */
export type Cases<Value> = Record<
  string,
  ((value: Value) => boolean) | [least: number, (value: Value) => boolean]
>;

/** The cases that come up too seldom. */
export const rareCases = <Value>(values: readonly Value[], cases: Cases<Value>): string[] =>
  Object.entries(cases).flatMap(([name, wanted]) => {
    const [least, is] = Array.isArray(wanted) ? wanted : [values.length / SELDOM, wanted];
    const count = values.filter(is).length;
    return count < least ? [`${name}: ${count} of ${values.length}, expected ${least} at least`] : [];
  });

/**
 * Declares that a generator keeps its promise, that it does so while values are shrunk, and that its interesting cases
 * come up.
 *
 * @param problemsOf - what is wrong with a value; nothing as long as the promise is kept
 * @param count - how many values are generated
 */
export function itKeepsItsPromise<Value>(
  name: string,
  arbitrary: fc.Arbitrary<Value>,
  problemsOf: (value: Value) => readonly unknown[],
  cases: Cases<Value>,
  count = SAMPLES,
): void {
  test(`${name}: every value keeps the promise, and every case comes up`, () => {
    const values = samplesOf(arbitrary, count);
    expect(wrongOnes(values, problemsOf), `${name} that should not be generated`).toEqual([]);
    expect(rareCases(values, cases), `cases of ${name} that are too rare`).toEqual([]);
  });

  test(`${name}: every value keeps the promise when it is shrunk`, () => {
    const values = samplesOf(new Shrunk(arbitrary), SHRUNK).flat();
    expect(values.length, `smaller ${name} that ${SHRUNK} of them shrink to`).toBeGreaterThan(SHRUNK);
    expect(wrongOnes(values, problemsOf), `${name} that should not be shrunk to`).toEqual([]);
  });
}
