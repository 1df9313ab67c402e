import { expect, test } from '@playwright/test';
import { judge, objectionsTo } from './real-servers/judge.ts';
import { install } from './real-servers/serve.ts';
import { SERVERS } from './real-servers/servers.ts';

/** Servers that nobody here wrote: what fails of them is true of them. `npm run real-servers` writes the page. */

test.describe.configure({ timeout: 600_000 });

for (const server of SERVERS)
  test(`a whole run against ${server.title}`, { tag: '@slow' }, async () => {
    const installed = await install(server);
    if ('missing' in installed) return test.skip(true, installed.missing);
    const run = await judge(server, installed.folder);
    expect(objectionsTo(server, run), run.output).toEqual([]);
  });
