import { defineConfig } from '@playwright/test';
import { conformanceTests } from '../../../fixtures/projects.ts';
import { listFaults } from '../../../fixtures/reference/faults.ts';

/**
 * Runs, for every fault of the embedded target, the test of the requirement that the fault breaks, against a
 * target with that fault: one project a fault, all in one run. `npm run mutants -- --project='embed-*'` runs some.
 */
export default defineConfig<object, { targetName: string }>({
  testDir: '../..',
  testMatch: conformanceTests,
  fullyParallel: true,
  workers: 2,
  timeout: 300_000,
  globalSetup: './targets.ts',
  outputDir: '../../../test-results/mutants',
  reporter: [['./reporter.ts']],
  projects: listFaults().map(({ name, breaks }) => ({
    name,
    grep: new RegExp(`@${breaks}(?![\\w-])`),
    workers: 1,
    use: { targetName: name },
  })),
});
