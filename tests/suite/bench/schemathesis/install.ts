import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The version that is compared. */
export const VERSION = '4.32.5';
/** Hypothesis makes the data of Schemathesis: another version would make other data of the same seed. */
const PACKAGES = [`schemathesis==${VERSION}`, 'hypothesis==6.170.15'];

const ENVIRONMENT = join(process.cwd(), 'node_modules', '.cache', `schemathesis-${VERSION}`);
const SCHEMATHESIS = join(ENVIRONMENT, 'bin', 'schemathesis');
/** Longer than a slow mirror takes for about 20 MB. */
const TIME_LIMIT_MS = 300_000;

const execute = promisify(execFile);

/** The last line that a command printed, which says why it failed. */
function lastLine(error: unknown): string {
  const { stderr = '', message } = error as { stderr?: string; message: string };
  return (stderr.trim() || message).split('\n').at(-1) ?? message;
}

const isInstalled = (): Promise<boolean> =>
  execute(SCHEMATHESIS, ['--version']).then(
    ({ stdout }) => stdout.includes(VERSION),
    () => false,
  );

/**
 * Installs Schemathesis into a virtual environment below `node_modules/.cache`, unless it is there already.
 *
 * @returns the path of its command; or why it cannot be installed on this machine, and what would help
 */
export async function installSchemathesis(): Promise<{ command: string } | { skipped: string }> {
  if (await isInstalled()) return { command: SCHEMATHESIS };
  // What an installation that was cut short left is no use.
  await rm(ENVIRONMENT, { recursive: true, force: true });
  await mkdir(dirname(ENVIRONMENT), { recursive: true });
  try {
    await execute('python3', ['-m', 'venv', ENVIRONMENT]);
  } catch (error) {
    return {
      skipped: `Schemathesis is not compared: "python3 -m venv" failed (${lastLine(error)}). Install Python 3.11 or newer with its module venv.`,
    };
  }
  try {
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES];
    await execute(join(ENVIRONMENT, 'bin', 'python'), pip, { timeout: TIME_LIMIT_MS });
  } catch (error) {
    return {
      skipped: `Schemathesis is not compared: pip could not install ${PACKAGES.join(' and ')} (${lastLine(error)}). It needs Python 3.11 or newer, and PyPI or a mirror that PIP_INDEX_URL names.`,
    };
  }
  return { command: SCHEMATHESIS };
}
