import { defineConfig } from '@playwright/test';

/** Runs the whole suite against every null target, all in one run. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  outputDir: '../../../../test-results/null-targets',
  reporter: [['./reporter.ts']],
});
