import { expect, test } from '@playwright/test';
import { Pace } from '../../../fixtures/http/pace.ts';

/**
 * How many requests a worker sends in each second to a target that takes a number of them in a second.
 *
 * @param limit - the requests that the target takes in the second of that number, from 0
 */
function sentIn(seconds: number, limit: (second: number) => number): number[] {
  const pace = new Pace(Number.POSITIVE_INFINITY);
  const sent = Array.from({ length: seconds }, () => 0);
  const start = 1_000_000;
  for (let now = start; now < start + seconds * 1_000; ) {
    const at = Math.max(pace.next(now), now + 1);
    const second = Math.floor((at - start) / 1_000);
    if (second >= seconds) break;
    sent[second] = (sent[second] ?? 0) + 1;
    now = at;
    if ((sent[second] ?? 0) > limit(second)) pace.slowDown(now);
  }
  return sent;
}

test('a worker finds the pace of its target', () => {
  const sent = sentIn(60, () => 20).slice(20);
  const refused = sent.reduce((sum, one) => sum + Math.max(0, one - 20), 0);
  expect(sent.reduce((sum, one) => sum + Math.min(one, 20), 0) / sent.length).toBeGreaterThan(16);
  expect(refused / sent.length).toBeLessThan(2);
});

test('after a limit that is over, a worker is soon as fast as before', () => {
  const sent = sentIn(30, (second) => (second < 10 ? 0 : 1_000_000));
  expect(sent[9]).toBeLessThan(200);
  expect(sent[24]).toBeGreaterThan(900);
});

test('without a limit, nothing is slowed down', () => {
  const pace = new Pace(Number.POSITIVE_INFINITY);
  for (let index = 0; index < 100; index += 1) expect(pace.next(5_000)).toBe(5_000);
});
