import { expect, test } from '@playwright/test';
import type { Report } from '../../../reporters/report.ts';
import { runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

const verdictsIn = (report: Report | undefined): Record<string, string> =>
  Object.fromEntries((report?.requirements ?? []).map(({ id, verdict }) => [id, verdict]));

test('two runs at a time that share the pools give the same verdicts, and leave nothing behind', {
  tag: '@slow',
}, () => {
  test.setTimeout(180_000);
  return withReference({}, async ({ settings }) => {
    const observed = new URL(settings.TARGET_ADAPTER as string).searchParams.get('observe');
    const observe = async (view: string) => (await fetch(`${observed}/${view}`)).json();
    const runs = await Promise.all(
      ['1/2', '2/2'].map((part) => runSuite({ ...settings, CONFORMANCE_POOL: part })),
    );
    for (const { code, output, report } of runs) {
      expect(code, output).toBe(0);
      expect(report?.verdict).toBe('conformant');
      expect(report?.leftovers).toEqual([]);
      expect(report?.summary.MUST.inconclusive, output).toBe(0);
    }
    expect(verdictsIn(runs[0]?.report)).toEqual(verdictsIn(runs[1]?.report));
    const externalUsers = (await observe('external-users')) as string[];
    expect(externalUsers.length, externalUsers.join(' ')).toBeLessThanOrEqual(24);
    const embedTenants = (await observe('embed-tenants')) as Record<string, number>;
    expect(Object.keys(embedTenants).length, JSON.stringify(embedTenants)).toBeLessThanOrEqual(6);
    expect(Object.values(embedTenants).filter((records) => records > 0)).toEqual([]);
  });
});

test('of two runs at a time that use the same users, one waits for the other, and neither accuses the target', {
  tag: '@slow',
}, () => {
  test.setTimeout(300_000);
  return withReference({}, async ({ settings }) => {
    const runs = await Promise.all([settings, settings].map((own) => runSuite(own)));
    for (const { code, output, report } of runs) {
      expect(code, output).toBe(0);
      expect(report?.leftovers).toEqual([]);
      expect(report?.summary.MUST.inconclusive, output).toBe(0);
    }
    const waited = runs.filter(({ output }) => output.includes('waiting until it has ended'));
    expect(waited, runs.map(({ output }) => output).join('\n')).toHaveLength(1);
  });
});
