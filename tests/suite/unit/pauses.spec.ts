import { expect, test } from '@playwright/test';
import { Allowance } from '../../../fixtures/http/allowance.ts';
import { drawnOut } from '../../../fixtures/http/patience.ts';
import { pauseMs } from '../../../fixtures/http/retry.ts';
import { answered } from '../support/samples.ts';

/** How long requests wait, and which of them need not. */

test('a limit of requests a second is kept to, once two of its periods took as many', () => {
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
  expect(steady.refused).toBe(2);
  expect(steady.seconds).toBeLessThan(21.5);
  // One that varies is no such limit: each time, what it asks for is waited for, and nothing more.
  const varied = sentTo((second) => [30, 45, 65, 95, 140][second % 5] ?? 0);
  expect(varied.refused).toBeGreaterThan(10);
});

test('workers that a limit held back come back within a fifth of the time, or a second, of one another', () => {
  expect([drawnOut(200, 0), drawnOut(200, 0.5), drawnOut(200, 1)]).toEqual([200, 220, 240]);
  expect(drawnOut(20_000, 1)).toBe(21_000);
});

test('Retry-After is seconds or a date, and waits a little at least, and 20 seconds at most', () => {
  const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toUTCString();
  const pauseFor = (after: string): number =>
    pauseMs(answered(429, { headers: { 'retry-after': after } }), 1);
  expect(pauseFor('2')).toBe(2_000);
  expect(pauseFor(inSeconds(5))).toBeGreaterThan(3_000);
  expect(pauseFor(inSeconds(5))).toBeLessThanOrEqual(5_000);
  for (const absurd of ['86400', '1e400', inSeconds(1e6)]) expect(pauseFor(absurd), absurd).toBe(20_000);
  for (const none of ['0', '-1', '', inSeconds(-60)]) expect(pauseFor(none), none).toBe(100);
});
