import { listAlternatives } from '../../../fixtures/reference/faults.ts';
import { startReference } from '../../../fixtures/reference/server.ts';
import { collectConformanceTests } from '../many/collected.ts';
import { declareAgainst } from '../many/declare.ts';

/** The whole suite against the embedded target in each of its honest variants. */
const tests = await collectConformanceTests((variant) => startReference({ alternatives: [variant] }));

for (const { name } of listAlternatives()) await declareAgainst(name, tests);
