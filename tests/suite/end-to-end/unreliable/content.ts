import type { ServerResponse } from 'node:http';
import type { Treat } from '../../support/proxy/proxy.ts';
import { type Answer, own } from '../../support/proxy/treatment.ts';
import { asItIs, withText } from './answers.ts';
import { endlessLists } from './endless-lists.ts';
import type { Mode } from './mode.ts';

const DEPTH = 10_000;
const NESTED = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
const LARGE_BYTES = 100 * 1024 * 1024;
const BLANKS = Buffer.alloc(64 * 1024, ' ');
const [SHARE_LARGE, TRICKLES_AT, TRICKLE_MS] = [0.002, 500, 500];

/** Begins a terminal sequence, an element, a command of a shell and one of a CI server. */
const HOSTILE_NAME =
  '\u001b[2J\u001b]8;;https://x.example\u0007<script>alert(1)</script> $(touch x) `id` ;\'"|\n::error::x';

/** Texts that targets choose freely, and that no test compares. */
const withHostileNames = withText((json) =>
  json
    .replaceAll(/"(firstName|region)":"[^"]*"/g, (_, name) => `"${name}":${JSON.stringify(HOSTILE_NAME)}`)
    .replaceAll('"name":"Production"', () => `"name":${JSON.stringify(HOSTILE_NAME)}`),
);

/** Sends blanks after the JSON: it stays the same value. */
function lengthened(bytes: number) {
  return (response: ServerResponse, answer: Answer): void => {
    if (!/json/.test(answer.headers['content-type'] ?? '')) {
      asItIs(response, answer);
      return;
    }
    const { 'content-length': _, ...headers } = answer.headers;
    response.writeHead(answer.status, headers);
    response.write(answer.body);
    let left = bytes;
    const next = (): void => {
      if (response.destroyed) return;
      left -= BLANKS.length;
      if (left <= 0) response.end();
      else response.write(BLANKS, () => setImmediate(next));
    };
    next();
  };
}

/** Sends a blank now and then, without end. */
function trickle(response: ServerResponse, { status, headers }: Answer): void {
  const { 'content-length': _, ...others } = headers;
  response.writeHead(status, others);
  const timer = setInterval(() => response.write(' '), TRICKLE_MS);
  response.once('close', () => clearInterval(timer));
}

/** Successes and errors lead to the same address with a slash, and that to the first. */
const redirected: Treat = ({ path }) => {
  const [before = '', query] = path.split('?');
  const location = `${before}/${query === undefined ? '' : `?${query}`}`;
  return { instead: own({ status: 301, headers: { location, 'content-type': 'text/html' }, body: '' }) };
};

/** What a target sends, or leads to, is more than most clients are made for. */
export const CONTENT: readonly Mode[] = [
  {
    name: 'endless-lists',
    does: 'Every list goes on for ever, with new cursors and new records, in no order.',
    expected: 'ends',
    treat: endlessLists,
    limitSeconds: 600,
    hidesAll: true,
  },
  {
    name: 'nested-json',
    does: `The first record of each list has a field with JSON that is nested ${DEPTH.toLocaleString('en')} deep; one of SCIM in its meta.`,
    expected: 'conformant',
    treat: () => () => ({
      afterwards: withText((json) =>
        json.replace(/"items":\[\{|"Resources":\[\{.*?"meta":\{/, `$&"x":${NESTED},`),
      ),
    }),
    limitSeconds: 360,
  },
  {
    name: 'hostile-names',
    does: 'Names hold terminal escapes, markup, and what shells and CI servers act on.',
    expected: 'conformant',
    treat: () => () => ({ afterwards: withHostileNames }),
  },
  {
    name: 'redirect-to-slash',
    does: 'Every address is answered with 301 to the same address with a slash at its end.',
    expected: { endsWith: /redirect|answers 301/i, says: 'one sentence about the redirect' },
    treat: () => redirected,
    hidesAll: true,
  },
  {
    name: 'large-bodies',
    does: 'The body of 0.2 % of the answers has 100 MiB.',
    expected: 'not accused',
    treat:
      () =>
      ({ chance }) =>
        chance < SHARE_LARGE ? { afterwards: lengthened(LARGE_BYTES) } : undefined,
    limitSeconds: 360,
  },
  {
    name: 'endless-bodies',
    does: 'The body of 0.2 % of the answers has no end.',
    expected: 'not accused',
    treat:
      () =>
      ({ chance }) =>
        chance < SHARE_LARGE ? { afterwards: lengthened(Number.POSITIVE_INFINITY) } : undefined,
    limitSeconds: 360,
  },
  {
    name: 'trickle',
    does: 'One body comes as a blank every half second, without end.',
    expected: 'not accused',
    treat:
      () =>
      ({ before }) =>
        before === TRICKLES_AT ? { afterwards: trickle } : undefined,
  },
];
