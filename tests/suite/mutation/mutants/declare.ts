import type { CollectedTest, Harness } from '../../../../fixtures/assertions/harness.ts';
import { listFaults, type NamedFault } from '../../../../fixtures/reference/faults/index.ts';
import { startReference } from '../../../../fixtures/reference/start.ts';
import { collectConformanceTests, judgedBy } from '../collect.ts';
import { declareAgainst } from '../declare.ts';

/** The embedded target shows at once what a call changed. */
const LAG = { TARGET_LAG_MS: '0' };

/** What is not as usual about the tests that are declared. */
interface Options {
  /** Whether to run the tests of another requirement against a fault as well; they are not unless given. */
  includes?(fault: NamedFault, requirement: string): boolean;
  readonly goesOn?: Harness['goesOn'];
}

/**
 * Declares tests against the embedded target with each of its faults: those of the requirement that the fault breaks, and
 * others that are to be included.
 */
export async function declareMutants({ includes, goesOn }: Options = {}): Promise<void> {
  const tests = await collectConformanceTests(async (fault) => {
    const { settings, close } = await startReference({ faults: [fault] });
    return { settings: { ...settings, ...LAG }, close };
  }, goesOn);
  const testsOf = (fault: NamedFault): CollectedTest[] =>
    tests.filter((test) => judgedBy(test) === fault.breaks || includes?.(fault, judgedBy(test)));
  await declareAgainst(new Map(listFaults().map((fault) => [fault.name, testsOf(fault)])));
}
