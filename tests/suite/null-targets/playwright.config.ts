import { defineConfig } from '@playwright/test';
import { conformanceTests } from '../../../fixtures/projects.ts';
import { NULL_SERVERS } from '../../../schemas/requirements/row.ts';

/** Runs the whole suite against every null target, all in one run. A null target keeps nothing: one worker will do. */
export default defineConfig<object, { targetName: string }>({
  testDir: '../..',
  fullyParallel: false,
  workers: 2,
  timeout: 60_000,
  globalSetup: './serve.ts',
  outputDir: '../../../test-results/null-targets',
  reporter: [['./reporter.ts']],
  metadata: { brokenOnPurpose: true },
  projects: NULL_SERVERS.map((kind) => ({
    name: kind,
    testMatch: conformanceTests,
    workers: 1,
    use: { targetName: kind },
  })),
});
