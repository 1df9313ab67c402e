import { defineConfig } from '@playwright/test';

/** The suite's own tests: `npx playwright test -c tests/suite`. */
export default defineConfig({
  testDir: '.',
  // A configuration of its own.
  testIgnore: 'suite/mutation/*/**',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Tests of whole runs, and of retries, wait much: six keep two processors busy.
  workers: 6,
  reporter: [['line']],
  outputDir: '../../test-results/suite',
  // A document that a test writes: --update-snapshots writes it anew.
  snapshotPathTemplate: '../../docs/{arg}{ext}',
});
