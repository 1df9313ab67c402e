import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from '@playwright/test';
import { idsOf, withVerdict } from '../support/report-queries.ts';
import { only, type Run, runSuite } from '../support/run-suite.ts';
import { listen, withReference } from '../support/servers.ts';

/** A target in a network that is reached through a proxy alone (HTTPS_PROXY): its name means nothing to this machine. */

test.describe.configure({ timeout: 120_000 });

const TESTS = only('workspace-first-limits', 'embed-session-id', 'auth-api-key-accepted');

/** Runs some tests behind a proxy, which makes tunnels to the reference. */
const behindProxy = (): Promise<Run & { tunnels: number }> =>
  withReference({}, async ({ settings }) => {
    let tunnels = 0;
    const proxy = createServer().on('connect', ({ url = '' }, socket) => {
      tunnels += 1;
      const target = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(target).pipe(socket);
      });
      for (const side of [socket, target])
        side.on('error', () => [socket, target].map((one) => one.destroy()));
    });
    const port = await listen(proxy);
    try {
      const run = await runSuite(
        {
          ...settings,
          TARGET_BASE_URL: settings.TARGET_BASE_URL?.replace('127.0.0.1', 'reference.test') ?? '',
          HTTPS_PROXY: `http://127.0.0.1:${port}`,
          CONFORMANCE_PATIENCE: '2',
        },
        TESTS,
      );
      return { ...run, tunnels };
    } finally {
      proxy.close();
      proxy.closeAllConnections();
    }
  });

test('a target is judged through the proxy of the environment', async () => {
  const { output, report, tunnels } = await behindProxy();
  expect(idsOf(withVerdict(report, 'pass')).sort(), output).toEqual([
    'auth-api-key-accepted',
    'embed-session-id',
    'workspace-first-limits',
  ]);
  expect(tunnels).toBeGreaterThan(0);
});
