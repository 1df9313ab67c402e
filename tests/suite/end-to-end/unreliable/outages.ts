import type { Treat } from '../../support/proxy/proxy.ts';
import { own, page, reset, text } from '../../support/proxy/treatment.ts';
import { during, type Mode } from './mode.ts';

/** Well within a run, and after the set-up. */
const [RESTART_AT, DEATH_AT, STORM_AT, LATE_AT] = [1_000, 2_000, 500, 500];
const [AWAY_MS, REPLACED_MS] = [5_000, 8_000];
const STORM_MS = 10_000;
const LATE_MS = 35_000;

const PER_SECOND = 15;
/** A limit that a whole run can be made within. */
const MANY_PER_SECOND = 60;
/** Where a limit of requests is, a whole run takes minutes: these tests send some hundreds of requests. */
const PART = ['tests/embed-tenants', 'tests/platform'];

/** Nobody takes a connection from some request on, for so long. */
const awayFrom = (request: number, awayMs: number) => (): Treat => {
  let isOver = false;
  return ({ before }) => {
    if (isOver || before < request) return undefined;
    isOver = true;
    return { awayMs };
  };
};

/** Answers 429, or another status, beyond so many requests in each second. */
const limited =
  (retryAfter: Record<string, string>, status = 429, perSecond = PER_SECOND) =>
  (): Treat => {
    let second = 0;
    let inSecond = 0;
    return ({ atMs }) => {
      const now = Math.floor(atMs / 1_000);
      if (now !== second) [second, inSecond] = [now, 0];
      inSecond += 1;
      return inSecond > perSecond ? { instead: own(page(status, 'Too much', retryAfter)) } : undefined;
    };
  };

/** How many requests a small target answers at a time, and how long each takes. */
const [AT_A_TIME, ANSWER_MS] = [8, 30];

/** Answers a number of requests at a time, and 503 to those that come beside them. */
const few = (): Treat => {
  let endings: number[] = [];
  return ({ atMs }) => {
    endings = endings.filter((ending) => ending > atMs);
    if (endings.length >= AT_A_TIME) return { instead: own(text(503, 'no server is available')) };
    endings.push(atMs + ANSWER_MS);
    return { delayMs: ANSWER_MS };
  };
};

/** A target that goes away, asks to wait, or is late. */
export const OUTAGES: readonly Mode[] = [
  {
    name: 'restart',
    does: 'The target restarts: for 5 seconds nobody takes a connection.',
    expected: 'conformant',
    treat: awayFrom(RESTART_AT, AWAY_MS),
  },
  {
    name: 'one-of-two-away',
    does: `One of two replicas is replaced: for ${REPLACED_MS / 1_000} seconds a gateway answers 502 to half of the requests.`,
    expected: 'conformant',
    treat: during(RESTART_AT, REPLACED_MS, page(502, 'Bad Gateway'), 0.5),
  },
  {
    name: 'death',
    does: 'The target dies at half time, and does not come back.',
    expected: {
      endsWith: /the target stopped answering after request \d+, and did not come back/,
      says: 'the target stopped answering after request …',
    },
    treat: awayFrom(DEATH_AT, Number.POSITIVE_INFINITY),
    settings: { CONFORMANCE_PATIENCE: '10' },
    limitSeconds: 90,
    hidesAll: true,
  },
  {
    name: 'rate-limit-with-retry-after',
    does: `The target takes ${PER_SECOND} requests a second, and answers 429 with Retry-After beyond.`,
    expected: 'conformant',
    treat: limited({ 'retry-after': '1' }),
    part: PART,
    limitSeconds: 400,
  },
  {
    name: 'rate-limit',
    does: `The target takes ${PER_SECOND} requests a second, and answers 429 without Retry-After beyond.`,
    expected: 'conformant',
    treat: limited({}),
    part: PART,
    limitSeconds: 400,
  },
  {
    name: 'rate-limit-of-whole-run',
    does: `The target takes ${MANY_PER_SECOND} requests a second, and answers 429 without Retry-After beyond.`,
    expected: 'conformant',
    treat: limited({}, 429, MANY_PER_SECOND),
    limitSeconds: 600,
  },
  {
    name: 'busy-503',
    does: `The target takes ${PER_SECOND} requests a second, and answers 503 with Retry-After beyond.`,
    expected: 'conformant',
    treat: limited({ 'retry-after': '1' }, 503),
    part: PART,
    limitSeconds: 400,
  },
  {
    name: 'few-at-a-time',
    does: `The target answers ${AT_A_TIME} requests at a time, each in ${ANSWER_MS} ms, and 503 to those that come beside them.`,
    expected: 'conformant',
    treat: few,
  },
  {
    name: 'storm-of-429',
    does: 'For 10 seconds the target answers 429 to everything.',
    expected: 'conformant',
    treat: during(STORM_AT, STORM_MS, text(429, 'Too many requests')),
  },
  {
    name: 'late-answer',
    does: 'One answer comes 35 seconds late.',
    expected: 'conformant',
    treat:
      () =>
      ({ before }) =>
        before === LATE_AT ? { delayMs: LATE_MS } : undefined,
  },
  {
    name: 'flood-of-resets',
    does: 'Every connection is reset from some request on, though the target takes connections.',
    expected: {
      endsWith: /the target stopped answering after request \d+, and did not come back/,
      says: 'the target stopped answering after request …',
    },
    treat:
      () =>
      ({ before }) =>
        before >= DEATH_AT ? { instead: reset } : undefined,
    settings: { CONFORMANCE_PATIENCE: '10' },
    limitSeconds: 90,
    hidesAll: true,
  },
];
