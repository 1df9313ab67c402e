import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environment, PLAYWRIGHT, runNode } from '../support/run-suite.ts';
import { type ListedFile, listTests } from './test-list.ts';

/** Below the root of the project, so that the generated files find its packages. */
const FOLDER = 'test-results';

/**
 * A file of tests in which nothing is.
 *
 * @param before - how many tests the files before it have: no two tests have the same number
 */
const specWith = (tests: number, before: number): string =>
  `import { test } from '@playwright/test';

for (let number = ${before + 1}; number <= ${before + tests}; number += 1) test(\`empty \${number}\`, () => {});
`;

/** The configuration of a run of the suite, without what is the suite's own. */
function configFor(projects: readonly string[]): string {
  const config = {
    testDir: '.',
    fullyParallel: true,
    workers: projects.length,
    timeout: 300_000,
    projects: projects.map((name) => ({ name, testDir: name, workers: 1 })),
    reporter: 'dot',
  };
  return `import { defineConfig } from '@playwright/test';\n\nexport default defineConfig(${JSON.stringify(config)});\n`;
}

async function generate(folder: string, files: readonly ListedFile[]): Promise<void> {
  const projects = [...new Set(files.map(({ project }) => project))];
  await writeFile(join(folder, 'playwright.config.ts'), configFor(projects));
  let before = 0;
  for (const { project, file, tests } of files) {
    const spec = join(folder, project, file);
    await mkdir(join(spec, '..'), { recursive: true });
    await writeFile(spec, specWith(tests, before));
    before += tests;
  }
}

/** Runs the empty tests, with these arguments for the runner and variables beside those of a run. */
export type RunEmpty = (args?: readonly string[], env?: Readonly<Record<string, string>>) => Promise<void>;

/**
 * Generates tests that do nothing: as many as the suite has, in as many files, projects and workers.
 *
 * @param use - the work with them, given what runs them; that throws an Error where they do not pass
 * @returns what the work returns
 */
export async function withEmptySuite<Value>(use: (run: RunEmpty) => Promise<Value>): Promise<Value> {
  const files = await listTests();
  await mkdir(FOLDER, { recursive: true });
  const folder = await mkdtemp(join(FOLDER, 'bench-'));
  const command = [PLAYWRIGHT, 'test', `--config=${folder}`, `--output=${join(folder, 'results')}`];
  try {
    await generate(folder, files);
    return await use(async (args = [], env = {}) => {
      const { code, output } = await runNode([...command, ...args], { ...environment(), ...env });
      if (code !== 0) throw new Error(`The empty tests were to pass, and exited ${code}: ${output}`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
