import { late, runBehindProxy, secondsOf } from './behind-proxy.ts';
import { interleaved } from './interleaved.ts';
import type { Limit, Measurement } from './measurement.ts';
import { objectionsTo } from './objections.ts';

/** How long each answer takes, in milliseconds, and the longest that a run may take then, in seconds. */
const DELAYS: Readonly<Record<string, Limit | undefined>> = {
  '0': undefined,
  '10': undefined,
  '40': { atMost: 45 },
  '100': { atMost: 90 },
};

/** How long a whole run takes against a target that is far away. */
export const latency: Measurement = {
  name: 'latency',
  title: 'A whole run, by the time that the target takes for each answer',
  isLong: true,
  run: async (repeat) => {
    const sides = Object.keys(DELAYS).map((ms) => [ms, () => runBehindProxy(late(Number(ms)))] as const);
    const runs = await interleaved(repeat, Object.fromEntries(sides));
    return Object.entries(runs).map(([ms, those]) => {
      const limit = DELAYS[ms];
      return {
        what: `${ms} ms for each answer`,
        unit: 'seconds',
        values: secondsOf(those),
        ...(limit ? { limit } : {}),
        objections: objectionsTo(those),
      };
    });
  },
};
