import { expect, test } from '@playwright/test';
import { Journal } from '../../../fixtures/http/journal.ts';

test('requests that are on their way together are one round trip, and one that begins after another ended is a second', () => {
  const journal = new Journal();
  const begun = performance.now();
  journal.countRoundTrip(begun);
  journal.countRoundTrip(begun);
  expect(journal.roundTrips).toBe(1);
  journal.countRoundTrip(performance.now());
  expect(journal.roundTrips).toBe(2);
});
