import { NULL_SERVERS, type NullServer } from '../../../../schemas/requirements/row.ts';
import { collectConformanceTests, declareAgainst } from '../declare.ts';
import { startNullTarget } from '../null-target.ts';

/** `npm test` judges these: what answers something else takes minutes, as each answer is asked for again before it counts. */
const QUICK: readonly string[] = ['empty page', '401', '404'];

/** Every test against each server that does nothing. */
const tests = await collectConformanceTests((kind) => startNullTarget(kind as NullServer));

await declareAgainst(new Map(NULL_SERVERS.map((kind) => [kind, tests])), {
  isSlow: (kind) => !QUICK.includes(kind),
});
