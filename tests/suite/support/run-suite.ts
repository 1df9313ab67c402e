import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { doctor } from '../../../fixtures/run/commands.ts';
import { readReport } from '../../../reporters/read-report.ts';
import type { Report } from '../../../reporters/report.ts';
import { withTemporaryFolder } from './files.ts';

/** The runner's command line, from the root of the project. */
export const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';

/** How a process ended. */
export interface Ended {
  readonly code: number;
  /** What went to the standard output, then what went to the standard error. */
  readonly output: string;
}

/** What a run of the suite printed, exited with and reported. */
export interface Run extends Ended {
  /** Undefined when the run ended before it could write one. */
  readonly report: Report | undefined;
}

const OF_THE_SUITE =
  /^(TARGET_|CONFORMANCE_|EMBEDDED_TARGET|PROJECTS_OF_RUN|RECORDING_FOLDER|CHALLENGE_OF_RUN|NODE_EXTRA_CA_CERTS)/;
const OF_THE_RUNNER = /^(TEST_|PLAYWRIGHT_|PW_|GITHUB_)/;

/** The environment of this process, without the settings of the suite and of the runner. */
export const environment = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !OF_THE_SUITE.test(name) && !OF_THE_RUNNER.test(name)),
  );

/** Arguments of the runner that select the tests of some requirements; an id may be a pattern. */
export const only = (...ids: readonly string[]): string[] => ['--grep', `@(${ids.join('|')})(?![\\w-])`];

/** Runs a command to its end, whatever its exit code is. */
const execute = (
  command: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; cwd?: string },
): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(command, args, { ...options, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({
        code: typeof error?.code === 'number' ? error.code : error ? 1 : 0,
        output: stdout + stderr,
      }),
    );
  });

/** Runs Node.js; `env` is the whole environment. */
export const runNode = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> =>
  execute(process.execPath, args, { env });

/** Runs a script with bash, which ends it at the first command that fails, as pipelines do. */
export const runScript = (script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'script.sh');
    await writeFile(file, script);
    return execute('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], { cwd, env });
  });

/** What `npm run doctor` says of some settings, in this process. */
export async function diagnose(settings: Record<string, string>): Promise<Ended> {
  const lines: string[] = [];
  const info = test.info();
  try {
    const code = await doctor({ DOTENV_CONFIG_PATH: devNull, ...settings }, (text) => lines.push(text));
    return { code, output: lines.join('\n') };
  } finally {
    // A request without an answer ends a conformance test, which this is not.
    info.annotations.length = 0;
    info.expectedStatus = 'passed';
  }
}

/** Several runs share the machine, and a worker takes a second of a processor to start. */
export const ONE_WORKER = '--workers=1';

/** The arguments and the environment of a run of the suite that keeps its files in a folder. */
export const suiteCommand = (
  folder: string,
  settings: Record<string, string>,
  args: readonly string[],
): [args: string[], env: NodeJS.ProcessEnv] => [
  [PLAYWRIGHT, 'test', `--output=${join(folder, 'results')}`, ...args],
  {
    ...environment(),
    DOTENV_CONFIG_PATH: devNull,
    CONFORMANCE_LEDGER_DIR: join(folder, 'ledger'),
    CONFORMANCE_REPORT_DIR: folder,
    // The others take long to write, and are tested from made-up reports.
    CONFORMANCE_DOCUMENTS: 'json',
    ...settings,
  },
];

/** The report that a run wrote into a folder, if it did. @throws Error where it is not as `schemas/report.schema.json` says */
export function reportIn(folder: string): Report | undefined {
  const file = join(folder, 'report.json');
  return existsSync(file) ? (readReport(file) as Report) : undefined;
}

/**
 * Runs `npx playwright test` as a user does, in a process of its own, with these settings and no others. Throws where the report is
 * not as `schemas/report.schema.json` says.
 *
 * @param settings - TARGET_… and CONFORMANCE_… variables
 * @param args - for the runner
 * @param workers - how many, as an argument of the runner; without any a run decides as a user's does
 */
export const runSuite = (
  settings: Record<string, string>,
  args: readonly string[] = [],
  workers: readonly string[] = [ONE_WORKER],
): Promise<Run> =>
  withTemporaryFolder(async (folder) => ({
    ...(await runNode(...suiteCommand(folder, settings, [...workers, ...args]))),
    report: reportIn(folder),
  }));
