import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'dotenv';

/** Prints the environment, each entry with a NUL behind it. */
const PRINT =
  "process.stdout.write(Object.entries(process.env).map((one) => one.join('=') + '\\0').join(''))";

/**
 * What dotenv and a shell read in a .env file.
 *
 * @param text - of the file
 * @returns the values of the names that dotenv knows, as each reads them
 */
export async function readByBoth(
  text: string,
): Promise<{ dotenv: Record<string, string>; shell: Record<string, string | undefined> }> {
  const dotenv = parse(text);
  const folder = await mkdtemp(join(tmpdir(), 'conformance-env-'));
  try {
    await writeFile(join(folder, '.env'), text);
    const script = `set -a; . ./.env; set +a; exec '${process.execPath}' -e "${PRINT.replaceAll('\\', '\\\\')}"`;
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: folder, env: {} });
    const printed = new Map(
      stdout.split('\0').map((entry) => [entry.replace(/=.*/s, ''), entry.replace(/^[^=]*=/, '')] as const),
    );
    return {
      dotenv,
      shell: Object.fromEntries(Object.keys(dotenv).map((name) => [name, printed.get(name)])),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
