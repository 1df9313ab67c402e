import { own, page, type Treat, text } from '../../support/proxy.ts';
import {
  always,
  asHttp10,
  awayFrom,
  cutAsWhole,
  cutBeforeLastChunk,
  cutByConnection,
  dropped,
  json,
  limited,
  type Mode,
  sometimes,
} from './mode.ts';

const WITHOUT_LENGTH: Treat = ({ method, contentLength }) =>
  /^(DELETE|PATCH|POST|PUT)$/.test(method) && contentLength === undefined
    ? { instead: own(page(411, 'Length Required')) }
    : undefined;

/** Right answers in a form that is rarer than others; and what stands between spoils some answers, or answers itself. */
const OF_ANSWERS: readonly (readonly [name: string, does: string, treat: Mode['treat']])[] = [
  [
    'http-1.0',
    'Every answer is HTTP/1.0: its body ends with the connection.',
    always({ afterwards: asHttp10 }),
  ],
  [
    'length-required',
    'A request that may have a body and does not say its length is answered 411, also where it has none.',
    () => WITHOUT_LENGTH,
  ],
  [
    'reset-after-acting',
    'The connection is reset after the target acted, for 5 % of the requests.',
    sometimes(0.05, { afterwards: dropped }),
  ],
  [
    'gateway-errors',
    'A gateway answers 502, 503 or 504 after the target acted, to 5 % of the requests.',
    sometimes(
      0.05,
      { afterwards: own(page(502, 'Bad Gateway')) },
      { afterwards: own(text(503, 'upstream connect error')) },
      { afterwards: own(page(504, 'Gateway Time-out')) },
    ),
  ],
  [
    'cut-bodies',
    'Of 2 % of the successes the body is cut: by the end of the connection, before the last chunk, or as if it were whole.',
    sometimes(
      0.02,
      { afterwards: cutByConnection },
      { afterwards: cutBeforeLastChunk },
      { afterwards: cutAsWhole },
    ),
  ],
  [
    'web-pages',
    'A page of a CDN, or of maintenance, comes with 200 in place of 1 % of the answers.',
    sometimes(
      0.01,
      { instead: own(page(200, 'Checking your browser')) },
      { instead: own(page(200, 'Down for maintenance')) },
    ),
  ],
  [
    'firewall',
    'A firewall answers 1 % of the requests with 403, and a page, a text or JSON.',
    sometimes(
      0.01,
      { instead: own(page(403, 'Request blocked')) },
      { instead: own(text(403, 'Access denied')) },
      { instead: own(json(403, { message: 'Forbidden' })) },
    ),
  ],
];

const spoilt = sometimes(
  0.03,
  { afterwards: dropped },
  { afterwards: cutByConnection },
  { afterwards: own(page(502, 'Bad Gateway')) },
  { instead: own(page(403, 'Request blocked')) },
  { instead: own(page(429, 'Too Many Requests', { 'retry-after': '1' })) },
  { instead: own(text(404, 'default backend - 404')) },
)();

/** Well within a run, and after the set-up. */
const [MIDWAY, LATE] = [1_000, 2_000];
/** Where a limit of requests is, a whole run takes minutes: these tests send some hundreds of requests. */
const PART = { part: ['tests/embed-tenants', 'tests/platform'], limitSeconds: 400 };

/** A target that is far away, goes away, asks to wait, or is late. */
const OUTAGES: readonly (readonly [
  name: string,
  does: string,
  treat: Mode['treat'],
  more?: Partial<Mode>,
])[] = [
  [
    'bad-day',
    "Every answer takes 5 to 60 ms, and 3 % of the requests meet a reset, a cut body, a gateway's error, a firewall, a limit or a lost route.",
    () => (asked) => ({ delayMs: 5 + ((asked.chance * 1_000) % 1) * 55, ...spoilt(asked) }),
    { limitSeconds: 900 },
  ],
  ['restart', 'The target restarts: for 5 seconds nobody takes a connection.', awayFrom(MIDWAY, 5_000)],
  [
    'death',
    'The target dies at half time, and does not come back.',
    awayFrom(LATE, Number.POSITIVE_INFINITY),
    {
      expected: {
        endsWith: /the target stopped answering after request \d+, and did not come back/,
        says: 'the target stopped answering after request …',
      },
      settings: { CONFORMANCE_PATIENCE: '10' },
      limitSeconds: 90,
      hidesAll: true,
    },
  ],
  [
    'rate-limit-with-retry-after',
    'The target takes 15 requests a second, and answers 429 with Retry-After beyond.',
    limited(15, 429, { 'retry-after': '1' }),
    PART,
  ],
];

/** Every mode, in the order of the table. */
export const MODES: readonly Mode[] = [
  ...OF_ANSWERS.map(([name, does, treat]) => ({ name, does, treat })),
  ...OUTAGES.map(([name, does, treat, more]) => ({ name, does, treat, ...more })),
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
