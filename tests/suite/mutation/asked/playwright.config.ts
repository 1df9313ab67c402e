import { defineConfig } from '@playwright/test';

/** Finds out which tests can tell which honest variants from the plain server, and plans what to run against which. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  outputDir: '../../../../test-results/asking',
  reporter: [['./reporter.ts']],
});
