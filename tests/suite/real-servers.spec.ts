import { expect, test } from '@playwright/test';
import { install, judge } from './real-servers/judge.ts';
import { objectionsTo } from './real-servers/objections.ts';
import { SERVERS } from './real-servers/servers.ts';

/** Servers that nobody here wrote: what fails of them is true of them. `npm run real-servers` makes whole runs, and writes the page. */

/** What installs in seconds is judged by what concerns it. */
const PART = ['tests/scim'];

for (const server of SERVERS)
  test(server.title, { tag: server.isSlow ? '@slow' : '@fast' }, async () => {
    test.setTimeout(600_000);
    const installed = await install(server);
    test.skip('missing' in installed, 'missing' in installed ? installed.missing : '');
    if ('missing' in installed) return;
    const run = await judge(server, installed.folder, server.isSlow ? [] : PART);
    expect(objectionsTo(server, run), run.output).toEqual([]);
  });
