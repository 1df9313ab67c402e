import { defineConfig } from '@playwright/test';
import { listAlternatives } from '../../../fixtures/reference/faults.ts';

/**
 * Runs the whole suite against the embedded target in each of its honest variants, all in one run: two projects a
 * variant, as in the configuration of the suite. `npm run alternatives -- --project='page-*' --grep workspace` runs
 * a part of it.
 */
export default defineConfig<object, { targetName: string }>({
  testDir: '../..',
  fullyParallel: true,
  workers: 2,
  timeout: 300_000,
  globalSetup: '../mutants/targets.ts',
  outputDir: '../../../test-results/alternatives',
  reporter: [['./reporter.ts']],
  projects: listAlternatives().flatMap(({ name }) => [
    { name: `${name}/workspace`, testMatch: 'workspace/**', workers: 1, use: { targetName: name } },
    { name: `${name}/rest`, testIgnore: ['suite/**', 'workspace/**'], use: { targetName: name } },
  ]),
});
