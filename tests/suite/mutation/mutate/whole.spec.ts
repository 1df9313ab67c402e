import { test } from '@playwright/test';
import { collectSoftFailures } from '../../../../fixtures/assertions/soft-failures.ts';
import { declareMutants } from '../mutants/declare.ts';
import { OVERLOOKED } from './needed.ts';

collectSoftFailures((requirement, site) => {
  test.info().annotations.push({ type: OVERLOOKED, description: `${requirement} ${site}` });
});

/** For every fault of the embedded target: the tests of the requirement that it breaks, each to its end. */
await declareMutants();
