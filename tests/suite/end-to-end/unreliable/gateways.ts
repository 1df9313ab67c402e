import { own, page, reset, text } from '../../support/proxy/treatment.ts';
import { cutAsWhole, cutBeforeLastChunk, cutByConnection, dropped, emptied } from './answers.ts';
import { type Mode, sometimes } from './mode.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Paths whose answers the interface shows. Anything may be an answer of the others. */
const SHOWN_ANSWERS =
  /\/(workspace|generate-session|deployments)(\?|$)|\/embed-tenants\/[^/]+\/|\/scim\/v2\/(Users|Groups)/;

const MAINTENANCE = sometimes(0.01, {
  instead: own({ status: 200, headers: JSON_TYPE, body: '{"status":"maintenance"}' }),
});

/** What stands between a client and a target spoils some answers, or answers itself. */
export const GATEWAYS: readonly Mode[] = [
  {
    name: 'reset-after-acting',
    does: 'The connection is reset after the target acted, for 5 % of the requests.',
    expected: 'conformant',
    treat: () => sometimes(0.05, { afterwards: dropped }),
  },
  {
    name: 'gateway-errors',
    does: 'A gateway answers 502, 503 or 504 after the target acted, to 5 % of the requests.',
    expected: 'conformant',
    treat: () =>
      sometimes(
        0.05,
        { afterwards: own(page(502, 'Bad Gateway')) },
        { afterwards: own(text(503, 'upstream connect error')) },
        { afterwards: own(page(504, 'Gateway Time-out')) },
      ),
  },
  {
    name: 'cut-bodies',
    does: 'Of 2 % of the successes the body is cut: by the end of the connection, before the last chunk, or as if it were whole.',
    expected: 'conformant',
    treat: () =>
      sometimes(
        0.02,
        { afterwards: cutByConnection },
        { afterwards: cutBeforeLastChunk },
        { afterwards: cutAsWhole },
      ),
  },
  {
    name: 'empty-bodies',
    does: '2 % of the successes have an empty body.',
    expected: 'conformant',
    treat: () => sometimes(0.02, { afterwards: emptied }),
  },
  {
    name: 'web-pages',
    does: 'A page of a CDN, or of maintenance, comes with 200 in place of 1 % of the answers.',
    expected: 'conformant',
    treat: () =>
      sometimes(
        0.01,
        { instead: own(page(200, 'Checking your browser')) },
        { afterwards: own(page(200, 'Down for maintenance')) },
      ),
  },
  {
    name: 'maintenance-json',
    does: 'JSON that tells of maintenance comes with 200 in place of 1 % of the answers whose fields the interface shows.',
    expected: 'conformant',
    treat: () => (asked) =>
      asked.method !== 'DELETE' && SHOWN_ANSWERS.test(asked.path) ? MAINTENANCE(asked) : undefined,
  },
  {
    name: 'firewall',
    does: 'A firewall answers 1 % of the requests with 403, and a page, a text or JSON.',
    expected: 'conformant',
    treat: () =>
      sometimes(
        0.01,
        { instead: own(page(403, 'Request blocked')) },
        { instead: own(text(403, 'Access denied')) },
        { instead: own({ status: 403, headers: JSON_TYPE, body: '{"message":"Forbidden"}' }) },
      ),
  },
  {
    name: 'lost-routes',
    does: 'A proxy that reads its routes anew answers 1 % of the requests with 404, and a text or a page.',
    expected: 'conformant',
    treat: () =>
      sometimes(
        0.01,
        { instead: own(text(404, 'default backend - 404')) },
        { instead: own(page(404, 'Not Found')) },
      ),
  },
  {
    name: 'single-408',
    does: '1 % of the requests are answered with 408.',
    expected: 'conformant',
    treat: () => sometimes(0.01, { instead: own(text(408, 'Request Timeout')) }),
  },
  {
    name: 'single-500',
    does: '1 % of the requests are answered with 500, before or after the target acted.',
    expected: 'conformant',
    treat: () =>
      sometimes(
        0.01,
        { instead: own({ status: 500, headers: JSON_TYPE, body: '{"message":"Internal error"}' }) },
        { afterwards: own(page(500, 'Internal Server Error')) },
      ),
  },
  {
    name: 'cdn-errors',
    does: 'A CDN that does not reach the target answers 1 % of the requests with 520 to 527 and a page.',
    expected: 'conformant',
    treat: () =>
      sometimes(
        0.01,
        ...[520, 522, 524, 525].map((status) => ({ instead: own(page(status, 'Origin not reached')) })),
      ),
  },
  {
    name: 'captive-portal',
    does: 'A proxy that wants its user to sign in answers 1 % of the requests with 302 to another host, or with 511.',
    expected: 'not accused',
    treat: () =>
      sometimes(
        0.01,
        { instead: own(page(302, 'Sign in', { location: 'https://portal.example/' })) },
        { instead: own(page(511, 'Network Authentication Required')) },
      ),
  },
  {
    name: 'resets',
    does: 'The connection is reset for 30 % of the requests, before or after the target acted.',
    expected: 'not accused',
    treat: () => sometimes(0.3, { instead: reset }, { afterwards: dropped }),
    limitSeconds: 600,
  },
];
