import { execFileSync } from 'node:child_process';

/** The files of the project that git tracks or would add, as paths from its root. */
export const projectFiles = (...patterns: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '');
