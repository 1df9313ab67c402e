import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA_VERSION, type SuiteDigests } from '../../schemas/certificate.ts';

/** The SHA-256 of some bytes, in hexadecimal. */
export const sha256 = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** One digest for many files, of their digests by path: in whichever order they are named. */
export const digestOfFiles = (files: Readonly<Record<string, string>>): string =>
  sha256(JSON.stringify(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))));

/** A file of a bundle as text: JSON, indented. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Many files on one command line, and the output of one command, in bytes. */
const MAX_OUTPUT = 256 * 1024 * 1024;

/** Folders in which a file that no commit knows could change a verdict. */
const JUDGING = ['fixtures', 'reporters', 'schemas', 'tests', 'playwright.config.ts', 'tsconfig.json'];

const git = (root: string, args: readonly string[], input = ''): Buffer =>
  execFileSync('git', args, { cwd: root, input, maxBuffer: MAX_OUTPUT, stdio: ['pipe', 'pipe', 'pipe'] });

const linesOf = (bytes: Buffer): string[] => bytes.toString('utf8').split('\0').filter(Boolean);

/** The files that a commit holds, by path: the object of each. Links are none. */
function objectsIn(root: string, commit: string): [path: string, object: string][] {
  const entries = linesOf(git(root, ['ls-tree', '-r', '-z', '--full-tree', commit]));
  return entries.flatMap((entry): [string, string][] => {
    const [, object, path] = /^100\d+ blob (\w+)\t(.*)$/su.exec(entry) ?? [];
    return path !== undefined && object !== undefined ? [[path, object]] : [];
  });
}

/** The contents of objects, in their order: each comes after a line of its name, type and size, and before a line's end. */
function contentsOf(root: string, objects: readonly string[]): Buffer[] {
  const output = git(root, ['cat-file', '--batch'], objects.join('\n'));
  const contents: Buffer[] = [];
  for (let at = 0; at < output.length; ) {
    const lineEnd = output.indexOf('\n', at);
    const size = Number(output.toString('utf8', at, lineEnd).split(' ')[2]);
    contents.push(output.subarray(lineEnd + 1, lineEnd + 1 + size));
    at = lineEnd + 1 + size + 1;
  }
  return contents;
}

/** The full name of a commit such as `HEAD`. @throws Error when the checkout has no such commit */
export const commitIn = (root: string, commit: string): string =>
  git(root, ['rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`])
    .toString('utf8')
    .trim();

/** The digests of the suite as a commit such as `HEAD` holds it. @throws Error when the checkout has no such commit */
export function digestsOfCommit(root: string, commit: string): SuiteDigests {
  const id = commitIn(root, commit);
  const objects = objectsIn(root, id);
  const contents = contentsOf(
    root,
    objects.map(([, object]) => object),
  );
  const files = objects.map(([path], index) => [path, sha256(contents[index] as Buffer)]);
  return { schemaVersion: SCHEMA_VERSION, commit: id, files: Object.fromEntries(files) };
}

/**
 * The digests of the suite's files as they are. @throws Error of one sentence where they are not those of its commit, or of none
 */
export function digestsOfCheckout(root: string): SuiteDigests {
  if (!existsSync(join(root, '.git')))
    throw new Error(
      'the suite is no Git checkout, so nobody could tell whether it was changed: clone it, and certify from there',
    );
  const committed = digestsOfCommit(root, 'HEAD');
  const changed = Object.entries(committed.files)
    .filter(
      ([path, digest]) => !existsSync(join(root, path)) || sha256(readFileSync(join(root, path))) !== digest,
    )
    .map(([path]) => path);
  // With those that are ignored: the runner would load them as well.
  const added = linesOf(git(root, ['ls-files', '-z', '--others', '--', ...JUDGING]));
  const different = [...changed, ...added];
  if (different.length > 0)
    throw new Error(
      `the suite differs from its commit ${committed.commit.slice(0, 12)} in ${named(different)}: ` +
        'take the changes back, or commit them where customers find the commit',
    );
  return committed;
}

const NAMED = 5;

const named = (paths: readonly string[]): string =>
  `${paths.slice(0, NAMED).join(', ')}${paths.length > NAMED ? ` and ${paths.length - NAMED} more` : ''}`;
