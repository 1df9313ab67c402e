import { expect, test } from '@playwright/test';
import { Eventually } from '../../../fixtures/expect/eventually.ts';
import { Nonconformance } from '../../../fixtures/expect/nonconformance.ts';
import { judgeWithRetries } from '../../../fixtures/expect/stability.ts';
import { findRequirement } from '../../../schemas/requirements.ts';

const WITHOUT_LAG = new Eventually(0);

const FINDING = new Nonconformance({
  row: findRequirement('scim-users-list'),
  failure: { expected: 'a', received: 'b', fix: '', input: '', curl: '', replay: '' },
  dependsOn: [],
});

/** A judge that throws the first so many times that it looks, and counts its looks. */
const failingFirst = (times: number, error: Error = FINDING) => {
  const judge = async (): Promise<void> => {
    judge.looks += 1;
    if (judge.looks <= times) throw error;
  };
  judge.looks = 0;
  return judge;
};

test('what passes is judged once', async () => {
  const judge = failingFirst(0);
  await judgeWithRetries(WITHOUT_LAG, judge);
  expect(judge.looks).toBe(1);
});

test('what fails twice and then passes is not reported', async () => {
  const judge = failingFirst(2);
  await judgeWithRetries(WITHOUT_LAG, judge);
  expect(judge.looks).toBe(3);
});

test('what fails each time is reported', async () => {
  await expect(judgeWithRetries(WITHOUT_LAG, failingFirst(3))).rejects.toThrow(Nonconformance);
});

test('anything else that is thrown is reported at once', async () => {
  const judge = failingFirst(1, new Error('a bug'));
  await expect(judgeWithRetries(WITHOUT_LAG, judge)).rejects.toThrow('a bug');
  expect(judge.looks).toBe(1);
});

test('the looks are spread over the lag', async () => {
  const start = Date.now();
  await judgeWithRetries(new Eventually(80), failingFirst(2));
  expect(Date.now() - start).toBeGreaterThanOrEqual(75);
});
