import { defineConfig } from '@playwright/test';

/** Empty tests, as many in each project as EMPTY_TESTS says: what the runner itself takes. */
export default defineConfig({
  testMatch: 'tests.ts',
  projects: (process.env.EMPTY_TESTS ?? '1')
    .split(',')
    .map((count, index) => ({ name: `${index}`, workers: 1, metadata: { count: Number(count) } })),
  workers: 7,
  outputDir: '../../../../test-results/empty',
  reporter: 'dot',
});
