import { expect, test } from '@playwright/test';
import { idsOf, withVerdict } from '../support/report-queries.ts';
import { runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

/** Targets whose ids are integers of 64 bits, and targets that round such ids. */

test.describe.configure({ timeout: 180_000 });

test('a target whose ids are near 2^62 is conformant, with everything tested', { tag: '@slow' }, () =>
  withReference({ variants: ['ids-64-bit', 'record-ids-64-bit'] }, async (reference) => {
    // The deployments are left to be discovered in answers; the private item stays set.
    const { TARGET_DEPLOYMENT_ID, TARGET_OUT_OF_SCOPE_DEPLOYMENT_ID, ...settings } = reference.settings;
    for (const id of [
      TARGET_DEPLOYMENT_ID,
      TARGET_OUT_OF_SCOPE_DEPLOYMENT_ID,
      settings.TARGET_PRIVATE_ITEM_ID,
    ])
      expect(BigInt(id ?? 0)).toBeGreaterThan(2n ** 62n);
    const { code, output, report } = await runSuite(settings);
    expect(code, output).toBe(0);
    expect(report?.verdict).toBe('conformant');
    for (const verdict of ['fail', 'inconclusive', 'not-tested'])
      expect(idsOf(withVerdict(report, verdict)), verdict).toEqual([]);
  }),
);

/** Faults that round ids, the tests that can notice, and the requirements that each breaks. */
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
  test(`a target that rounds ids breaks ${broken.join(' and ')} (${fault})`, { tag: '@slow' }, () =>
    withReference({ faults: [fault] }, async ({ settings }) => {
      const { code, output, report } = await runSuite(settings, args);
      expect(code, output).toBe(1);
      expect(report?.verdict).toBe('not conformant');
      expect(idsOf(withVerdict(report, 'fail')).sort()).toEqual(broken);
      expect(output).not.toContain('BigInt');
    }),
  );
}
