import { expect, test } from '@playwright/test';
import { startReference } from '../../../fixtures/reference/start.ts';
import { runSuite } from '../support/run-suite.ts';

test.describe.configure({ timeout: 120_000 });

/** Mistakes that stories of either kind meet, and the rule that each breaks. */
const MET = [
  ['embed-groups-omitted-clears', 'embed-groups-omitted-keeps'],
  ['embed-values-first-wins', 'embed-attributes-overwrite'],
  ['embed-group-description-cleared', 'embed-group-description-updated'],
] as const;

for (const [index, [fault, broken]] of MET.entries()) {
  test(`a story that meets ${fault} names the rule, and tells every request`, {
    tag: index === 0 ? [] : '@slow',
  }, async () => {
    const target = await startReference({ faults: [fault] });
    const { report, output } = await runSuite(target.settings, ['embed/stories']);
    await target.close();
    const failed = report?.requirements.filter(({ verdict }) => verdict === 'fail') ?? [];
    expect(
      failed.map(({ id }) => id),
      output,
    ).toEqual([broken]);
    const [failure] = failed[0]?.tests.flatMap(({ failures }) => failures) ?? [];
    const lines = failure?.input.split('\n') ?? [];
    expect(lines.length).toBeGreaterThan(1);
    for (const [index, line] of lines.entries()) {
      expect(line.trim()).toMatch(new RegExp(`^${index + 1}\\. .+ -> \\d{3}$`));
      expect(failure?.curl).toContain(`# ${index + 1}. `);
    }
    expect(failure?.curl.match(/^curl /gm)?.length).toBeGreaterThanOrEqual(lines.length);
    expect(failure?.replay).toMatch(/CONFORMANCE_PATH=\S+ npx playwright test --grep/);
  });
}
