import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NAMED_TARGETS } from '../../../fixtures/target.ts';
import { NULL_SERVERS } from '../../../schemas/requirements/row.ts';
import { startNullTarget } from './target.ts';

/** Starts a null target of each kind in the runner's own process; `GET /<kind>` answers the settings of one. */
export default async function serveNullTargets(): Promise<() => Promise<void>> {
  const targets = new Map(
    await Promise.all(
      NULL_SERVERS.map(async (kind) => [kind as string, await startNullTarget(kind)] as const),
    ),
  );
  const server = createServer(({ url = '/' }, response) => {
    response.end(JSON.stringify(targets.get(decodeURIComponent(url.slice(1)))?.settings));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env[NAMED_TARGETS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    await Promise.all([...targets.values()].map((target) => target.close()));
  };
}
