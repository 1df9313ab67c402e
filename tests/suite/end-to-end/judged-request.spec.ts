import { expect, test } from '@playwright/test';
import { requirementIn } from '../support/report-queries.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

/** The request that a failure shows is the one that it is about, whichever of several at the same time was answered last. */

/** [fault, requirement, what its failure says, the query of its request]. */
const FAILURES = [
  ['scim-count-1-unordered', 'scim-paging-walk', 'with count=1', 'startIndex=1&count=1'],
  ['scim-first-page-alone', 'scim-paging-walk', 'users from startIndex=2 to', 'startIndex=2&count=2'],
  ['scim-items-per-page-absent', 'scim-items-per-page', 'of 1 users', 'startIndex=1&count=1'],
  ['scim-start-index-echo-always-1', 'scim-start-index-echo', 'with users', 'startIndex=2&count=1'],
  ['scim-user-meta-type-is-endpoint', 'scim-user-meta-type', 'of a user', '/scim/v2/Users'],
] as const;

for (const [fault, id, said, asked] of FAILURES)
  test(`the request that is shown with ${fault} is the one that is judged`, async () => {
    const { report, output } = await withReference({ faults: [fault] }, ({ settings }) =>
      runSuite(settings, only(id)),
    );
    const failures = requirementIn(report, id)?.tests.flatMap((one) => one.failures) ?? [];
    const told = failures.find(({ expected }) => expected.includes(said));
    expect(told, output).toBeDefined();
    // What it rests on may stand before it.
    const [address] = told?.curl.match(/(?<="\$TARGET_BASE_URL)[^"]*/g)?.slice(-1) ?? [];
    expect(address?.endsWith(asked) ? asked : told?.curl).toBe(asked);
  });
