import { test } from '@playwright/test';

for (let number = 0; number < Number(process.env.EMPTY_TESTS); number += 1)
  test(`empty ${number}`, () => undefined);
