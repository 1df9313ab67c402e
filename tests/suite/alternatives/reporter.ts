import type { FullConfig, FullResult, Reporter, Suite } from '@playwright/test/reporter';
import { outcomeOf } from '../../../reporters/collect.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import { judge } from '../../../reporters/verdicts.ts';

/** The variant in which nothing can be said of what somebody changed meanwhile. */
const CHANGING = 'workspace-changes-once';

/** Prints how each honest variant was judged, and fails the run when one was accused or could not be judged. */
export default class AlternativesReporter implements Reporter {
  #suite: Suite | undefined;
  #root = '';

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#root = config.rootDir;
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    const variants = this.#outcomes();
    let accused = 0;
    for (const [name, outcomes] of variants) {
      const verdicts = judge(outcomes).filter(({ outcomes: own }) => own.length > 0);
      const wrong = verdicts.filter(
        ({ row, verdict }) =>
          ('level' in row && row.level === 'MUST' && verdict === 'fail') ||
          (verdict === 'inconclusive' && name !== CHANGING),
      );
      const count = (verdict: string) => verdicts.filter((one) => one.verdict === verdict).length;
      process.stdout.write(
        `${wrong.length === 0 ? 'ok     ' : 'ACCUSED'} ${name}: ${count('pass')} pass, ${count('not-tested')} not tested, ${count('inconclusive')} inconclusive\n`,
      );
      for (const { row, verdict, reason, outcomes: own } of wrong)
        process.stdout.write(`    ${verdict} ${row.id}: ${reason || JSON.stringify(own[0]?.failure)}\n`);
      if (wrong.length > 0) accused += 1;
    }
    // "N passed, N failed": the form that tools look for.
    process.stdout.write(`alternatives: ${variants.size - accused} passed, ${accused} failed\n`);
    if (result.status === 'interrupted' || variants.size === 0) return { status: 'failed' };
    return { status: accused === 0 ? 'passed' : 'failed' };
  }

  #outcomes(): Map<string, TestOutcome[]> {
    const variants = new Map<string, TestOutcome[]>();
    for (const test of this.#suite?.allTests() ?? []) {
      const name = test.parent.title;
      variants.set(name, [...(variants.get(name) ?? []), ...[outcomeOf(test, this.#root) ?? []].flat()]);
    }
    return variants;
  }
}
