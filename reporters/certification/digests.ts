import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA_VERSION, type SuiteDigests } from '../../schemas/certificate.ts';
import { firstOf } from '../lists.ts';

export const sha256 = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** One digest for many files, of their digests by path: in whichever order they are named. */
export const digestOfFiles = (files: Readonly<Record<string, string>>): string =>
  sha256(JSON.stringify(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))));

/** Many files on one command line, and the output of one command, in bytes. */
const MAX_OUTPUT = 256 * 1024 * 1024;

/** Folders in which a file that no commit knows could change a verdict. */
const JUDGING = ['fixtures', 'reporters', 'schemas', 'tests', 'playwright.config.ts', 'tsconfig.json'];

const git = (root: string, args: readonly string[], input = ''): Buffer =>
  execFileSync('git', args, { cwd: root, input, maxBuffer: MAX_OUTPUT, stdio: ['pipe', 'pipe', 'pipe'] });

const linesOf = (bytes: Buffer): string[] => bytes.toString('utf8').split('\0').filter(Boolean);

/** The full name of a commit such as `HEAD`. @throws Error when the checkout has no such commit */
export const commitIn = (root: string, commit: string): string =>
  git(root, ['rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`])
    .toString('utf8')
    .trim();

/** The digests of the suite as a commit such as `HEAD` holds it: links are left out. @throws Error when there is no such commit */
export function digestsOfCommit(root: string, commit: string): SuiteDigests {
  const id = commitIn(root, commit);
  const objects = linesOf(git(root, ['ls-tree', '-r', '-z', '--full-tree', id])).flatMap((entry) => {
    const [, object = '', path] = /^100\d+ blob (\w+)\t(.*)$/su.exec(entry) ?? [];
    return path === undefined ? [] : [{ object, path }];
  });
  const output = git(root, ['cat-file', '--batch'], objects.map(({ object }) => object).join('\n'));
  const files: Record<string, string> = {};
  // Each comes after a line of its name, type and size, and before a line's end.
  let at = 0;
  for (const { path } of objects) {
    const begin = output.indexOf('\n', at) + 1;
    const end = begin + Number(output.toString('utf8', at, begin).split(' ')[2]);
    files[path] = sha256(output.subarray(begin, end));
    at = end + 1;
  }
  return { schemaVersion: SCHEMA_VERSION, commit: id, files };
}

/** The digests of the suite's files as they are. @throws Error where they are not those of its commit, or of none */
export function digestsOfCheckout(root: string): SuiteDigests {
  if (!existsSync(join(root, '.git')))
    throw new Error(
      'the suite is no Git checkout, so nobody could tell whether it was changed: clone it, and certify from there',
    );
  const committed = digestsOfCommit(root, 'HEAD');
  const isAsCommitted = ([path, digest]: [string, string]): boolean =>
    existsSync(join(root, path)) && sha256(readFileSync(join(root, path))) === digest;
  const changed = Object.entries(committed.files).filter((file) => !isAsCommitted(file));
  // With those that are ignored: the runner would load them as well.
  const added = linesOf(git(root, ['ls-files', '-z', '--others', '--', ...JUDGING]));
  const different = [...changed.map(([path]) => path), ...added];
  if (different.length > 0)
    throw new Error(
      `the suite differs from its commit ${committed.commit.slice(0, 12)} in ${firstOf(different, 5)}: ` +
        'take the changes back, or commit them where customers find the commit',
    );
  return committed;
}
