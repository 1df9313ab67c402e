import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { outcomeOf } from '../../../reporters/collect.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import { type Judge, type Judged, judges } from './judges.ts';
import { resultFile } from './plan.ts';

const RESULTS = resultFile('mutation.json');
const TESTS_BETWEEN_LINES = 100;

/** What ran in one project. A target is judged as soon as its last test has ended; its evidence is dropped then. */
interface ProjectRun {
  readonly name: string;
  readonly judge: Judge;
  readonly judged: Judged[];
  /** Targets with tests that have not ended: how many, and how the others did. */
  readonly pending: Map<string, { left: number; readonly outcomes: TestOutcome[] }>;
}

/**
 * Judges what ran in each project: tells what is wrong as soon as it is known, counts at the end, and writes
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
    for (const test of tests) {
      const { pending } = this.#projectOf(test, config);
      const target = pending.get(test.parent.title) ?? { left: 0, outcomes: [] };
      target.left += 1;
      pending.set(test.parent.title, target);
    }
  }

  onTestEnd(test: TestCase): void {
    const project = this.#projectOf(test);
    const target = test.parent.title;
    const pending = project.pending.get(target);
    pending?.outcomes.push(outcomeOf(test));
    if (pending && --pending.left === 0) {
      project.pending.delete(target);
      keepJudged(project, project.judge.judge({ target, outcomes: pending.outcomes }));
    }
    this.#ended += 1;
    if (this.#ended % TESTS_BETWEEN_LINES === 0)
      print(`${this.#ended}/${this.#tests} ${project.name} ${target}`);
  }

  onError({ message, value }: { message?: string; value?: string }): void {
    this.#errors += 1;
    print(message ?? value ?? 'an error of the runner');
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const projects = [...this.#projects.values()];
    for (const project of projects) {
      const { size } = project.pending;
      const problems = [`${size} of its servers have tests that did not run`];
      if (size > 0) keepJudged(project, [{ id: 'the run', problems }]);
      keepJudged(project, project.judge.finish?.() ?? []);
    }
    writeResults(projects);
    print(relative(process.cwd(), RESULTS));
    for (const { name, judged } of projects) {
      const wrong = judged.filter(isWrong).length;
      print(`${name}: ${judged.length - wrong} passed, ${wrong} failed`);
    }
    const isCutShort = status === 'interrupted' || status === 'timedout';
    const isEmpty = projects.length === 0 || projects.some(({ judged }) => judged.length === 0);
    const hasFailed = projects.some(({ judged }) => judged.some(isWrong));
    return { status: this.#errors > 0 || isCutShort || isEmpty || hasFailed ? 'failed' : 'passed' };
  }

  #projectOf({ parent }: TestCase, config?: FullConfig): ProjectRun {
    const name = parent.project()?.name ?? '';
    const known = this.#projects.get(name);
    if (known) return known;
    const judge = config && judges[name]?.(config);
    if (!judge) throw new Error(`Nobody judges the project "${name}".`);
    const project: ProjectRun = { name, judge, judged: [], pending: new Map() };
    this.#projects.set(name, project);
    return project;
  }
}

const isWrong = ({ problems }: Judged): boolean => problems.length > 0;

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

function keepJudged(project: ProjectRun, judged: readonly Judged[]): void {
  project.judged.push(...judged);
  for (const { id, problems } of judged.filter(isWrong))
    print([`FAILED ${project.name} ${id}`, ...problems].join('\n    '));
}

/** What earlier runs wrote of other projects stays. */
function writeResults(projects: readonly ProjectRun[]): void {
  const results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
  for (const { name, judged } of projects)
    results[name] = Object.fromEntries(
      judged.map(({ id, problems, details }) => [id, { ...details, problems }]),
    );
  mkdirSync(dirname(RESULTS), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}
