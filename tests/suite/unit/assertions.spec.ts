import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { certainlyPasses, expect as judge } from '../../../fixtures/expect/expect.ts';
import { forAll } from '../../../fixtures/expect/property.ts';
import { control } from '../../../fixtures/expect/running-test.ts';
import { Secrets } from '../../../fixtures/target/secrets.ts';
import { notTested } from '../../../fixtures/verdict/outcome.ts';
import { duringTestOf, whyEnded } from '../support/during-test.ts';
import { answered } from '../support/samples.ts';

const SECRET = 'a-s3cret-of-the-target';

const running = duringTestOf('workspace-folders-first', new Secrets({ TARGET_API_KEY: SECRET }));

/** The message of a failing assertion. */
function messageOf(assert: () => void): string {
  try {
    assert();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The assertion passed.');
}

const items = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `item ${id}` }));

test('a difference contains no secret, not even the beginning of a truncated one', () => {
  for (let length = 60; length < 200; length += 7) {
    const padded = { padding: 'x'.repeat(length), secret: SECRET, more: items(5) };
    const message = messageOf(() => judge(`${'x'.repeat(length)}${SECRET}`).toBe('y'.repeat(200)));
    expect(message).not.toContain(SECRET.slice(0, 6));
    expect(messageOf(() => judge(padded).toEqual({ ...padded, more: items(6) }))).not.toContain(
      SECRET.slice(0, 6),
    );
  }
});

test('a refusal proves something only after a control of its own operation', () => {
  const refused = answered(400, { operation: 'generateSession' });
  const asserts = [() => judge(refused).toBeRejected(), () => judge(refused).toHaveStatus(400)];
  control({ ...refused, operation: 'workspaceObjects', status: 200 });
  for (const assert of asserts)
    expect(messageOf(assert)).toContain('generateSession is refused before a positive control of it');
  control({ ...refused, status: 200 });
  for (const assert of asserts) assert();
  expect(running.journal.controls).toEqual(['workspaceObjects', 'generateSession']);
  expect(running.journal.refusals).toBe(2);
});

test('a property of which no example reaches an assertion judges nothing, and only examples that do are counted', async () => {
  const property = (judgeOne: (turn: number) => unknown, beside = false): Promise<void> => {
    let turn = 0;
    return forAll([fc.nat()], async (_number) => void judgeOne(++turn), { atMost: 8, beside });
  };
  for (const judgeNothing of [() => fc.pre(false), () => undefined])
    expect(await whyEnded(() => property(judgeNothing))).toMatch(
      /^not-tested: none of \d+ generated examples reached an assertion/,
    );
  await property(() => undefined, true);
  expect(running.journal.vacuous).toContain('nothing was judged');
  judge(1).toBe(1);
  expect(running.journal.vacuous).toBeUndefined();
  await property((turn) => turn % 2 === 0 && judge(turn).toBeGreaterThan(0));
  expect(running.journal.examples).toBe(4);
});

test('a finding counts, also where looking for a smaller input ends early', async () => {
  let turn = 0;
  const judgeOne = async (_number: number): Promise<void> => {
    turn += 1;
    if (turn > 1) notTested('the requests for it are used up');
    judge(turn, 'the first example').toBe(0);
  };
  expect(await whyEnded(() => forAll([fc.integer({ min: 1 })], judgeOne))).toContain('the first example');
});

test('what a firewall forbids or redirects is not answered by the target', async () => {
  const answer = answered(403, { operation: 'generateSession', text: '<p>Blocked', json: undefined });
  control({ ...answer, status: 200 });
  expect(await whyEnded(async () => judge(answer).toBeRejected())).toBeUndefined();
  const blocked = { ...answer, isByGateway: true };
  expect(await whyEnded(async () => judge(blocked).toBeRejected())).toContain('a firewall before the target');
  const redirected = { ...blocked, status: 307 };
  expect(await whyEnded(async () => judge(redirected).toBeAccepted())).toContain('a request is redirected');
});

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
  test(`when the quick ${name} passes, the runner's passes too`, () => {
    let passed = 0;
    let undecided = 0;
    fc.assert(
      fc.property(CASES[matcher] as fc.Arbitrary<unknown[]>, ([actual, wanted]) => {
        if (!certainlyPasses(matcher, actual, [wanted], negated)) {
          undecided += 1;
          return;
        }
        passed += 1;
        const assertion = negated ? expect(actual).not : expect(actual);
        (Reflect.get(assertion, matcher) as (value: unknown) => void)(wanted);
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(Math.min(passed, undecided), 'examples of either kind').toBeGreaterThan(10);
  });
}
