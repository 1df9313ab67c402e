import { collectConformanceTests, judgedBy } from '../collect.ts';
import { declareAgainst } from '../declare.ts';
import { startMangledTarget } from '../null-targets/mangled-target.ts';
import { MANGLINGS, type Mangling } from '../null-targets/manglings.ts';

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
