import { MAX_RUNS } from '../../../fixtures/target/identities.ts';
import { behindProxy, late, secondsOf } from './behind-proxy.ts';
import { interleaved } from './interleaved.ts';
import type { Measurement } from './measurement.ts';
import { objectionsTo } from './objections.ts';
import { runShards } from './sharded-run.ts';

/** As in the measurement of workers. */
const LATENCY_MS = 10;

/** How long a run takes whose shards run at the same time, up to as many as may run side by side. */
export const shards: Measurement = {
  name: 'shards',
  title: `A whole run by its number of shards at the same time on one machine, merged, ${LATENCY_MS} ms for each answer`,
  isLong: true,
  run: async (repeat) => {
    const counts = Array.from({ length: MAX_RUNS }, (_, index) => index + 1);
    const sides = counts.map(
      (count) =>
        [
          String(count),
          () => behindProxy(late(LATENCY_MS), (settings) => runShards(settings, count)),
        ] as const,
    );
    const runs = await interleaved(repeat, Object.fromEntries(sides));
    return Object.entries(runs).map(([count, those]) => ({
      what: `shards: ${count}`,
      unit: 'seconds',
      values: secondsOf(those),
      objections: objectionsTo(those),
    }));
  },
};
