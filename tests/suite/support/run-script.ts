import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTemporaryFolder } from './temporary-folder.ts';

/** How a script ended. */
export interface Ended {
  readonly code: number;
  /** What went to the standard output, then what went to the standard error. */
  readonly output: string;
}

/**
 * Runs a script with bash, which ends it at the first command that fails, as pipelines do.
 *
 * @param cwd - the folder in which it runs
 * @param env - its whole environment
 */
export const runScript = (script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'script.sh');
    await writeFile(file, script);
    return new Promise((resolve) => {
      const args = ['--noprofile', '--norc', '-eo', 'pipefail', file];
      execFile('bash', args, { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
        resolve({
          code: typeof error?.code === 'number' ? error.code : error ? 1 : 0,
          output: stdout + stderr,
        }),
      );
    });
  });
