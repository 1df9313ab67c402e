import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { listFaults } from '../../../fixtures/reference/faults.ts';
import { outcomeOf } from '../../../reporters/collect.ts';
import { judge } from '../../../reporters/verdicts.ts';

/** Prints which faults the suite caught, and fails the run when one survived. */
export default class MutantReporter implements Reporter {
  readonly #breaks = new Map(listFaults().map(({ name, breaks }) => [name, breaks]));
  #suite: Suite | undefined;
  #root = '';
  #done = 0;

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#root = config.rootDir;
  }

  onTestEnd(test: TestCase): void {
    this.#done += 1;
    const killed = this.#verdict(test) === 'fail';
    if (!killed || this.#done % 50 === 0) {
      process.stdout.write(
        `${this.#done}/${this.#suite?.allTests().length} ${this.#faultOf(test)}: ${killed ? 'killed' : 'SURVIVED'}\n`,
      );
    }
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    const tests = this.#suite?.allTests() ?? [];
    const survivors = tests.filter((test) => this.#verdict(test) !== 'fail');
    for (const test of survivors) {
      const outcome = outcomeOf(test, this.#root);
      process.stdout.write(
        `survived: ${this.#faultOf(test)} breaks ${outcome?.requirement}: ${outcome?.status} ${outcome?.reason}\n`,
      );
    }
    // "N passed, N failed": the form that tools look for.
    process.stdout.write(`mutants: ${tests.length - survivors.length} passed, ${survivors.length} failed\n`);
    if (result.status === 'interrupted' || tests.length === 0) return { status: 'failed' };
    return { status: survivors.length === 0 ? 'passed' : 'failed' };
  }

  #faultOf(test: TestCase): string {
    return test.parent.project()?.name ?? '';
  }

  /** The verdict of the requirement that the fault breaks. */
  #verdict(test: TestCase): string | undefined {
    const outcome = outcomeOf(test, this.#root);
    const breaks = this.#breaks.get(this.#faultOf(test));
    return judge(outcome ? [outcome] : []).find(({ row }) => row.id === breaks)?.verdict;
  }
}
