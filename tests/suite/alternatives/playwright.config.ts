import { defineConfig } from '@playwright/test';
import { projects } from '../../../fixtures/projects.ts';
import { listAlternatives } from '../../../fixtures/reference/faults.ts';

/**
 * Runs the whole suite against the embedded target in each of its honest variants, all in one run: for each variant
 * the projects of the suite. `npm run alternatives -- --project='page-*' --grep workspace` runs a part of it.
 */
export default defineConfig<object, { targetName: string }>({
  testDir: '../..',
  fullyParallel: true,
  workers: 2,
  timeout: 300_000,
  globalSetup: '../mutants/targets.ts',
  outputDir: '../../../test-results/alternatives',
  reporter: [['./reporter.ts']],
  projects: listAlternatives().flatMap((alternative) =>
    projects.map((project) => ({
      ...project,
      name: `${alternative.name}/${project.name}`,
      workers: 1,
      use: { targetName: alternative.name },
    })),
  ),
});
