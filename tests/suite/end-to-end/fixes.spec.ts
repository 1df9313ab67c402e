import { expect, test } from '@playwright/test';
import type { Report } from '../../../reporters/report.ts';
import { findRequirement } from '../../../schemas/requirements.ts';
import { requirementIn } from '../support/report-queries.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

/** The fix that a failure advises fits the way in which the target broke the rule. */

test.describe.configure({ timeout: 120_000 });

interface Case {
  readonly fault: string;
  readonly id: string;
  readonly fix: RegExp;
}

const VIEWED = 'workspace-order-viewer-last-viewed';
const DELETE = 'embed-tenants-groups-delete';

/** Each round is one target with the faults of all its cases. */
const ROUNDS: readonly (readonly Case[])[] = [
  [
    {
      fault: 'workspace-folders-mixed-in-viewed-order',
      id: VIEWED,
      fix: /^put folders before all other items/,
    },
    { fault: 'workspace-root-lacks-never-viewed', id: 'workspace-root-default', fix: /never viewed/ },
    { fault: 'embed-tenants-groups-delete-of-used-500', id: DELETE, fix: /refuse that with a 4xx$/ },
    { fault: 'embed-tenant-name-five-refused', id: 'embed-tenant-name-length', fix: /^accept .* 5 to 36/ },
  ],
  [
    { fault: 'workspace-viewed-order-rejected', id: VIEWED, fix: /^accept viewer_last_viewed_at/ },
    { fault: 'embed-tenants-groups-delete-keeps-name-usable', id: DELETE, fix: /a deleted one is unknown$/ },
    {
      fault: 'embed-tenants-groups-paging-has-next-when-full',
      id: 'embed-tenants-groups-last-page',
      fix: /^send hasNextPage true only/,
    },
  ],
];

const fixesOf = (report: Report | undefined, id: string): string[] =>
  (requirementIn(report, id)?.tests ?? []).flatMap(({ failures }) => failures.map(({ fix }) => fix));

for (const [index, round] of ROUNDS.entries())
  test(
    `the advised fix fits what happened: ${round.map(({ fault }) => fault).join(', ')}`,
    { tag: index === 0 ? '@slow' : [] },
    () =>
      withReference({ faults: round.map(({ fault }) => fault) }, async ({ settings }) => {
        for (const { id } of round) expect(() => findRequirement(id)).not.toThrow();
        const { output, report } = await runSuite(settings, only(...round.map(({ id }) => id)));
        for (const { id, fix } of round) {
          const [first, ...others] = fixesOf(report, id);
          expect(first, `${id}\n${output}`).toMatch(fix);
          // What namesakes show is that, too.
          expect(others.filter((one) => !one.includes('by their ids'))).toEqual([]);
        }
      }),
  );
