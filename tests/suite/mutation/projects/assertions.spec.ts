import { test } from '@playwright/test';
import { locationOfAssertion } from '../assertions/location.ts';
import { SOFT_FAILURE } from '../assertions/soft-failure.ts';
import { declareMutants } from '../mutants/declare.ts';

/** For every fault of the embedded target: the tests of the requirement that it breaks, each to its end. */
await declareMutants({
  goesOn: (requirement) => {
    const description = `${requirement} ${locationOfAssertion()}`;
    test.info().annotations.push({ type: SOFT_FAILURE, description });
    return true;
  },
});
