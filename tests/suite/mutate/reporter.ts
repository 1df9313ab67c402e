import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { listFaults } from '../../../fixtures/reference/faults.ts';
import { outcomeOf } from '../../../reporters/collect.ts';
import { neededFor, OVERLOOKED, type Sighting } from './needed.ts';
import { ROOT, type Site, sites } from './sites.ts';

/** Assertions that no mutant needs, which is known and has its reasons. */
const PINS = new URL('implied.json', import.meta.url);

const PROGRESS = 100;

/**
 * Prints the assertions that no mutant needs: whatever they notice, another assertion notices, too. Fails the run when they
 * are not those that are pinned; `-u` pins them.
 */
export default class NeededReporter implements Reporter {
  readonly #breaks = new Map(listFaults().map(({ name, breaks }) => [name, breaks]));
  #suite: Suite | undefined;
  #config: FullConfig | undefined;
  #done = 0;

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#config = config;
  }

  onTestEnd(test: TestCase): void {
    this.#done += 1;
    if (this.#done % PROGRESS === 0)
      this.#print(`${this.#done}/${this.#suite?.allTests().length} ${test.parent.title}`);
  }

  onError(error: { message?: string }): void {
    this.#print(error.message ?? 'an error of the runner');
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    const all = sites();
    const needed = neededFor(this.#sightings(), all);
    const idle = all.filter((site) => !needed.has(site));
    this.#print(`${needed.size} of ${all.length} assertions are the only ones to notice some fault`);
    const names = new Set(idle.map(nameOf));
    if (['all', 'changed'].includes(this.#config?.updateSnapshots ?? ''))
      writeFileSync(PINS, `${JSON.stringify([...names].sort(), null, 2)}\n`);
    const pinned = new Set(JSON.parse(readFileSync(PINS, 'utf8')) as string[]);
    const fresh = idle.filter((site) => !pinned.has(nameOf(site)));
    const gone = [...pinned].filter((name) => !names.has(name));
    for (const { file, line, text } of fresh)
      this.#print(`no fault needs it: ${relative(ROOT, file)}:${line} ${text}`);
    for (const name of gone) this.#print(`pinned, but needed or gone: ${name}`);
    if (result.status === 'interrupted' || this.#done === 0) return { status: 'failed' };
    return { status: fresh.length + gone.length === 0 ? 'passed' : 'failed' };
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

const nameOf = ({ file, text }: Site): string => `${relative(ROOT, file)} ${text}`;
