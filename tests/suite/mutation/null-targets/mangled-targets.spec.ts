import { collectConformanceTests, judgedBy } from '../many/collected.ts';
import { declareAgainst } from '../many/declare.ts';
import { startMangledTarget } from './mangled-target.ts';
import { MANGLINGS, type Mangling } from './manglings.ts';

/** Against each server that answers as it should but for one kind of field: the tests that look at such answers. */
const tests = await collectConformanceTests((name) => startMangledTarget(MANGLINGS[name] as Mangling));

await declareAgainst(
  new Map(
    Object.entries(MANGLINGS).map(([name, mangling]) => [
      name,
      tests.filter((test) => mangling.judgedBy.test(judgedBy(test))),
    ]),
  ),
);
