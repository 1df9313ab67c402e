import { defineConfig } from '@playwright/test';
import { judges } from './judges.ts';

/**
 * Tests the tests: runs the conformance tests against servers that they should fail or pass. Each project stands in a file of
 * its own in projects/; CONTRIBUTING.md, "How the suite is tested", says what each shows.
 *
 * `variants` needs the result of `dependencies`, by which it chooses the tests to run. The runner's own `dependencies` cannot say
 * so: it reads all tests before it runs any. So they are runs of their own, one after the other.
 */
export default defineConfig({
  testDir: 'projects',
  fullyParallel: true,
  // Variants that answer late leave processors idle.
  workers: 5,
  timeout: 300_000,
  outputDir: '../../../test-results/mutation',
  reporter: [['./reporter.ts']],
  projects: Object.keys(judges).map((name) => ({ name, testMatch: `${name}.spec.ts` })),
});
