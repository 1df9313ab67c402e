import { defineConfig } from '@playwright/test';

/**
 * Runs the suite against the embedded target in its honest variants, each alone and every two that can go together: the
 * tests that can tell them from the plain server (`planned.spec.ts`), or every test (`whole.spec.ts`).
 * `npm run variants -- --grep page-` runs those with `page-` in a title.
 */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 3,
  timeout: 300_000,
  outputDir: '../../../../test-results/variants',
  reporter: [['./reporter.ts']],
});
