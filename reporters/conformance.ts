import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import packageJson from '../package.json' with { type: 'json' };
import { type Baseline, readBaseline } from '../schemas/baseline.ts';
import { chosenDocuments, documentFolder } from '../schemas/documents.ts';
import { buildOf, notesIn, VERDICT_REPORTER } from '../schemas/evidence.ts';
import { findRequirement } from '../schemas/requirements.ts';
import { addSettingsFileOrThrow } from '../schemas/settings-file.ts';
import suiteTests from '../schemas/tests.json' with { type: 'json' };
import { buildReport } from './build-report.ts';
import { outcomeOf, ROOT, showFailed } from './collect.ts';
import { compareReports } from './comparison.ts';
import { withProblems } from './documents/common.ts';
import { writeDocuments } from './documents/index.ts';
import { requiredProfiles } from './exit.ts';
import { addStepSummary, annotations } from './github.ts';
import { groupBy } from './lists.ts';
import { readReport } from './read-report.ts';
import { sectionOf } from './reasons.ts';
import type { Report } from './report.ts';
import { mergedShards, oneShard } from './shards.ts';
import { summarise } from './summary.ts';
import { Progress, wrapped } from './terminal.ts';

/** The runner's own reporters that write their document to the standard output, unless told otherwise. */
const DOCUMENTS = ['json', 'junit'];

/** What the runner passes to every reporter: whether it runs tests, lists them or merges results of shards. */
type Mode = 'test' | 'list' | 'merge';

/**
 * Turns the results of a run into `report.json`, the last lines of the console and the exit code. It decides
 * nothing about requirements: the catalogue and the evidence of the tests do.
 */
export default class ConformanceReporter implements Reporter {
  readonly #mode: Mode;
  readonly #id = randomBytes(6).toString('hex');
  #suite: Suite | undefined;
  #config: FullConfig | undefined;
  readonly #errors: string[] = [];
  /** The report to compare with, read before this run removes the documents of an earlier one. */
  readonly #earlier: Report | undefined;
  #progress: Progress | undefined;
  #clock: NodeJS.Timeout | undefined;

  constructor({ _mode = 'test' }: { _mode?: Mode } = {}) {
    this.#mode = _mode;
    // Merging reads no configuration, which reads them otherwise.
    if (_mode === 'merge') addSettingsFileOrThrow(process.env);
    this.#earlier = this.#readEarlier(process.env.CONFORMANCE_COMPARE_WITH);
    // Named on the command line, it is there twice: the last one gives the verdict.
    Object.assign(globalThis, { [VERDICT_REPORTER]: this });
  }

