import { expect, test } from '@playwright/test';
import { idsOf, withVerdict } from '../support/report-queries.ts';
import { runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

test.describe.configure({ timeout: 120_000 });

/** Faults that stories of users or of embed tenants find, and the requirement that each breaks. */
const FAULTS = [
  ['embed-groups-omitted-clears', 'embed-groups-omitted-keeps'],
  ['embed-values-first-wins', 'embed-attributes-overwrite'],
  ['embed-group-description-cleared', 'embed-group-description-updated'],
] as const;

for (const [fault, broken] of FAULTS) {
  test(`a story that finds ${fault} names the requirement, and shows every request`, {
    tag: '@slow',
  }, async () => {
    const { report, output } = await withReference({ faults: [fault] }, ({ settings }) =>
      runSuite(settings, ['embed/.*-stories']),
    );
    const failed = withVerdict(report, 'fail');
    // A value that is never overwritten is not what a later story expects either.
    expect(idsOf(failed), output).toContain(broken);
    const found = failed.find(({ id }) => id === broken);
    const [failure] = found?.tests.flatMap(({ failures }) => failures) ?? [];
    const steps = failure?.input.split('\n') ?? [];
    expect(steps.length).toBeGreaterThan(1);
    for (const [at, step] of steps.entries()) {
      expect(step.trim()).toMatch(new RegExp(`^${at + 1}\\. .+ -> \\d{3}$`));
      expect(failure?.curl).toContain(`# ${at + 1}. `);
    }
    expect(failure?.curl.match(/^curl /gm)?.length).toBeGreaterThanOrEqual(steps.length);
    expect(failure?.replay).toMatch(/CONFORMANCE_PATH=\S+ npx playwright test --grep/);
  });
}
