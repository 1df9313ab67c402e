import { listFaults } from '../../../fixtures/reference/faults.ts';
import { startReference } from '../../../fixtures/reference/server.ts';
import { collectConformanceTests, judgedBy } from '../many/collected.ts';
import { declareAgainst } from '../many/declare.ts';

/** The embedded target shows at once what a call changed. */
const LAG = { TARGET_LAG_MS: '0' };

/** For every fault of the embedded target: the tests of the requirement that it breaks, against a target with it. */
const tests = await collectConformanceTests(async (fault) => {
  const { settings, close } = await startReference({ faults: [fault] });
  return { settings: { ...settings, ...LAG }, close };
});

await declareAgainst(
  new Map(listFaults().map(({ name, breaks }) => [name, tests.filter((test) => judgedBy(test) === breaks)])),
);
