import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { expect as judge } from '../../../fixtures/expect/expect.ts';
import { forAll } from '../../../fixtures/expect/property.ts';
import { control } from '../../../fixtures/expect/running-test.ts';
import { Secrets } from '../../../fixtures/target/secrets.ts';
import { notTested } from '../../../fixtures/verdict/outcome.ts';
import { duringTestOf, whyEnded } from '../support/during-test.ts';
import { answered } from '../support/samples.ts';

const SECRET = 'a-s3cret-of-the-target';

const running = duringTestOf('workspace-folders-first', new Secrets({ TARGET_API_KEY: SECRET }));

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
  const page = { ...blocked, status: 200, mediaType: 'text/html' };
  expect(await whyEnded(async () => judge(page).toBeRejected())).toContain('a firewall before the target');
  expect(await whyEnded(async () => judge(page).toBeAccepted())).toContain('a firewall before the target');
  const redirected = { ...blocked, status: 307 };
  expect(await whyEnded(async () => judge(redirected).toBeAccepted())).toContain('a request is redirected');
});

const parts = fc.oneof(
  fc.integer({ min: -1, max: 1 }),
  fc.constantFrom<unknown>(Number.NaN, -0, 'a', '', null, true, [], {}, { a: undefined }),
);
const values = fc.oneof(
  parts,
  fc.array(parts, { maxLength: 3 }),
  fc.array(parts, { maxLength: 3 }).map((list) => new Set(list)),
  fc.dictionary(fc.constantFrom('a', 'b'), fc.option(parts, { nil: undefined }), { maxKeys: 2 }),
);

test("toEqual takes for equal what the runner's does", () => {
  const passes = (assert: () => void): boolean => {
    try {
      assert();
    } catch {
      return false;
    }
    return true;
  };
  const pairs = fc.oneof(
    fc.tuple(values, values),
    values.map((one) => [one, structuredClone(one)] as const),
  );
  fc.assert(
    fc.property(pairs, ([one, other]) => {
      return passes(() => judge(one).toEqual(other)) === passes(() => expect(one).toEqual(other));
    }),
    { numRuns: 500, seed: 1 },
  );
});

test('of two long values the lines are shown in which they differ, in their place', () => {
  const long = { kept: 'x'.repeat(200), groups: ['analysts'], last: 7 };
  const message = messageOf(() => judge({ ...long, groups: ['readers'] }).toEqual(long));
  expect(message).toMatch(
    /- is expected, \+ received:\n +\{\n +"groups": \[\n +- +"analysts"\n +\+ +"readers"\n/,
  );
});
