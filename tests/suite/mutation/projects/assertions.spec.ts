import { test } from '@playwright/test';
import { collectSoftFailures } from '../../../../fixtures/assertions/soft-failures.ts';
import { SOFT_FAILURE } from '../assertions/soft-failure.ts';
import { declareMutants } from '../mutants/declare.ts';

collectSoftFailures((requirement, location) => {
  test.info().annotations.push({ type: SOFT_FAILURE, description: `${requirement} ${location}` });
});

/** For every fault of the embedded target: the tests of the requirement that it breaks, each to its end. */
await declareMutants();
