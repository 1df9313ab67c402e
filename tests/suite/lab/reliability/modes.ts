import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { CREDENTIAL_SETTINGS, type Settings } from '../../../../fixtures/target/settings.ts';
import { own, page, type Treat, text } from '../../support/proxy.ts';
import {
  always,
  asHttp10,
  awayFrom,
  cutAsWhole,
  cutBeforeLastChunk,
  cutByConnection,
  dropped,
  during,
  fewAtATime,
  json,
  limited,
  type Mode,
  sometimes,
  withBody,
  withText,
} from './mode.ts';

const WITHOUT_LENGTH: Treat = ({ method, contentLength }) =>
  /^(DELETE|PATCH|POST|PUT)$/.test(method) && contentLength === undefined
    ? { instead: own(page(411, 'Length Required')) }
    : undefined;

/** Right answers in a form that is rarer than others; and what stands between spoils some answers, or answers itself. */
const OF_ANSWERS: readonly (readonly [name: string, does: string, treat: Mode['treat']])[] = [
  [
    'gzip',
    'Every answer is compressed with gzip.',
    always({ afterwards: withBody(gzipSync, { 'content-encoding': 'gzip' }) }),
  ],
  [
    'byte-order-mark',
    'Every JSON begins with a byte order mark.',
    always({ afterwards: withText((body) => `\uFEFF${body}`) }),
  ],
  [
    'http-1.0',
    'Every answer is HTTP/1.0: its body ends with the connection.',
    always({ afterwards: asHttp10 }),
  ],
  ['connection-closed', 'The connection is closed after every answer.', always({ closes: true })],
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
  [
    'lost-routes',
    'A proxy that reads its routes anew answers 1 % of the requests with 404, and a text or a page.',
    sometimes(
      0.01,
      { instead: own(text(404, 'default backend - 404')) },
      { instead: own(page(404, 'Not Found')) },
    ),
  ],
  [
    'single-500',
    '1 % of the requests are answered with 500, before or after the target acted.',
    sometimes(
      0.01,
      { instead: own(json(500, { message: 'Internal error' })) },
      { afterwards: own(page(500, 'Internal Server Error')) },
    ),
  ],
];

/** Paths whose answers the interface shows. Anything may be an answer of the others. */
const SHOWN =
  /\/(workspace|generate-session|deployments)(\?|$)|\/embed-tenants\/[^/]+\/|\/scim\/v2\/(Users|Groups)/;
const MAINTENANCE = sometimes(0.01, { instead: own(json(200, { status: 'maintenance' })) })();

const spoilt = sometimes(
  0.03,
  { afterwards: dropped },
  { afterwards: cutByConnection },
  { afterwards: own(page(502, 'Bad Gateway')) },
  { instead: own(page(403, 'Request blocked')) },
  { instead: own(page(429, 'Too Many Requests', { 'retry-after': '1' })) },
  { instead: own(text(404, 'default backend - 404')) },
)();

/** How long a credential is taken: a run behind a network takes many times as long. */
const LIFETIME_MS = 15_000;
const ISSUER_KEY = 'of the issuer';
/** A credential as it is issued: with the time of its issue, and a seal that no other credential has. */
const ISSUED = /^(.*)\.(\d{13})\.([0-9a-f]{16})$/;

/** Passes on what was issued a short time ago, as the target knows it. Anything else reaches the target as it is. */
const takeFresh: Treat = ({ authorization }) => {
  const delay = { delayMs: 20 };
  const [, before, issuedAt = '', seal] = ISSUED.exec(authorization ?? '') ?? [];
  if (before === undefined) return delay;
  const sealed = `${before.replace(/^\S+ /, '')} ${issuedAt}`;
  if (seal !== createHmac('sha256', ISSUER_KEY).update(sealed).digest('hex').slice(0, 16)) return delay;
  const isFresh = Date.now() - Number(issuedAt) < LIFETIME_MS;
  return isFresh ? { ...delay, authorization: before } : { instead: own(json(401, { message: 'Expired' })) };
};

/** A command that prints a credential, issued now. */
const issuer = (credential: string): string =>
  `"${process.execPath}" -e "const t = String(Date.now()); console.log(process.argv[1] + '.' + t + '.' + ` +
  `require('crypto').createHmac('sha256', process.argv[2]).update(process.argv[1] + ' ' + t).digest('hex').slice(0, 16))" ` +
  `"${credential}" "${ISSUER_KEY}"`;

