import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'dotenv';
import { withTemporaryFolder } from './files.ts';

/** A script that prints the environment, with a NUL after each entry. */
const PRINT_ENVIRONMENT =
  "process.stdout.write(Object.entries(process.env).map((one) => one.join('=') + '\\0').join(''))";

/** The same variables as dotenv and as a shell read them. */
interface Readings {
  readonly dotenv: Record<string, string>;
  /** Undefined for a variable that the shell does not set. */
  readonly shell: Record<string, string | undefined>;
}

/**
 * Reads the text of a .env file with dotenv and with a shell.
 *
 * @returns the values of the variables that dotenv finds
 */
export const readWithDotenvAndShell = (text: string): Promise<Readings> =>
  withTemporaryFolder(async (folder) => {
    await writeFile(join(folder, '.env'), text);
    const print = PRINT_ENVIRONMENT.replaceAll('\\', '\\\\');
    const script = `set -a; . ./.env; set +a; exec '${process.execPath}' -e "${print}"`;
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: folder, env: {} });
    const environment = new Map(
      stdout.split('\0').map((entry) => [entry.replace(/=.*/s, ''), entry.replace(/^[^=]*=/, '')] as const),
    );
    const dotenv = parse(text);
    return {
      dotenv,
      shell: Object.fromEntries(Object.keys(dotenv).map((name) => [name, environment.get(name)])),
    };
  });
