import { defineConfig } from '@playwright/test';

/**
 * Runs the whole suite against the embedded target in each of its honest variants. `npm run alternatives -- --grep page`
 * runs those with `page` in the name of the variant, its tests or their requirements.
 */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  timeout: 300_000,
  outputDir: '../../../test-results/alternatives',
  reporter: [['./reporter.ts']],
});
