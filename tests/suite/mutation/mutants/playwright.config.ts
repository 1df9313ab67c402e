import { defineConfig } from '@playwright/test';

/**
 * Runs, for every fault of the embedded target, the tests of the requirement that the fault breaks against a target with
 * that fault (`mutants.spec.ts`), and for the first fault of each requirement all tests that can notice it (`whole.spec.ts`). `npm run mutants -- --grep embed` runs
 * those with `embed` in their name or requirement.
 */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 3,
  timeout: 300_000,
  outputDir: '../../../../test-results/mutants',
  reporter: [['./reporter.ts']],
});
