import { late, runBehindProxy, secondsOf } from './behind-proxy.ts';
import { interleaved } from './interleaved.ts';
import type { Measurement } from './measurement.ts';
import { objectionsTo } from './objections.ts';

const WORKERS = ['1', '2', '4'];
/** Workers share the waiting: without any, only the number of cores would show. */
const LATENCY_MS = 10;

/** How long a whole run takes that is given fewer workers than it has projects. */
export const workers: Measurement = {
  name: 'workers',
  title: `A whole run by its number of workers, ${LATENCY_MS} ms for each answer`,
  isLong: true,
  run: async (repeat) => {
    const sides = WORKERS.map(
      (count) => [count, () => runBehindProxy(late(LATENCY_MS), [`--workers=${count}`])] as const,
    );
    const runs = await interleaved(repeat, Object.fromEntries(sides));
    return Object.entries(runs).map(([count, those]) => ({
      what: `--workers=${count}`,
      unit: 'seconds',
      values: secondsOf(those),
      objections: objectionsTo(those),
    }));
  },
};
