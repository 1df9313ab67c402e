import type { ReferenceOptions } from '../../../fixtures/reference/start.ts';
import { type MeasuredRun, measureSuite } from '../support/measured-run.ts';
import { startBehindProxy, type Treat } from '../support/proxy/proxy.ts';

/** Of the chances of requests: nothing here asks for any. */
const SEED = 1;

/**
 * Starts a fresh embedded target behind a proxy, lets it be used, and stops both.
 *
 * @param treat - decides what happens to each request
 * @param use - given the settings that lead through the proxy
 */
export async function behindProxy<Value>(
  treat: Treat,
  use: (settings: Record<string, string>) => Promise<Value>,
  options: ReferenceOptions = {},
): Promise<Value> {
  const target = await startBehindProxy(options, treat, SEED);
  try {
    return await use(target.settings);
  } finally {
    await target.close();
  }
}

/** Every answer takes that long, in milliseconds. */
export const late =
  (delayMs: number): Treat =>
  () => ({ delayMs });

/**
 * A whole run against a target behind a proxy.
 *
 * @param args - for the runner
 */
export const runBehindProxy = (treat: Treat, args: readonly string[] = []): Promise<MeasuredRun> =>
  behindProxy(treat, (settings) => measureSuite(settings, args));

/** The wall times of runs, in seconds. */
export const secondsOf = (runs: readonly MeasuredRun[]): number[] => runs.map(({ seconds }) => seconds);
