import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { listFaults } from '../../../../fixtures/reference/faults/index.ts';
import { outcomeOf } from '../../../../reporters/collect.ts';
import type { TestOutcome } from '../../../../reporters/outcome.ts';
import { Progress } from '../many/progress.ts';
import { type Score, scoreOf, tableOf } from './score.ts';
import { readStrays, strayed, writeStrays } from './strays.ts';

const RESULT = fileURLToPath(new URL('../../../../test-results/mutants.json', import.meta.url));
/**
 * Prints which mutants the suite killed and by which requirement, writes the same as JSON, and fails the run when one
 * survived, was killed by the wrong requirement alone, or failed other requirements than those that are pinned.
 */
export default class MutantReporter implements Reporter {
  readonly #faults = new Map(listFaults().map((fault) => [fault.name, fault]));
  #suite: Suite | undefined;
  #config: FullConfig | undefined;
  #progress: Progress | undefined;

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#progress = new Progress(suite.allTests().length);
    this.#config = config;
  }

  onTestEnd(test: TestCase): void {
    this.#progress?.count(test);
  }

  onError(error: { message?: string }): void {
    this.#print(error.message ?? 'an error of the runner');
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    const scores = this.#scores();
    const missed = scores.filter(({ ending }) => ending !== 'killed');
    for (const { fault, breaks, ending, strays, how } of missed)
      this.#print(`${ending}: ${fault} breaks ${breaks}: ${[...strays, how].join('; ')}`);
    const astray = this.#astray(scores);
    for (const line of astray) this.#print(`strays: ${line}`);
    mkdirSync(dirname(RESULT), { recursive: true });
    writeFileSync(RESULT, `${JSON.stringify(scores, null, 2)}\n`);
    this.#print(`\n${tableOf(scores)}\n\n${relative(process.cwd(), RESULT)}`);
    const failed = new Set([
      ...missed.map(({ fault }) => fault),
      ...astray.map((line) => line.split(' ')[0]),
    ]);
    // "N passed, N failed": the form that tools look for.
    this.#print(`mutants: ${scores.length - failed.size} passed, ${failed.size} failed`);
    if (result.status === 'interrupted' || scores.length === 0) return { status: 'failed' };
    return { status: failed.size === 0 ? 'passed' : 'failed' };
  }

  /** Strays that are not as pinned; `-u` pins them as they are. */
  #astray(scores: readonly Score[]): string[] {
    const whole = this.#suite?.allTests().some((test) => test.titlePath().includes('whole.spec.ts'));
    const extent = whole ? 'whole' : 'own';
    if (['all', 'changed'].includes(this.#config?.updateSnapshots ?? '')) {
      writeStrays(extent, scores);
      return [];
    }
    const pinned = readStrays(extent);
    return scores.flatMap((score) => strayed(score, pinned) ?? []);
  }

  #scores(): Score[] {
    const outcomes = new Map<string, TestOutcome[]>();
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = outcomeOf(test, this.#config?.rootDir ?? '');
      const { title } = test.parent;
      if (outcome) outcomes.set(title, [...(outcomes.get(title) ?? []), outcome]);
    }
    return [...outcomes].flatMap(([name, ended]) => {
      const fault = this.#faults.get(name);
      return fault ? scoreOf(fault, ended) : [];
    });
  }

  #print(line: string): void {
    process.stdout.write(`${line}\n`);
  }
}
