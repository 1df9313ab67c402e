import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../../reporters/report.ts';

/** What a run of the suite printed, exited with and reported. */
export interface Run {
  code: number;
  /** Both console streams. */
  output: string;
  /** Undefined when the run ended before it could write one. */
  report: Report | undefined;
}

const OURS = /^(TARGET_|CONFORMANCE_|EMBEDDED_TARGET|NODE_EXTRA_CA_CERTS)/;

/** The environment of this process without what is ours or the runner's. */
export const environment = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !OURS.test(name) && !/^(TEST_|PLAYWRIGHT_|PW_)/.test(name),
    ),
  );

/** Runs Node.js to its end, whatever its exit code is. */
export function runNode(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Pick<Run, 'code' | 'output'>> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({
        code: typeof error?.code === 'number' ? error.code : error ? 1 : 0,
        output: stdout + stderr,
      }),
    );
  });
}

/**
 * Runs `npx playwright test` as a user does, in a process of its own, with these settings and no others.
 *
 * @param settings - TARGET_… and CONFORMANCE_… variables
 * @param args - for the runner
 */
export async function runSuite(settings: Record<string, string>, args: readonly string[] = []): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-run-'));
  const env = {
    ...environment(),
    DOTENV_CONFIG_PATH: devNull,
    ...settings,
    CONFORMANCE_REPORT_DIR: folder,
  };
  try {
    const cli = [
      'node_modules/@playwright/test/cli.js',
      'test',
      `--output=${join(folder, 'results')}`,
      ...args,
    ];
    const { code, output } = await runNode(cli, env);
    const text = await readFile(join(folder, 'report.json'), 'utf8').catch(() => undefined);
    return { code, output, report: text === undefined ? undefined : (JSON.parse(text) as Report) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Verdict of one requirement in a report. */
export const verdictOf = (report: Report | undefined, id: string): string | undefined =>
  report?.requirements.find((row) => row.id === id)?.verdict;

/** The project's files, as they would be committed. */
export const projectFiles = (...patterns: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '');
