import { startReference } from '../../../fixtures/reference/server.ts';
import { collectConformanceTests } from '../many/collected.ts';
import { declareAgainst } from '../many/declare.ts';
import type { Servers } from './pairs.ts';

/** Declares the whole suite against the embedded target in sets of its honest variants. */
export async function declareVariants(servers: Servers): Promise<void> {
  const tests = await collectConformanceTests(async (title) => {
    const { settings, close } = await startReference({ alternatives: servers.get(title) ?? [] });
    // The reference shows at once what a call changed; few examples will do for a server that is right.
    return { settings: { ...settings, TARGET_LAG_MS: '0', CONFORMANCE_RUNS: '3' }, close };
  });
  await declareAgainst(new Map([...servers.keys()].map((title) => [title, tests])));
}
