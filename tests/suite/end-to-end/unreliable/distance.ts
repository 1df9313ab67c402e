import { own, page, text } from '../../support/proxy/treatment.ts';
import { cutByConnection, dropped } from './answers.ts';
import { type Mode, sometimes } from './mode.ts';

const LATENCY_MS = 40;
/** The quickest and the slowest of answers whose time differs. */
const [FAST_MS, SLOW_MS] = [5, 60];
const LIMIT_SECONDS = 900;

const spoiled = sometimes(
  0.03,
  { afterwards: dropped },
  { afterwards: cutByConnection },
  { afterwards: own(page(502, 'Bad Gateway')) },
  { instead: own(page(403, 'Request blocked')) },
  { instead: own(page(429, 'Too Many Requests', { 'retry-after': '1' })) },
  { instead: own(text(404, 'default backend - 404')) },
);

/** A target that is far away. */
export const DISTANCE: readonly Mode[] = [
  {
    name: 'latency',
    does: `Every answer takes ${LATENCY_MS} ms.`,
    expected: 'conformant',
    treat: () => () => ({ delayMs: LATENCY_MS }),
    limitSeconds: LIMIT_SECONDS,
  },
  {
    name: 'bad-day',
    does: `Every answer takes ${FAST_MS} to ${SLOW_MS} ms, and 3 % of the requests meet a reset, a cut body, a gateway's error, a firewall, a limit or a lost route.`,
    expected: 'conformant',
    treat: () => (asked) => ({
      delayMs: FAST_MS + ((asked.chance * 1_000) % 1) * (SLOW_MS - FAST_MS),
      ...spoiled(asked),
    }),
    limitSeconds: LIMIT_SECONDS,
  },
];
