import type { CollectedTest, Harness } from '../../../../fixtures/assertions/harness.ts';
import { listFaults, type NamedFault } from '../../../../fixtures/reference/faults/index.ts';
import { startReference } from '../../../../fixtures/reference/start.ts';
import { collectConformanceTests, judgedBy } from '../many/collected.ts';
import { declareAgainst } from '../many/declare.ts';

/** The embedded target shows at once what a call changed. */
const LAG = { TARGET_LAG_MS: '0' };

/**
 * Declares tests against the embedded target with each of its faults: those of the requirement that the fault breaks, and
 * others.
 *
 * @param goesOn - see {@link Harness}
 * @param others - whether to run a test, by its number, against a fault, whatever it judges
 */
export async function declareMutants(
  others: (fault: NamedFault, test: number) => boolean = () => false,
  goesOn?: Harness['goesOn'],
): Promise<void> {
  const tests = await collectConformanceTests(async (fault) => {
    const { settings, close } = await startReference({ faults: [fault] });
    return { settings: { ...settings, ...LAG }, close };
  }, goesOn);
  const testsOf = (fault: NamedFault): CollectedTest[] =>
    tests.filter((test, index) => judgedBy(test) === fault.breaks || others(fault, index));
  await declareAgainst(new Map(listFaults().map((fault) => [fault.name, testsOf(fault)])));
}
