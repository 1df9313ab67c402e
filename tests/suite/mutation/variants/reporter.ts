import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { outcomeOf } from '../../../../reporters/collect.ts';
import type { TestOutcome } from '../../../../reporters/outcome.ts';
import { judge } from '../../../../reporters/verdicts.ts';
import { alone, together } from './servers.ts';

/** The variants in which nothing can be said of what somebody changed meanwhile. */
const CHANGING = ['workspace-changes-once', 'workspace-changes-constantly', 'workspace-grows'];

/** Prints how each honest server was judged, and fails the run when one was accused or could not be judged. */
export default class VariantsReporter implements Reporter {
  readonly #variants = new Map([...alone(), ...together()]);
  readonly #left = new Map<string, number>();
  readonly #outcomes = new Map<string, TestOutcome[]>();
  #root = '';
  #passed = 0;
  #failed = 0;

  onBegin({ rootDir }: FullConfig, suite: Suite): void {
    this.#root = rootDir;
    for (const { parent } of suite.allTests())
      this.#left.set(parent.title, (this.#left.get(parent.title) ?? 0) + 1);
  }

  onTestEnd(test: TestCase): void {
    const { title } = test.parent;
    const outcomes = this.#outcomes.get(title) ?? [];
    outcomes.push(...[outcomeOf(test, this.#root) ?? []].flat());
    this.#outcomes.set(title, outcomes);
    const left = (this.#left.get(title) ?? 0) - 1;
    this.#left.set(title, left);
    if (left === 0) this.#tell(title, outcomes);
  }

  onError(error: { message?: string }): void {
    this.#print(error.message ?? 'an error of the runner');
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    // "N passed, N failed": the form that tools look for.
    this.#print(`variants: ${this.#passed} passed, ${this.#failed} failed`);
    const judged = this.#passed + this.#failed === this.#left.size && this.#left.size > 0;
    if (result.status === 'interrupted' || !judged) return { status: 'failed' };
    return { status: this.#failed === 0 ? 'passed' : 'failed' };
  }

  /** Judges one server, when all its tests have ended. */
  #tell(title: string, outcomes: readonly TestOutcome[]): void {
    const names = this.#variants.get(title) ?? [];
    const verdicts = judge(outcomes).filter(({ outcomes: own }) => own.length > 0);
    const wrong = verdicts.filter(
      ({ row, verdict }) =>
        ('level' in row && row.level === 'MUST' && verdict === 'fail') ||
        (verdict === 'inconclusive' && !CHANGING.some((one) => names.includes(one))),
    );
    const count = (verdict: string) => verdicts.filter((one) => one.verdict === verdict).length;
    const counts = ['pass', 'not-tested', 'inconclusive'].map((verdict) => `${count(verdict)} ${verdict}`);
    this.#print(`${wrong.length === 0 ? 'ok     ' : 'ACCUSED'} ${title}: ${counts.join(', ')}`);
    if (wrong.length === 0) {
      this.#passed += 1;
      return;
    }
    this.#failed += 1;
    this.#print(`    with ${names.join(', ')}`);
    for (const { row, verdict, reason, outcomes: own } of wrong)
      this.#print(
        `    ${verdict} ${row.id}: ${reason || JSON.stringify(own.find(({ failure }) => failure)?.failure)}`,
      );
  }

  #print(line: string): void {
    process.stdout.write(`${line}\n`);
  }
}
