import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listAlternatives } from '../../../fixtures/reference/faults.ts';
import { startReference } from '../../../fixtures/reference/server.ts';
import { NAMED_TARGETS } from '../../../fixtures/target.ts';

type Reference = Awaited<ReturnType<typeof startReference>>;

/**
 * Serves targets by the name of their fault or honest variant, in the runner's own process: `GET /<name>` starts
 * one, if it does not run yet, and answers its settings.
 */
export default async function serveTargets(): Promise<() => Promise<void>> {
  const honest = new Set(listAlternatives().map(({ name }) => name));
  const started = new Map<string, Promise<Reference>>();
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent((request.url ?? '/').slice(1));
    const target =
      started.get(name) ?? startReference(honest.has(name) ? { alternatives: [name] } : { faults: [name] });
    started.set(name, target);
    response.end(JSON.stringify((await target).settings));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env[NAMED_TARGETS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    await Promise.all([...started.values()].map(async (target) => (await target).close()));
  };
}
