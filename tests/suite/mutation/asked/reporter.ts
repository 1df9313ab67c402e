import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { listVariants } from '../../../../fixtures/reference/faults/index.ts';
import { forgetAsked, readAsked, writePlan } from './files.ts';
import { planOf } from './plan.ts';

/** Plans, when every test has ended, which tests to run against which servers, and says how many that makes. */
export default class AskedReporter implements Reporter {
  #left = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.#left = suite.allTests().length;
    forgetAsked();
  }

  onTestEnd(test: TestCase): void {
    this.#left -= 1;
    if (test.outcome() === 'unexpected') this.#print(`failed: ${test.title}`);
  }

  onError(error: { message?: string }): void {
    this.#print(error.message ?? 'an error of the runner');
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const asked = readAsked();
    const plan = planOf(asked);
    writePlan(plan);
    const planned = new Set(
      Object.values(plan).flatMap(({ variants }) => (variants.length === 1 ? variants : [])),
    );
    const unasked = listVariants().flatMap(({ name }) => (planned.has(name) ? [] : name));
    const runs = Object.values(plan).reduce((sum, { tests }) => sum + tests.length, 0);
    this.#print(
      `${asked.size} tests, ${Object.keys(plan).length} servers: ${runs} runs of tests can tell them apart`,
    );
    if (unasked.length > 0) this.#print(`met by no test: ${unasked.join(', ')}`);
    return { status: this.#left === 0 ? status : 'failed' };
  }

  #print(line: string): void {
    process.stdout.write(`${line}\n`);
  }
}
