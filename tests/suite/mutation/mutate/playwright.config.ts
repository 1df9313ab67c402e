import { defineConfig } from '@playwright/test';

/** Finds the assertions of the conformance tests that no fault of the embedded target needs: those that nobody would miss. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 3,
  timeout: 300_000,
  outputDir: '../../../../test-results/mutate',
  reporter: [['./reporter.ts']],
});
