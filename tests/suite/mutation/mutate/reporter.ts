import { relative } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { listFaults } from '../../../../fixtures/reference/faults/index.ts';
import { outcomeOf } from '../../../../reporters/collect.ts';
import { Progress } from '../many/progress.ts';
import { metBy, neededFor, OVERLOOKED, type Sighting } from './needed.ts';
import { ROOT, sites } from './sites.ts';

/**
 * Prints the assertions that no mutant needs: whatever they notice, another assertion notices, too. Fails the run when there
 * are any. A run of some mutants judges the assertions that those made fail.
 */
export default class NeededReporter implements Reporter {
  readonly #breaks = new Map(listFaults().map(({ name, breaks }) => [name, breaks]));
  #suite: Suite | undefined;
  #progress: Progress | undefined;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#progress = new Progress(suite.allTests().length);
  }

  onTestEnd(test: TestCase): void {
    this.#progress?.count(test);
  }

  onError(error: { message?: string }): void {
    this.#print(error.message ?? 'an error of the runner');
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    const all = sites();
    const sightings = this.#sightings();
    const judged = sightings.length === this.#breaks.size ? new Set(all) : metBy(sightings, all);
    const needed = neededFor(sightings, all);
    const idle = [...judged].filter((site) => !needed.has(site));
    for (const { file, line, text } of idle)
      this.#print(`no fault needs it: ${relative(ROOT, file)}:${line} ${text}`);
    // "N passed, N failed": the form that tools look for.
    this.#print(`assertions: ${judged.size - idle.length} passed, ${idle.length} failed`);
    if (result.status === 'interrupted' || judged.size === 0) return { status: 'failed' };
    return { status: idle.length === 0 ? 'passed' : 'failed' };
  }

  /** What was seen of each mutant. */
  #sightings(): Sighting[] {
    const tests = new Map<string, TestCase[]>();
    for (const test of this.#suite?.allTests() ?? [])
      tests.set(test.parent.title, [...(tests.get(test.parent.title) ?? []), test]);
    return [...tests].map(([fault, own]) => ({
      breaks: this.#breaks.get(fault) ?? '',
      outcomes: own.flatMap((test) => outcomeOf(test, ROOT) ?? []),
      overlooked: own
        .flatMap(({ annotations, results }) => [...annotations, ...results.flatMap((one) => one.annotations)])
        .flatMap(({ type, description = '' }) => (type === OVERLOOKED ? description : [])),
    }));
  }

  #print(line: string): void {
    process.stdout.write(`${line}\n`);
  }
}
