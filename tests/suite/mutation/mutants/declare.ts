import { listFaults, type NamedFault } from '../../../../fixtures/reference/faults/index.ts';
import { startReference } from '../../../../fixtures/reference/start.ts';
import type { CollectedTest } from '../../../../fixtures/session/collected-tests.ts';
import { collectConformanceTests, judgedBy } from '../collect.ts';
import { declareAgainst } from '../declare.ts';

/** The embedded target shows at once what a call changed. */
const LAG = { TARGET_LAG_MS: '0' };

/**
 * Declares tests against the embedded target with each of its faults: those of the requirement that the fault breaks, and
 * others.
 *
 * @param includes - whether to run the tests of another requirement against a fault as well
 */
export async function declareMutants(
  includes: (fault: NamedFault, requirement: string) => boolean = () => false,
): Promise<void> {
  const tests = await collectConformanceTests(async (fault) => {
    const { settings, close } = await startReference({ faults: [fault] });
    return { settings: { ...settings, ...LAG }, close };
  });
  const testsOf = (fault: NamedFault): CollectedTest[] =>
    tests.filter((test) => judgedBy(test) === fault.breaks || includes(fault, judgedBy(test)));
  await declareAgainst(new Map(listFaults().map((fault) => [fault.name, testsOf(fault)])));
}
