import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CACHE = join(process.cwd(), 'node_modules', '.cache');
/** Written when an installation is whole: it names what was installed. */
const WHOLE = '.installed';
/** Longer than a slow mirror takes for some 300 MB. */
const TIME_LIMIT_MS = 300_000;
/** Without a registry that answers, nobody waits for minutes. */
const ANSWER_SECONDS = 15;

const execute = promisify(execFile);

/** Packages with their versions, of one registry. */
export interface Packages {
  readonly from: 'npm' | 'PyPI';
  /** Such as `express@4.22.3`, or `hypothesis==6.170.15`. */
  readonly names: readonly string[];
}

/** Where packages are; or why they cannot be installed on this machine, and what would help. */
export type Installed = { readonly folder: string } | { readonly missing: string };

/** @returns the lines that it printed, or what went wrong; undefined where it did not fail */
const failureOf = (command: string, ...args: readonly string[]): Promise<string[] | undefined> =>
  execute(command, args, { timeout: TIME_LIMIT_MS }).then(
    () => undefined,
    ({ stderr = '', message }: Error & { stderr?: string }) => (stderr.trim() || message).split('\n'),
  );

async function fromPyPI(folder: string, names: readonly string[]): Promise<string | undefined> {
  const noEnvironment = await failureOf('python3', '-m', 'venv', folder);
  if (noEnvironment)
    return `"python3 -m venv" failed (${noEnvironment.at(-1)}). Install Python 3.11 or newer with its module venv.`;
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  const soon = ['--retries=1', `--timeout=${ANSWER_SECONDS}`];
  const failed = await failureOf(join(folder, 'bin', 'python'), ...pip, ...soon, ...names);
  return (
    failed && `pip failed (${failed.at(-1)}). It needs Python 3.11 or newer, and PyPI or a mirror of it.`
  );
}

async function fromNpm(folder: string, names: readonly string[]): Promise<string | undefined> {
  // Scripts of packages may download what no registry has; nothing here needs them.
  const quietly = [
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--logs-max=0',
  ];
  const soon = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', `--fetch-timeout=${ANSWER_SECONDS}000`];
  const failed = await failureOf('npm', 'install', '--prefix', folder, ...quietly, ...soon, ...names);
  return failed && `npm failed (${failed[0]}). It needs the npm registry or a mirror of it.`;
}

/**
 * Installs packages into a folder below `node_modules/.cache`, unless they are there already.
 *
 * @param name - of the folder
 */
export async function installPackages(name: string, { from, names }: Packages): Promise<Installed> {
  const folder = join(CACHE, name);
  const note = names.join('\n');
  if ((await readFile(join(folder, WHOLE), 'utf8').catch(() => '')) === note) return { folder };
  // What an installation that was cut short left is no use.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const missing = await (from === 'npm' ? fromNpm : fromPyPI)(folder, names);
  if (missing) return { missing: `${names[0]} cannot be installed: ${missing}` };
  await writeFile(join(folder, WHOLE), note);
  return { folder };
}
