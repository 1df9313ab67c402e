import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { blocksIn, copyProject, withTemporaryFolder } from '../support/files.ts';
import { environment } from '../support/run-suite.ts';

/** The walks of CONTRIBUTING.md: their changes are applied to a copy of the project, and their commands run there. */

test.describe.configure({ timeout: 300_000 });

const walks = readFileSync('CONTRIBUTING.md', 'utf8')
  .split(/^## /m)
  .filter((part) => part.startsWith('Walk'));

test('there are five walks', () => {
  expect(walks.map((walk) => walk.split('\n', 1)[0])).toHaveLength(5);
});

for (const walk of walks)
  test(walk.split('\n', 1)[0] ?? '', { tag: '@slow' }, () =>
    withTemporaryFolder(async (folder) => {
      copyProject(folder);
      for (const change of blocksIn(walk, 'diff'))
        execFileSync('git', ['apply', '-'], { cwd: folder, input: change });

      const outputs = blocksIn(walk, 'sh').flatMap((block) =>
        block
          .trim()
          .split('\n')
          .map((command) => {
            const options = { cwd: folder, env: environment(), encoding: 'utf8' } as const;
            const { status, stdout, stderr } = spawnSync('sh', ['-c', command], options);
            expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
            return `${stdout}${stderr}`;
          }),
      );
      const expected = blocksIn(walk, 'text').flatMap((block) => block.trim().split('\n'));
      expect(expected.length).toBeGreaterThan(0);
      for (const line of expected) expect(outputs.join('\n')).toContain(line);
    }),
  );
