import { expect, test } from '@playwright/test';
import { judge, objectionsTo } from './real-servers/judge.ts';
import { install } from './real-servers/serve.ts';
import { type RealServer, SERVERS } from './real-servers/servers.ts';

/** Servers that nobody here wrote: what fails of them is true of them. `npm run real-servers` writes the page. */

test.describe.configure({ timeout: 600_000 });

async function judged(server: RealServer): Promise<void> {
  const installed = await install(server);
  test.skip('missing' in installed, 'missing' in installed ? installed.missing : '');
  if ('missing' in installed) return;
  const run = await judge(server, installed.folder);
  expect(objectionsTo(server, run), run.output).toEqual([]);
}

for (const server of SERVERS)
  test(`a whole run against ${server.title}`, { tag: '@slow' }, () => judged(server));
