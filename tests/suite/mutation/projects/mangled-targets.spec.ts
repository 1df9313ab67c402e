import { collectConformanceTests, declareAgainst, judgedBy } from '../declare.ts';
import { MANGLINGS, type Mangling, startMangledTarget } from '../manglings.ts';

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
