import { defineConfig } from '@playwright/test';

/** Empty tests, in EMPTY_PROJECTS projects of a worker each: what the runner itself takes. */
export default defineConfig({
  testMatch: 'tests.ts',
  projects: Array.from({ length: Number(process.env.EMPTY_PROJECTS) }, (_, index) => ({
    name: `${index}`,
    workers: 1,
  })),
  workers: 7,
  outputDir: '../../../../test-results/empty',
  reporter: 'dot',
});
