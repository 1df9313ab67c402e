import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { listFaults } from '../../../fixtures/reference/faults.ts';
import { outcomeOf } from '../../../reporters/collect.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
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
    if (this.#done % 50 === 0)
      process.stdout.write(`${this.#done}/${this.#suite?.allTests().length} ${this.#faultOf(test)}\n`);
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    const outcomes = this.#outcomes();
    const survivors = [...outcomes].filter(([fault, ended]) => this.#verdict(fault, ended) !== 'fail');
    for (const [fault, ended] of survivors) {
      const how = ended.map(({ status, reason }) => `${status} ${reason}`.trim()).join('; ');
      process.stdout.write(`survived: ${fault} breaks ${this.#breaks.get(fault)}: ${how}\n`);
    }
    // "N passed, N failed": the form that tools look for.
    process.stdout.write(`mutants: ${outcomes.size - survivors.length} passed, ${survivors.length} failed\n`);
    if (result.status === 'interrupted' || outcomes.size === 0) return { status: 'failed' };
    return { status: survivors.length === 0 ? 'passed' : 'failed' };
  }

  #faultOf(test: TestCase): string {
    return test.parent.title;
  }

  /** How the tests of each fault ended. */
  #outcomes(): Map<string, TestOutcome[]> {
    const outcomes = new Map<string, TestOutcome[]>();
    for (const test of this.#suite?.allTests() ?? []) {
      const fault = this.#faultOf(test);
      outcomes.set(fault, [...(outcomes.get(fault) ?? []), ...[outcomeOf(test, this.#root) ?? []].flat()]);
    }
    return outcomes;
  }

  /** The verdict of the requirement that the fault breaks. */
  #verdict(fault: string, outcomes: readonly TestOutcome[]): string | undefined {
    return judge(outcomes).find(({ row }) => row.id === this.#breaks.get(fault))?.verdict;
  }
}
