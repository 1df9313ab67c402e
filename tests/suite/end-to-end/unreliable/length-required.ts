import { own, page } from '../../support/proxy/treatment.ts';
import type { Mode } from './mode.ts';

/** Methods whose requests may have a body. */
const MAY_HAVE_BODY = new Set(['DELETE', 'PATCH', 'POST', 'PUT']);

/** What stands before a target wants to know where a request ends. */
export const LENGTH_REQUIRED: Mode = {
  name: 'length-required',
  does: 'A request that may have a body and does not say its length is answered 411, also where it has none.',
  expected: 'conformant',
  treat:
    () =>
    ({ method, contentLength }) =>
      MAY_HAVE_BODY.has(method) && contentLength === undefined
        ? { instead: own(page(411, 'Length Required')) }
        : undefined,
};
