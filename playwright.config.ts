import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { latencyOf } from './fixtures/http/latency.ts';
import { decideProjects, projectsOf, TESTS } from './fixtures/run/projects.ts';
import { EMBEDDED_TARGET } from './fixtures/target/settings.ts';
import { judgesEmbedded, loadSettingsFile } from './fixtures/target/target.ts';

loadSettingsFile(process.env);

// A random seed is drawn once, here, so that every worker uses the same and the report can name it.
if (process.env.CONFORMANCE_SEED === 'random') {
  process.env.CONFORMANCE_SEED = String(Math.floor(Math.random() * 2 ** 31));
}

// The runner's own variable for a reporter beside those that the command line names: --reporter replaces what is listed
// below, and must not take the gate away. The set-up checks that it is there.
process.env.PW_TEST_REPORTER ??= fileURLToPath(new URL('./reporters/conformance.ts', import.meta.url));

const embedded = {
  // Without the hooks for CommonJS, which all packages would pass through.
  command: 'node --import tsx/esm fixtures/reference/main.ts --announce=json',
  wait: { stdout: new RegExp(`embedded target ready: (?<${EMBEDDED_TARGET.toLowerCase()}>\\{.*\\})`) },
  gracefulShutdown: { signal: 'SIGTERM', timeout: 2_000 },
} as const;

await decideProjects(process.env, process.argv, () => latencyOf(process.env), availableParallelism());
const projects = projectsOf(process.env);

export default defineConfig({
  testDir: TESTS,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: projects.length,
  // A test may send some 250 requests.
  timeout: Math.max(
    300_000,
    (250_000 * projects.length) / (Number(process.env.CONFORMANCE_RATE) || Infinity),
  ),
  projects: projects.map((project) => ({ ...project, workers: 1 })),
  globalSetup: './fixtures/run/preflight.ts',
  reporter: [[process.stdout.isTTY ? './reporters/terminal.ts' : 'dot']],
  ...(judgesEmbedded(process.env) ? { webServer: embedded } : {}),
});
