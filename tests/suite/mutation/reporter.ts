import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { readJsonFile, resultFile, writeJsonFile } from './json-files.ts';
import type { Judged } from './judge.ts';
import { judges } from './judges.ts';
import { ProjectRun } from './project-run.ts';
import { tableOf, totalOf } from './table.ts';

const RESULTS = resultFile('mutation.json');
const TESTS_BETWEEN_LINES = 100;

/**
 * Judges what ran in each project: tells what is wrong as soon as it is known, prints a table at the end, and writes
 * test-results/mutation.json. The run fails when anything is wrong, when nothing was judged, when it was cut short, and after an
 * error of the runner. A test that fails is no failure by itself: against a mutant it has to.
 */
export default class MutationReporter implements Reporter {
  readonly #projects = new Map<string, ProjectRun>();
  #tests = 0;
  #ended = 0;
  #errors = 0;

  onBegin(config: FullConfig, suite: Suite): void {
    const tests = suite.allTests();
    this.#tests = tests.length;
    for (const name of new Set(tests.map(projectOf))) {
      const judge = judges[name]?.(config);
      if (!judge) throw new Error(`Nobody judges the project "${name}".`);
      this.#projects.set(name, new ProjectRun(name, judge));
    }
    for (const test of tests) this.#projects.get(projectOf(test))?.plan(test);
  }

  onTestEnd(test: TestCase): void {
    const project = this.#projects.get(projectOf(test));
    if (project) this.#tell(project, project.end(test));
    this.#ended += 1;
    if (this.#ended % TESTS_BETWEEN_LINES === 0)
      print(`${this.#ended}/${this.#tests} ${projectOf(test)} ${test.parent.title}`);
  }

  onError({ message, value }: { message?: string; value?: string }): void {
    this.#errors += 1;
    print(message ?? value ?? 'an error of the runner');
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    for (const project of this.#projects.values()) this.#tell(project, project.finish());
    const judged = new Map([...this.#projects.values()].map((run) => [run.name, run.judged]));
    writeResults(judged);
    print(`\n${tableOf(judged)}\n\n${relative(process.cwd(), RESULTS)}`);
    for (const [project, ofProject] of judged) print(totalOf(project, ofProject));
    const all = [...judged.values()];
    const isCutShort = status === 'interrupted' || status === 'timedout';
    const isWrong = all.flat().some(({ problems }) => problems.length > 0);
    const isEmpty = all.length === 0 || all.some(({ length }) => length === 0);
    return { status: this.#errors > 0 || isCutShort || isWrong || isEmpty ? 'failed' : 'passed' };
  }

  #tell({ name }: ProjectRun, judged: readonly Judged[]): void {
    for (const { id, problems } of judged)
      if (problems.length > 0) print([`FAILED ${name} ${id}`, ...problems].join('\n    '));
  }
}

const projectOf = ({ parent }: TestCase): string => parent.project()?.name ?? '';

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Writes what was judged, project by project and by id. What earlier runs wrote of other projects stays. */
function writeResults(judgedByProject: ReadonlyMap<string, readonly Judged[]>): void {
  const earlier = existsSync(RESULTS) ? readJsonFile<Record<string, unknown>>(RESULTS) : {};
  const now = [...judgedByProject].map(([project, judged]) => [
    project,
    Object.fromEntries(judged.map(({ id, problems, details }) => [id, { ...details, problems }])),
  ]);
  writeJsonFile(RESULTS, { ...earlier, ...Object.fromEntries(now) });
}
