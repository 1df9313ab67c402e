import { measureSuite } from '../support/measured-run.ts';
import { secondsOf } from './behind-proxy.ts';
import { withEmptySuite } from './empty-suite.ts';
import { interleaved } from './interleaved.ts';
import type { Measurement } from './measurement.ts';
import { objectionsTo } from './objections.ts';
import { ratios } from './spread.ts';

const LIMIT = { atMost: 1.6 };

/** The seconds that something takes. */
async function secondsFor(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
}

/** What the tests take beside the runner that runs them. */
export const emptyTests: Measurement = {
  name: 'empty-tests',
  title: 'The default run against the embedded target, over a run of as many empty tests',
  run: (repeat) =>
    withEmptySuite(async (runEmpty) => {
      const { runs, empty } = await interleaved(repeat, {
        runs: () => measureSuite({}),
        empty: () => secondsFor(() => runEmpty()),
      });
      const whole = secondsOf(runs);
      const objections = objectionsTo(runs);
      return [
        { what: 'the default run', unit: 'seconds', values: whole, objections },
        { what: 'as many empty tests', unit: 'seconds', values: empty },
        { what: 'one over the other', unit: 'times', values: ratios(whole, empty), limit: LIMIT, objections },
      ];
    }),
};
