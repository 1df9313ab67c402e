import type { Report } from '../../../reporters/report.ts';
import { modeNamed } from '../end-to-end/unreliable/modes.ts';
import { verdictOf, withVerdict } from '../support/report-queries.ts';
import { runBehindProxy, secondsOf } from './behind-proxy.ts';
import { interleaved } from './interleaved.ts';
import type { Measurement } from './measurement.ts';
import { objectionsTo } from './objections.ts';

const MODE = 'rate-limit-of-whole-run';

/** In how many requirements two reports come to different verdicts. */
const differencesOf = (one: Report | undefined, other: Report | undefined): number =>
  (one?.requirements ?? []).filter(({ id, verdict }) => verdictOf(other, id) !== verdict).length;

/** Whether a target that bounds its requests is judged as one that does not. */
export const rateLimit: Measurement = {
  name: 'rate-limit',
  title: 'A whole run against a target that takes 60 requests a second, and answers 429 beyond',
  isLong: true,
  run: async (repeat) => {
    const runs = await interleaved(repeat, {
      free: () => runBehindProxy(() => undefined),
      limited: () => runBehindProxy(modeNamed(MODE).treat()),
    });
    const { free, limited } = runs;
    return [
      { what: 'without the limit', unit: 'seconds', values: secondsOf(free), objections: objectionsTo(free) },
      {
        what: 'with the limit',
        unit: 'seconds',
        values: secondsOf(limited),
        objections: objectionsTo(limited),
      },
      {
        what: 'inconclusive with the limit',
        unit: 'requirements',
        values: limited.map(({ report }) => withVerdict(report, 'inconclusive').length),
        limit: { atMost: 0 },
        objections: objectionsTo(limited),
      },
      {
        what: 'with another verdict than without the limit',
        unit: 'requirements',
        values: limited.map(({ report }, index) => differencesOf(free[index]?.report, report)),
        limit: { atMost: 0 },
      },
    ];
  },
};
