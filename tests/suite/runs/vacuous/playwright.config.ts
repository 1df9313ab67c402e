import { defineConfig } from '@playwright/test';

/** Runs tests that prove nothing, so that the report on them can be checked. */
export default defineConfig({
  testMatch: 'tests.ts',
  globalSetup: '../../../../fixtures/run/preflight.ts',
  workers: 1,
  reporter: [['../../../../reporters/conformance.ts']],
});
