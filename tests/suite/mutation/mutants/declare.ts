import type { CollectedTest } from '../../../../fixtures/expect/running-test.ts';
import { listFaults, type NamedFault } from '../../../../fixtures/reference/faults/index.ts';
import { startReference } from '../../../../fixtures/reference/start.ts';
import { collectConformanceTests, judgedBy } from '../collect.ts';
import { declareAgainst, REQUIRED } from '../declare.ts';

/** The embedded target shows at once what a call changed. */
const LAG = { TARGET_LAG_MS: '0' };

/** What is not as usual about the tests that are declared. */
interface Options {
  /** Whether to run the tests of another requirement against a fault as well; they are not unless given. */
  includes?(fault: NamedFault, requirement: string): boolean;
}

/**
 * Declares tests against the embedded target with each of its faults: those of the requirement that the fault breaks, and
 * others that are to be included. Where nothing else is asked for, the first test that fails the requirement is the last one.
 */
export async function declareMutants(options: Options = {}): Promise<void> {
  const { includes } = options;
  const kills = new Kills();
  const tests = await collectConformanceTests(
    async (fault) => {
      kills.begin(fault);
      const { settings, close } = await startReference({ faults: [fault] });
      return { settings: { ...settings, ...LAG, ...REQUIRED }, close };
    },
    (requirement) => kills.note(requirement),
  );
  const testsOf = (fault: NamedFault): CollectedTest[] =>
    tests.filter((test) => judgedBy(test) === fault.breaks || includes?.(fault, judgedBy(test)));
  const testsByTarget = new Map(listFaults().map((fault) => [fault.name, testsOf(fault)]));
  const endsAtFirst = includes === undefined;
  await declareAgainst(testsByTarget, { isOver: (fault) => endsAtFirst && kills.has(fault) });
}

/** Which mutants were killed in this worker, which judges one after the other. */
class Kills {
  readonly #breaks = new Map(listFaults().map(({ name, breaks }) => [name, breaks]));
  readonly #killed = new Set<string>();
  #current = '';

  /** Notes which mutant is judged from now on. */
  begin(fault: string): void {
    this.#current = fault;
  }

  /** Notes a requirement that failed. */
  note(requirement: string): void {
    if (this.#breaks.get(this.#current) === requirement) this.#killed.add(this.#current);
  }

  has(fault: string): boolean {
    return this.#killed.has(fault);
  }
}
