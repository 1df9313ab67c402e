import { startReference } from '../../../fixtures/reference/server.ts';
import { collectConformanceTests } from '../many/collected.ts';
import { declareAgainst } from '../many/declare.ts';
import { variantTargets } from './pairs.ts';

/** The whole suite against the embedded target in each of its honest variants, alone and in pairs. */
const targets = variantTargets();

const tests = await collectConformanceTests(async (target) => {
  const { settings, close } = await startReference({ alternatives: targets.get(target) ?? [] });
  // The reference shows at once what a call changed; few examples of each property will do for a server that is right.
  return { settings: { ...settings, TARGET_LAG_MS: '0', CONFORMANCE_RUNS: '3' }, close };
});

for (const target of targets.keys()) await declareAgainst(target, tests);
