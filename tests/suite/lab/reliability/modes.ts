import { page, reset, type Treat, text } from '../../support/proxy.ts';
import {
  asHttp10,
  awayFrom,
  cutAsWhole,
  cutBeforeLastChunk,
  cutByConnection,
  limited,
  sometimes,
} from './treatments.ts';

/** One way in which a network, a gateway or a target is unreliable. */
export interface Mode {
  readonly name: string;
  /** What happens, as the table says it. */
  readonly does: string;
  /** How a run behind it is treated: called anew for each run. */
  readonly treat: () => Treat;
  /**
   * The sentence with which a run ends early, told once: nothing can be judged, and nothing fails. Without it all is verified, and the
   * run exits 0.
   */
  readonly ends?: { readonly sentence: RegExp; readonly says: string };
  /** Settings of the run, beside those of the target. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The part of the tests that is run, where a whole run would take too long; all of them unless given. */
  readonly part?: readonly string[];
  /** The longest that a run may take, in seconds; LIMIT_SECONDS unless given. */
  readonly limitSeconds?: number;
}

/** The longest that a run may take unless its mode says so: far more than one without disturbance takes, on a busy machine too. */
export const LIMIT_SECONDS = 300;

const WITHOUT_LENGTH: Treat = ({ method, contentLength }) =>
  /^(DELETE|PATCH|POST|PUT)$/.test(method) && contentLength === undefined
    ? { instead: page(411, 'Length Required') }
    : undefined;

const spoilt = sometimes(
  0.03,
  { afterwards: reset },
  { afterwards: cutByConnection },
  { afterwards: page(502, 'Bad Gateway') },
  { instead: page(403, 'Request blocked') },
  { instead: page(429, 'Too Many Requests', { 'retry-after': '1' }) },
  { instead: text(404, 'default backend - 404') },
)();

/** Every mode, in the order of the table. */
export const MODES: readonly Mode[] = [
  {
    name: 'http-1.0',
    does: 'Every answer is HTTP/1.0: its body ends with the connection.',
    treat: () => () => ({ afterwards: asHttp10 }),
  },
  {
    name: 'length-required',
    does: 'A request that may have a body and does not say its length is answered 411, also where it has none.',
    treat: () => WITHOUT_LENGTH,
  },
  {
    name: 'reset-after-acting',
    does: 'The connection is reset after the target acted, for 5 % of the requests.',
    treat: sometimes(0.05, { afterwards: reset }),
  },
  {
    name: 'gateway-errors',
    does: 'A gateway answers 502, 503 or 504 after the target acted, to 5 % of the requests.',
    treat: sometimes(
      0.05,
      { afterwards: page(502, 'Bad Gateway') },
      { afterwards: text(503, 'upstream connect error') },
      { afterwards: page(504, 'Gateway Time-out') },
    ),
  },
  {
    name: 'cut-bodies',
    does: 'Of 2 % of the successes the body is cut: by the end of the connection, before the last chunk, or as if it were whole.',
    treat: sometimes(
      0.02,
      { afterwards: cutByConnection },
      { afterwards: cutBeforeLastChunk },
      { afterwards: cutAsWhole },
    ),
  },
  {
    name: 'web-pages',
    does: 'A page of a CDN, or of maintenance, comes with 200 in place of 1 % of the answers.',
    treat: sometimes(
      0.01,
      { instead: page(200, 'Checking your browser') },
      { instead: page(200, 'Down for maintenance') },
    ),
  },
  {
    name: 'firewall',
    does: 'A firewall answers 1 % of the requests with 403, and a page, a text or JSON.',
    treat: sometimes(
      0.01,
      { instead: page(403, 'Request blocked') },
      { instead: text(403, 'Access denied') },
      { instead: text(403, '{"message":"Forbidden"}', 'application/json') },
    ),
  },
  {
    name: 'bad-day',
    does: "Every answer takes 5 to 60 ms, and 3 % of the requests meet a reset, a cut body, a gateway's error, a firewall, a limit or a lost route.",
    treat: () => (asked) => ({ delayMs: 5 + ((asked.chance * 1_000) % 1) * 55, ...spoilt(asked) }),
    limitSeconds: 900,
  },
  {
    name: 'restart',
    does: 'The target restarts: for 5 seconds nobody takes a connection.',
    treat: awayFrom(1_000, 5_000),
  },
  {
    name: 'death',
    does: 'The target dies at half time, and does not come back.',
    treat: awayFrom(2_000, Number.POSITIVE_INFINITY),
    ends: {
      sentence: /the target stopped answering after request \d+, and did not come back/,
      says: 'the target stopped answering after request …',
    },
    settings: { CONFORMANCE_PATIENCE: '10' },
    limitSeconds: 90,
  },
  {
    name: 'rate-limit-with-retry-after',
    does: 'The target takes 15 requests a second, and answers 429 with Retry-After beyond.',
    treat: limited(15),
    // A whole run takes minutes: these tests send some hundreds of requests.
    part: ['tests/embed-tenants', 'tests/platform'],
    limitSeconds: 400,
  },
];

/**
 * The mode of a name.
 *
 * @throws Error when there is none: it names all of them
 */
export function modeNamed(name: string): Mode {
  const mode = MODES.find((one) => one.name === name);
  if (!mode) throw new Error(`--mode=${name}: there are ${MODES.map((one) => one.name).join(', ')}.`);
  return mode;
}
