import { NULL_SERVERS, type NullServer } from '../../../../schemas/requirements/row.ts';
import { collectConformanceTests } from '../many/collected.ts';
import { declareAgainst } from '../many/declare.ts';
import { startNullTarget } from './target.ts';

/** The whole suite against each server that does nothing. */
const tests = await collectConformanceTests((kind) => startNullTarget(kind as NullServer));

await declareAgainst(new Map(NULL_SERVERS.map((kind) => [kind, tests])));
