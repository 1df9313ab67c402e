import { defineConfig } from '@playwright/test';

/**
 * Runs the whole suite against the embedded target in its honest variants: each alone (`alone.spec.ts`), every two that
 * can go together (`together.spec.ts`), or, for every commit, a few servers with every variant (`sample.spec.ts`).
 * `npm run alternatives -- --grep page-` runs those with `page-` in a title.
 */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  timeout: 300_000,
  outputDir: '../../../test-results/alternatives',
  reporter: [['./reporter.ts']],
});
