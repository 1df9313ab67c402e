import { defineConfig } from '@playwright/test';

/** Runs tests that prove nothing, so that what is said of them can be looked at. */
export default defineConfig({
  testMatch: 'tests.ts',
  globalSetup: '../../../../fixtures/session/preflight.ts',
  workers: 1,
  reporter: [['../../../../reporters/conformance.ts']],
});
