import { expect, test } from '@playwright/test';
import { startReference } from '../../../fixtures/reference/start.ts';
import type { Report } from '../../../reporters/report.ts';
import { runSuite } from '../support/run-suite.ts';

const verdicts = (report: Report | undefined): Record<string, string> =>
  Object.fromEntries((report?.requirements ?? []).map(({ id, verdict }) => [id, verdict]));

test('two runs that share the pools judge alike, side by side, and leave nothing behind', {
  tag: '@slow',
}, async () => {
  test.setTimeout(180_000);
  const target = await startReference();
  const observed = new URL(target.settings.TARGET_ADAPTER as string).searchParams.get('observe');
  const look = async (view: string) => (await fetch(`${observed}/${view}`)).json();
  try {
    const runs = await Promise.all(
      ['1/2', '2/2'].map((part) => runSuite({ ...target.settings, CONFORMANCE_POOL: part })),
    );
    for (const { code, output, report } of runs) {
      expect(code, output).toBe(0);
      expect(report?.verdict).toBe('conformant');
      expect(report?.leftovers).toEqual([]);
      expect(report?.summary.MUST.inconclusive, output).toBe(0);
    }
    expect(verdicts(runs[0]?.report)).toEqual(verdicts(runs[1]?.report));
    const external = (await look('external-users')) as string[];
    expect(external.length, external.join(' ')).toBeLessThanOrEqual(24);
    const embedTenants = (await look('embed-tenants')) as Record<string, number>;
    expect(Object.keys(embedTenants).length, JSON.stringify(embedTenants)).toBeLessThanOrEqual(6);
    expect(Object.values(embedTenants).filter((records) => records > 0)).toEqual([]);
  } finally {
    await target.close();
  }
});
