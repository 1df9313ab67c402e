import { expect, test } from '@playwright/test';
import { startMangledTarget } from '../mutation/null-targets/mangled-target.ts';
import { idsOf, selectedWithVerdict } from '../support/report-queries.ts';
import { runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

test.describe.configure({ timeout: 240_000 });

/** A value of another type. */
const mistyped = (value: unknown): unknown =>
  typeof value === 'string' ? 7 : `not ${JSON.stringify(value)}`;

const withMistypedFields = (item: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, mistyped(value)]));

test('a target that breaks every field of every item is judged within three times the usual duration, without an error of the suite', {
  tag: '@slow',
}, async () => {
  const honestBegan = Date.now();
  const honest = await withReference({}, ({ settings }) => runSuite(settings));
  const honestMs = Date.now() - honestBegan;
  const target = await startMangledTarget({
    path: /\/workspace$/,
    change: (page) => {
      const { items, ...others } = page as { items?: Record<string, unknown>[] };
      return { ...others, items: items?.map(withMistypedFields) };
    },
  });
  const brokenBegan = Date.now();
  const { TARGET_LAG_MS: _, CONFORMANCE_RUNS: __, ...settings } = target.settings;
  const { code, output, report } = await runSuite(settings);
  const brokenMs = Date.now() - brokenBegan;
  await target.close();
  expect(honest.code, honest.output).toBe(0);
  expect(code, output).toBe(1);
  expect(idsOf(selectedWithVerdict(report, 'fail'))).toEqual(
    expect.arrayContaining(['workspace-item-id', 'workspace-item-name', 'workspace-item-created-at']),
  );
  const errors = report?.requirements.filter(({ tests }) => tests.some(({ status }) => status === 'error'));
  expect(errors?.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  expect(brokenMs / honestMs, 'duration, relative to the run against an honest target').toBeLessThan(3);
});
