import { expect, test } from '@playwright/test';
import { Allowance } from '../../../fixtures/http/allowance.ts';

test('a limit of requests a second is kept to, once it took as many three times', () => {
  /** How many of 1,200 requests, sent each 3 ms, a limit of 60 in each second refuses, and how long they take. */
  const sentTo = (limitOf: (second: number) => number) => {
    const allowance = new Allowance();
    const taken = new Map<number, number>();
    let [now, notBefore, refused] = [0, 0, 0];
    for (let sent = 0; sent < 1_200; sent += 1) {
      now = Math.max(now + 3, notBefore);
      now += Math.max(0, allowance.waitMs(now));
      allowance.sent(now);
      const second = Math.floor(now / 1_000);
      taken.set(second, (taken.get(second) ?? 0) + 1);
      if ((taken.get(second) ?? 0) <= limitOf(second)) continue;
      refused += 1;
      allowance.limited(1_000);
      notBefore = now + 1_000;
    }
    return { refused, seconds: now / 1_000 };
  };
  const steady = sentTo(() => 60);
  expect(steady.refused).toBe(3);
  expect(steady.seconds).toBeLessThan(21.5);
  // One that varies is no such limit: each time, what it asks for is waited for, and nothing more.
  const varied = sentTo((second) => (second % 2 ? 40 : 80));
  expect(varied.refused).toBeGreaterThan(10);
});
