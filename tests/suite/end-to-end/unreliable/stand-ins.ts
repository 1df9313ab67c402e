import { type OwnAnswer, page, text } from '../../support/proxy/treatment.ts';
import { during, type Mode } from './mode.ts';

/** Well within a run, and after the set-up. */
const BEGINS_AT = 1_000;
const SECONDS = 8;

const json = (status: number, message: string): OwnAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
});

const forSomeTime = (name: string, does: string, answer: OwnAnswer): Mode => ({
  name,
  does: `For ${SECONDS} seconds ${does}`,
  expected: 'conformant',
  treat: during(BEGINS_AT, SECONDS * 1_000, answer),
});

/** What answers everything in place of a target that is away, as if it were the target. */
export const STAND_INS: readonly Mode[] = [
  forSomeTime(
    'no-route',
    'a router knows no route, and says 404 in a text.',
    text(404, 'default backend - 404'),
  ),
  forSomeTime(
    'no-route-json',
    'a router knows no route, and says 404 in JSON.',
    json(404, 'no Route matched'),
  ),
  forSomeTime('only-500', 'everything is answered with 500.', json(500, 'Internal error')),
  forSomeTime(
    'maintenance-page',
    'everything is answered with a page, and 200.',
    page(200, 'Down for maintenance'),
  ),
  forSomeTime('all-blocked', 'a firewall answers 403 to everything.', json(403, 'Forbidden')),
  forSomeTime(
    'no-sign-in',
    'what looks credentials up is away: 401 is answered to everything.',
    json(401, 'Unauthorized'),
  ),
];
