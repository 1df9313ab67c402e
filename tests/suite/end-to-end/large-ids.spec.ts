import { expect, test } from '@playwright/test';
import { startReference } from '../../../fixtures/reference/start.ts';
import type { Report } from '../../../reporters/report.ts';
import { runSuite } from '../support/run-suite.ts';

/** Targets whose ids are integers of 64 bits, and targets that round such ids. */

test.describe.configure({ timeout: 180_000 });

const withVerdict = (report: Report | undefined, verdict: string): string[] =>
  (report?.requirements ?? []).filter((row) => row.verdict === verdict).map(({ id }) => id);

test('a target whose ids are near 2^62 is conformant, with everything tested', async () => {
  const target = await startReference({ variants: ['ids-64-bit', 'record-ids-64-bit'] });
  // Ids that are found in answers, and one that is set.
  const { TARGET_DEPLOYMENT_ID, TARGET_OUT_OF_SCOPE_DEPLOYMENT_ID, ...settings } = target.settings;
  for (const id of [TARGET_DEPLOYMENT_ID, TARGET_OUT_OF_SCOPE_DEPLOYMENT_ID, settings.TARGET_PRIVATE_ITEM_ID])
    expect(BigInt(id ?? 0)).toBeGreaterThan(2n ** 62n);
  try {
    const { code, output, report } = await runSuite(settings);
    expect(code, output).toBe(0);
    expect(report?.verdict).toBe('conformant');
    for (const verdict of ['fail', 'inconclusive', 'not-tested'])
      expect(withVerdict(report, verdict), verdict).toEqual([]);
  } finally {
    await target.close();
  }
});

/** Targets that round ids, the tests that look at what comes of it, and the requirements that are broken by it. */
const ROUNDING: readonly (readonly [fault: string, args: readonly string[], broken: readonly string[]])[] = [
  [
    'ids-sent-through-doubles',
    ['tests/workspace'],
    ['workspace-cursor-walk-complete', 'workspace-path-deployment'],
  ],
  ['folder-ids-read-through-doubles', ['tests/workspace'], ['workspace-folder-contents']],
  [
    'deployment-ids-read-through-doubles',
    ['tests/workspace', 'tests/authentication/scope.spec.ts'],
    ['auth-scope-outside-403', 'workspace-path-deployment'],
  ],
  ['record-ids-through-doubles', ['--grep=@embed-tenants-groups-list'], ['embed-tenants-groups-list']],
];

for (const [fault, args, broken] of ROUNDING) {
  test(`a target that rounds ids breaks ${broken.join(' and ')} (${fault})`, {
    tag: fault.startsWith('folder') ? [] : '@slow',
  }, async () => {
    const target = await startReference({ faults: [fault] });
    try {
      const { code, output, report } = await runSuite(target.settings, args);
      expect(code, output).toBe(1);
      expect(report?.verdict).toBe('not conformant');
      expect(withVerdict(report, 'fail').sort()).toEqual(broken);
      expect(output).not.toContain('BigInt');
    } finally {
      await target.close();
    }
  });
}
