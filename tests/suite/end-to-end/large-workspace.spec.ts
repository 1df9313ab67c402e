import { expect, test } from '@playwright/test';
import { startReference } from '../../../fixtures/reference/start.ts';
import { runSuite } from '../support/run-suite.ts';

test.describe.configure({ timeout: 180_000 });

const WORKSPACE = ['tests/workspace'];
const BUDGET = 400;

test('a workspace of 100,000 items is judged within the budget of requests, and the report says how much was seen', async () => {
  const target = await startReference({ items: 100_000 });
  try {
    const { code, output, report } = await runSuite(target.settings, WORKSPACE);
    expect(code, output).toBe(0);
    expect(report?.run.requests).toBeLessThanOrEqual(BUDGET);
    // What was not met among the items that were read is not tested; every rule is.
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
  } finally {
    await target.close();
  }
});

test('a budget that is too small leaves rules untested, and says which setting widens it', async () => {
  const target = await startReference();
  try {
    const { report } = await runSuite(
      { ...target.settings, CONFORMANCE_WORKSPACE_REQUESTS: '60' },
      WORKSPACE,
    );
    expect(report?.run.requests).toBeLessThanOrEqual(60);
    expect(report?.summary.MUST.fail).toBe(0);
    const reasons = report?.requirements
      .filter(({ verdict }) => verdict === 'not-tested')
      .map(({ reason }) => reason);
    expect(reasons?.some((reason) => reason.includes('CONFORMANCE_WORKSPACE_REQUESTS'))).toBe(true);
  } finally {
    await target.close();
  }
});
