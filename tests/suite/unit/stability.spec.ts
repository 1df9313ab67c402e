import { expect, test } from '@playwright/test';
import { Nonconformance } from '../../../fixtures/assertions/nonconformance.ts';
import { Eventually } from '../../../fixtures/observers/eventually.ts';
import { judgeWithRetries } from '../../../fixtures/observers/stability.ts';
import { findRequirement } from '../../../schemas/requirements.ts';

const AT_ONCE = new Eventually(0);

const WRONG = new Nonconformance({
  row: findRequirement('scim-users-list'),
  failure: { expected: 'a', received: 'b', fix: '', input: '', curl: '', replay: '' },
  dependsOn: [],
});

/** Judges as often as it is asked to, and finds something wrong the first so many times. */
const wrongFor = (times: number, error: Error = WRONG) => {
  const judge = async (): Promise<void> => {
    judge.looks += 1;
    if (judge.looks <= times) throw error;
  };
  judge.looks = 0;
  return judge;
};

test('what is right is judged once', async () => {
  const judge = wrongFor(0);
  await judgeWithRetries(AT_ONCE, judge);
  expect(judge.looks).toBe(1);
});

test('what is wrong twice and right then is not told', async () => {
  const judge = wrongFor(2);
  await judgeWithRetries(AT_ONCE, judge);
  expect(judge.looks).toBe(3);
});

test('what is wrong each time is told', async () => {
  await expect(judgeWithRetries(AT_ONCE, wrongFor(3))).rejects.toThrow(Nonconformance);
});

test('an error of the suite, or the end of a test, is told at once', async () => {
  const judge = wrongFor(1, new Error('a bug'));
  await expect(judgeWithRetries(AT_ONCE, judge)).rejects.toThrow('a bug');
  expect(judge.looks).toBe(1);
});

test('the looks are spread over the lag', async () => {
  const start = Date.now();
  await judgeWithRetries(new Eventually(80), wrongFor(2));
  expect(Date.now() - start).toBeGreaterThanOrEqual(75);
});
