import { expect, test } from '@playwright/test';
import type { Exchange } from '../../../fixtures/http/exchange.ts';
import { pauseMs } from '../../../fixtures/http/retry.ts';

/** The pause after the first attempt, for a Retry-After. */
const pauseFor = (retryAfter: string, date?: string): number => {
  const headers = { 'retry-after': retryAfter, ...(date === undefined ? {} : { date }) };
  const answer: Exchange = {
    operation: 'listDeployments',
    status: 429,
    headers,
    mediaType: '',
    text: '',
    json: undefined,
    curl: '',
  };
  return pauseMs(answer, 1);
};

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toUTCString();

test('Retry-After is seconds or a date', () => {
  expect(pauseFor('2')).toBe(2_000);
  const pause = pauseFor(inSeconds(5));
  expect(pause).toBeGreaterThan(3_000);
  expect(pause).toBeLessThanOrEqual(5_000);
});

test('an absurd Retry-After waits 20 seconds at most', () => {
  for (const absurd of ['86400', '99999999999999999999', '1e400', inSeconds(1e6)])
    expect(pauseFor(absurd), absurd).toBe(20_000);
});

test('a Retry-After that asks for no pause gets one all the same', () => {
  for (const none of ['0', '-1', '', inSeconds(-60)]) expect(pauseFor(none), none).toBe(100);
});

test('a Retry-After that says nothing is as none', () => {
  for (const nothing of ['soon', 'NaN', '2026-13-45']) expect(pauseFor(nothing), nothing).toBe(250);
});

test('a date is compared with the clock of the target', () => {
  expect(pauseFor(inSeconds(305), inSeconds(300))).toBe(5_000);
  expect(pauseFor(inSeconds(-295), inSeconds(-300))).toBe(5_000);
});
