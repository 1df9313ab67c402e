import { expect, test } from '@playwright/test';
import { idsOf, withVerdict } from '../support/report-queries.ts';
import { runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/servers.ts';

/** Targets with ids of 64 bits, and with a workspace that nobody reads to its end. */

test.describe.configure({ timeout: 180_000 });

const WORKSPACE_TESTS = ['tests/workspace'];
const DEFAULT_BUDGET = 400;

test('a target whose ids are near 2^62 is conformant, with everything tested', { tag: '@slow' }, () =>
  withReference({ variants: ['ids-64-bit', 'record-ids-64-bit'] }, async (reference) => {
    // The deployments are left to be discovered in answers; the private item stays set.
    const { TARGET_DEPLOYMENT_ID, TARGET_OUT_OF_SCOPE_DEPLOYMENT_ID: _, ...settings } = reference.settings;
    expect(BigInt(TARGET_DEPLOYMENT_ID ?? 0)).toBeGreaterThan(2n ** 62n);
    const { code, output, report } = await runSuite(settings);
    expect(code, output).toBe(0);
    expect(report?.verdict).toBe('conformant');
    for (const verdict of ['fail', 'inconclusive', 'not-tested'])
      expect(idsOf(withVerdict(report, verdict)), verdict).toEqual([]);
  }),
);

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
      expect(report?.workspace.map(({ caller }) => caller)).toEqual([
        'TARGET_ACCESS_TOKEN',
        'TARGET_OTHER_ACCESS_TOKEN',
      ]);
      for (const { share } of report?.workspace ?? []) {
        expect(share).toBeGreaterThan(0);
        expect(share).toBeLessThan(1);
      }
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
