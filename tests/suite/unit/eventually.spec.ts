import { expect, test } from '@playwright/test';
import { Eventually } from '../../../fixtures/expect/eventually.ts';

/** A wait that ends at once without what was expected. */
const inVain = (eventually: Eventually, what: string) =>
  eventually.until(
    what,
    async () => 'old',
    (seen) => seen === 'new',
  );

test('what shows late makes all looks wait; what never shows in time makes none wait any more', async () => {
  const eventually = new Eventually(1);
  expect(eventually.isLate).toBe(false);
  eventually.noteLag('a list', 500);
  expect(eventually.isLate).toBe(true);
  for (let times = 0; times < 2; times += 1) await inVain(eventually, 'a list');
  expect(eventually.isLate).toBe(false);
  // Another kind that shows late has a lag of its own
  eventually.noteLag('memberships', 500);
  expect(eventually.isLate).toBe(true);
});
