import { expect, test } from '@playwright/test';
import { withVerdict } from '../support/report-queries.ts';
import { runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

test.describe.configure({ timeout: 180_000 });

const WORKSPACE_TESTS = ['tests/workspace'];
const DEFAULT_BUDGET = 400;

test(
  'a workspace of 100,000 items is judged within the budget of requests, and the report says how much was read',
  { tag: '@slow' },
  () =>
    withReference({ items: 100_000 }, async ({ settings }) => {
      const { code, output, report } = await runSuite(settings, WORKSPACE_TESTS);
      expect(code, output).toBe(0);
      expect(report?.run.requests).toBeLessThanOrEqual(DEFAULT_BUDGET);
      // A shape that no item shows within the budget is not tested; every rule is.
      const rules =
        report?.requirements.filter(({ tests }) => tests.some(({ file }) => !/shapes/.test(file))) ?? [];
      expect(
        rules.filter(({ verdict }) => verdict !== 'pass').map(({ id, reason }) => `${id}: ${reason}`),
      ).toEqual([]);
      expect(rules.length).toBeGreaterThan(25);
      const [first, second] = report?.workspace ?? [];
      expect(first).toMatchObject({ caller: 'TARGET_ACCESS_TOKEN' });
      expect(second).toMatchObject({ caller: 'TARGET_OTHER_ACCESS_TOKEN' });
      for (const seen of [first, second]) {
        expect(seen?.read).toBeGreaterThan(1);
        expect(seen?.share).toBeGreaterThan(0);
        expect(seen?.share).toBeLessThan(1);
      }
      expect(output).toContain('listings read to their end');
    }),
);

test(
  'a budget that is too small leaves rules untested, and the reason names the setting that raises it',
  { tag: '@slow' },
  () =>
    withReference({}, async ({ settings }) => {
      const { report } = await runSuite(
        { ...settings, CONFORMANCE_WORKSPACE_REQUESTS: '60' },
        WORKSPACE_TESTS,
      );
      expect(report?.run.requests).toBeLessThanOrEqual(60);
      expect(report?.summary.MUST.fail).toBe(0);
      const reasons = withVerdict(report, 'not-tested').map(({ reason }) => reason);
      expect(reasons.some((reason) => reason.includes('CONFORMANCE_WORKSPACE_REQUESTS'))).toBe(true);
    }),
);
