import { test } from '@playwright/test';
import { overlookFailures } from '../../../fixtures/overlook.ts';
import { declareMutants } from '../mutants/declare.ts';
import { OVERLOOKED } from './needed.ts';

overlookFailures((requirement, site) => {
  test.info().annotations.push({ type: OVERLOOKED, description: `${requirement} ${site}` });
});

/** For every fault of the embedded target: the tests of the requirement that it breaks, each to its end. */
await declareMutants();
