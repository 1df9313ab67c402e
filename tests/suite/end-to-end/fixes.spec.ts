import { expect, test } from '@playwright/test';
import type { Report } from '../../../reporters/report.ts';
import { findRequirement } from '../../../schemas/requirements.ts';
import { withReference } from '../support/with-reference.ts';
import { runSuite } from '../support/run-suite.ts';

/** What a failure advises is about the way in which its rule was broken. */

test.describe.configure({ timeout: 120_000 });

interface Case {
  readonly fault: string;
  readonly id: string;
  readonly fix: RegExp;
}

const VIEWED = 'workspace-order-viewer-last-viewed';
const DELETE = 'embed-tenants-groups-delete';
const PAGING = 'embed-tenants-groups-paging';

/** The cases of a round go together on one target. */
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
      id: PAGING,
      fix: /^send hasNextPage true only/,
    },
  ],
];

const fixesOf = (report: Report | undefined, id: string): string[] =>
  (report?.requirements.find((row) => row.id === id)?.tests ?? []).flatMap(({ failures }) =>
    failures.map(({ fix }) => fix),
  );

for (const round of ROUNDS)
  test(`advice fits what happened: ${round.map(({ fault }) => fault).join(', ')}`, () =>
    withReference({ faults: round.map(({ fault }) => fault) }, async ({ settings }) => {
      for (const { id } of round) expect(() => findRequirement(id)).not.toThrow();
      const ids = round.map(({ id }) => id).join('|');
      const { output, report } = await runSuite(settings, ['--grep', `@(${ids})(?![\\w-])`]);
      for (const { id, fix } of round) {
        const [told, ...more] = fixesOf(report, id);
        expect(told, `${id}\n${output}`).toMatch(fix);
        expect(more).toEqual([]);
      }
    }));
