import { test } from '@playwright/test';
import { siteOfAssertion } from '../many/harness.ts';
import { declareMutants } from '../mutants/declare.ts';
import { OVERLOOKED } from './needed.ts';

/** For every fault of the embedded target: the tests of the requirement that it breaks, each to its end. */
await declareMutants(
  () => false,
  (requirement) => {
    const description = `${requirement} ${siteOfAssertion()}`;
    test.info().annotations.push({ type: OVERLOOKED, description });
    return true;
  },
);
