import type { CollectedTest } from '../../../../fixtures/expect/harness.ts';
import { startReference } from '../../../../fixtures/reference/start.ts';
import { collectForHonestServers } from '../collect.ts';
import { declareAgainst, REQUIRED } from '../declare.ts';
import type { Servers } from './servers.ts';

/** The reference shows at once what a call changed, unless a variant says otherwise; few examples will do for a server that is right. */
export const QUICK = { TARGET_LAG_MS: '0', CONFORMANCE_RUNS: '3', ...REQUIRED };

/** Late enough to be seen, and short, because it is waited for after every call. */
const LAG_MS = 60;

/** `npm test` judges every sixth of the combined servers: together they have each variant several times. */
const isQuick = (title: string): boolean => Number(/^combined (\d+)$/.exec(title)?.[1] ?? 1) % 6 === 0;

/**
 * Declares tests against the embedded target in sets of its honest variants.
 *
 * @param includes - whether to run a test against the server of a title
 */
export async function declareVariants(
  servers: Servers,
  includes: (title: string, test: CollectedTest) => boolean = () => true,
): Promise<void> {
  const tests = await collectForHonestServers(async (title) => {
    const variants = servers.get(title) ?? [];
    const { settings, close } = await startReference({ variants, lagMs: LAG_MS });
    return { settings: { ...QUICK, ...settings }, close };
  });
  const titles = [...servers.keys()];
  await declareAgainst(
    new Map(titles.map((title) => [title, tests.filter((test) => includes(title, test))])),
    { isSlow: (title) => !isQuick(title) },
  );
}