  /** The runner adds one that shows progress where no other does. */
  printsToStdio(): boolean {
    return false;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#config = config;
    this.#suite = suite;
    const givesVerdict = Reflect.get(globalThis, VERDICT_REPORTER) === this;
    if (givesVerdict && this.#mode === 'test' && !process.stdout.isTTY)
      this.#tellProgress(suite.allTests().length);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    showFailed(test, result);
    this.#progress?.count(outcomeOf(test));
  }

  /** Where nobody sees tests go by, such as in a pipeline, a line a minute says how far the run is. */
  #tellProgress(tests: number): void {
    const progress = new Progress(tests);
    const begun = Date.now();
    this.#progress = progress;
    this.#clock = setInterval(() => {
      process.stderr.write(`\nAfter ${Math.round((Date.now() - begun) / 60_000)} min, ${progress}\n`);
    }, 60_000).unref();
  }

  onError({ message, value }: TestError): void {
    // An error outside any test: the set-up failed, or a file could not be loaded.
    const text = stripVTControlCharacters(message ?? value ?? 'an error without a message');
    this.#errors.push(text.replace(/^\w*Error: /, ''));
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    clearInterval(this.#clock);
    if (Reflect.get(globalThis, VERDICT_REPORTER) !== this) return undefined;
    if (this.#mode === 'list') {
      const sections = groupBy(this.#suite?.allTests() ?? [], ({ tags: [tag = ''] }) =>
        sectionOf(findRequirement(tag.slice(1))),
      );
      for (const [section, tests] of sections) {
        this.#print(`\n${section} (${tests.length})\n`);
        for (const { tags, title } of tests) this.#print(`  ${tags.join(' ')}  ${title}\n`);
      }
      this.#print('Listed only: nothing was judged, and no report was written.\n');
      return undefined;
    }
    const against = await this.#report(result);
    if (result.status === 'interrupted') return { status: 'interrupted' };
    // Merging exits 0 whatever its reporters say, unless one of them throws.
    if (this.#mode === 'merge' && against.length > 0)
      throw new Error(`This run does not pass: ${against[0]}`);
    return { status: against.length === 0 ? 'passed' : 'failed' };
  }

  /** Writes the documents, prints the summary, and returns why the run does not pass. */
  async #report(result: FullResult): Promise<string[]> {
    const metadata = this.#config?.metadata ?? {};
    const report = buildReport({
      id: this.#id,
      outcomes: (this.#suite?.allTests() ?? []).map(outcomeOf),
      tests: suiteTests.count,
      startedAt: result.startTime,
      durationMs: result.duration,
      ended: this.#errors.length === 0 && result.status !== 'interrupted' && result.status !== 'timedout',
      errors: this.#errors,
      shards:
        this.#mode === 'merge'
          ? mergedShards(metadata, buildOf(process.env))
          : oneShard(this.#config?.shard ?? null),
      suite: { name: packageJson.name, version: packageJson.version },
      contractVersion: contractVersion(),
      baseline: await this.#baseline(),
      required: requiredProfiles(process.env.CONFORMANCE_REQUIRE),
      conditions: process.env.CONFORMANCE_REQUIRE_CONDITIONS,
      versions: { node: process.versions.node, playwright: this.#config?.version ?? '' },
      notes: notesIn(metadata),
    });
    const comparison = this.#earlier && compareReports(this.#earlier, report);
    const chosen = chosenDocuments(process.env.CONFORMANCE_DOCUMENTS);
    const folder = documentFolder(process.env);
    const { files, problems } = await writeDocuments({ report, comparison }, folder, chosen);
    const input = { report: withProblems(report, problems), comparison };
    const summary = summarise(input.report, files);
    this.#print(process.stdout.isTTY ? wrapped(summary) : summary);
    for (const line of annotations(input, process.env, ROOT)) this.#print(`${line}\n`);
    const problem = addStepSummary(input, process.env);
    if (problem) process.stderr.write(`${problem}\n`);
    return input.report.gate.objections;
  }

  /** An earlier report that cannot be read is an error of the run: nobody shall take what is unmarked for unchanged. */
  #readEarlier(file: string | undefined): Report | undefined {
    if (!file || this.#mode === 'list') return undefined;
    try {
      return readReport(file);
    } catch (error) {
      this.#errors.push(`CONFORMANCE_COMPARE_WITH=${file}: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** The known failures; a file of them that is wrong is an error of the run, which has ended by it in the set-up. */
  async #baseline(): Promise<Baseline> {
    try {
      return await readBaseline(process.env.CONFORMANCE_BASELINE);
    } catch (error) {
      const { message } = error as Error;
      if (!this.#errors.some((known) => known.includes(message))) this.#errors.push(message);
      return new Map();
    }
  }

  /** Where another reporter writes a document to the standard output, the words for people go beside it. */
  #print(text: string): void {
    const document = (this.#config?.reporter ?? []).some(([name]) => DOCUMENTS.includes(name));
    (document ? process.stderr : process.stdout).write(text);
  }
}

function contractVersion(): string {
  const text = readFileSync(join(ROOT, 'schemas/openapi.yaml'), 'utf8');
  return /^ {2}version: (.+)$/m.exec(text)?.[1] ?? '';
}