const issuers = (target: Settings): Record<string, string> =>
  Object.fromEntries(
    CREDENTIAL_SETTINGS.flatMap((setting) => {
      const credential = target[setting];
      return credential === undefined ? [] : [[`${setting}_COMMAND`, issuer(credential)]];
    }),
  );

/** Well within a run, and after the set-up. */
const [SOON, MIDWAY, LATE] = [500, 1_000, 2_000];
/** Where a limit of requests is, a whole run takes minutes: these tests send some hundreds of requests. */
const PART = { part: ['tests/embed-tenants', 'tests/platform'], limitSeconds: 400 };

/** A target that is far away, goes away, asks to wait, or is late. */
const OUTAGES: readonly (readonly [
  name: string,
  does: string,
  treat: Mode['treat'],
  more?: Partial<Mode>,
])[] = [
  ['latency', 'Every answer takes 40 ms.', always({ delayMs: 40 }), { limitSeconds: 900 }],
  [
    'bad-day',
    "Every answer takes 5 to 60 ms, and 3 % of the requests meet a reset, a cut body, a gateway's error, a firewall, a limit or a lost route.",
    () => (asked) => ({ delayMs: 5 + ((asked.chance * 1_000) % 1) * 55, ...spoilt(asked) }),
    { limitSeconds: 900 },
  ],
  [
    'expiring-credentials',
    `Every credential is taken for ${LIFETIME_MS / 1_000} seconds; a command prints a fresh one.`,
    () => takeFresh,
    // Plain HTTP does not lead through the proxy, which alone knows what was issued.
    { settings: issuers, limitSeconds: 600, hides: ['auth-https-only'] },
  ],
  [
    'maintenance-json',
    'JSON that tells of maintenance comes with 200 in place of 1 % of the answers whose fields the interface shows.',
    () => (asked) => (asked.method !== 'DELETE' && SHOWN.test(asked.path) ? MAINTENANCE(asked) : undefined),
  ],
  ['restart', 'The target restarts: for 5 seconds nobody takes a connection.', awayFrom(MIDWAY, 5_000)],
  [
    'one-of-two-away',
    'One of two replicas is replaced: for 8 seconds a gateway answers 502 to half of the requests.',
    during(MIDWAY, 8_000, page(502, 'Bad Gateway'), 0.5),
  ],
  [
    'death',
    'The target dies at half time, and does not come back.',
    awayFrom(LATE, Number.POSITIVE_INFINITY),
    {
      expected: {
        endsWith: /the target stopped answering after request \d+, and did not come back/,
        says: 'the target stopped answering after request …',
      },
      settings: () => ({ CONFORMANCE_PATIENCE: '10' }),
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
  [
    'rate-limit-of-whole-run',
    'The target takes 60 requests a second, and answers 429 without Retry-After beyond.',
    limited(60),
    { limitSeconds: 600 },
  ],
  [
    'busy-503',
    'The target takes 15 requests a second, and answers 503 with Retry-After beyond.',
    limited(15, 503, { 'retry-after': '1' }),
    PART,
  ],
  [
    'few-at-a-time',
    'The target answers 8 requests at a time, each in 30 ms, and 503 to those that come beside them.',
    fewAtATime,
  ],
  [
    'storm-of-429',
    'For 10 seconds the target answers 429 to everything.',
    during(SOON, 10_000, text(429, 'Too many requests')),
  ],
];

const TO_SLASH: Mode = {
  name: 'redirect-to-slash',
  does: 'Every address is answered with 301 to the same address with a slash at its end.',
  expected: { endsWith: /redirect|answers 301/i, says: 'one sentence about the redirect' },
  treat:
    () =>
    ({ path }) => {
      const headers = { location: path.replace(/\?|$/, '/$&'), 'content-type': 'text/html' };
      return { instead: own({ status: 301, headers, body: '' }) };
    },
  hidesAll: true,
};

/** Every mode, in the order of the table. */
export const MODES: readonly Mode[] = [
  ...OF_ANSWERS.map(([name, does, treat]) => ({ name, does, treat, isOfAnswers: true })),
  ...OUTAGES.map(([name, does, treat, more]) => ({ name, does, treat, ...more })),
  TO_SLASH,
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
