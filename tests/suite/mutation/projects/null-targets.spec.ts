import { NULL_SERVERS, type NullServer } from '../../../../schemas/requirements/row.ts';
import { collectConformanceTests } from '../collect.ts';
import { declareAgainst } from '../declare.ts';
import { startNullTarget } from '../null-targets/null-target.ts';

/** Every test against each server that does nothing. */
const tests = await collectConformanceTests((kind) => startNullTarget(kind as NullServer));

await declareAgainst(new Map(NULL_SERVERS.map((kind) => [kind, tests])));
