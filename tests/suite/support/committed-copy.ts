import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../../reporters/collect.ts';

/**
 * Copies the project as it is, changes that nobody committed included, to a folder where all of it is committed.
 *
 * @param folder - empty; the packages of this project are linked there
 */
export function committedCopy(folder: string): void {
  const git = (cwd: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
      cwd,
      encoding: 'utf8',
    });
  for (const path of git(ROOT, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')) {
    if (!path) continue;
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    // A file that was removed and not committed is not there.
    cpSync(join(ROOT, path), join(folder, path), { force: true, errorOnExist: false });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'a copy');
}
