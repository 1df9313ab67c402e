import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Makes a folder, and removes it with all that it holds when the work in it has ended. */
export async function withTemporaryFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The files of the project that git tracks or would add, as paths from its root. */
export const projectFiles = (...patterns: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '');

/** Copies the project as it is, changes that nobody committed included. */
export function copyProject(folder: string, hasPackages = true): void {
  // A file that was removed and not committed is not there.
  for (const file of projectFiles().filter(existsSync)) cpSync(file, join(folder, file));
  if (hasPackages) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
}

export const blocksIn = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, word, block = '']) =>
    word === language ? [block] : [],
  );
