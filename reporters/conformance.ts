import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite, TestError } from '@playwright/test/reporter';
import packageJson from '../package.json' with { type: 'json' };
import { readBaseline } from './baseline.ts';
import { outcomeOf } from './collect.ts';
import { objections } from './exit.ts';
import type { TestOutcome } from './outcome.ts';
import { buildReport } from './report.ts';
import { summarise } from './summary.ts';

const ROOT = join(import.meta.dirname, '..');

/**
 * Turns the results of a run into `report.json`, the last lines of the console and the exit code. It decides
 * nothing about requirements: the catalogue and the evidence of the tests do.
 */
export default class ConformanceReporter implements Reporter {
  #suite: Suite | undefined;
  #errors = 0;

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
  }

  onError(error: TestError): void {
    // An error outside any test: the set-up failed, or a file could not be loaded.
    this.#errors += 1;
    void error;
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    if (this.#isListing(result)) {
      process.stdout.write('Listed only: nothing was judged, and no report was written.\n');
      return { status: result.status };
    }
    const outcomes = this.#outcomes();
    const directory = process.env.CONFORMANCE_REPORT_DIR || 'conformance-report';
    const report = buildReport({
      outcomes,
      startedAt: result.startTime,
      durationMs: result.duration,
      ended: this.#errors === 0 && result.status !== 'interrupted' && result.status !== 'timedout',
      suite: { name: packageJson.name, version: packageJson.version },
      contractVersion: contractVersion(),
      baseline: readBaseline(process.env.CONFORMANCE_BASELINE || undefined),
    });
    const required = (process.env.CONFORMANCE_REQUIRE ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    const against = objections(report, required);
    const file = join(directory, 'report.json');
    mkdirSync(directory, { recursive: true });
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
    process.stdout.write(summarise(report, against, file));
    if (result.status === 'interrupted') return { status: 'interrupted' };
    return { status: against.length === 0 ? 'passed' : 'failed' };
  }

  /** `--list` ends well without a single test having started. */
  #isListing({ status }: FullResult): boolean {
    const tests = this.#suite?.allTests() ?? [];
    const idle = tests.every(({ results }) => results.length === 0);
    return status === 'passed' && this.#errors === 0 && tests.length > 0 && idle;
  }

  #outcomes(): TestOutcome[] {
    return (this.#suite?.allTests() ?? []).flatMap((test) => outcomeOf(test, ROOT) ?? []);
  }
}

function contractVersion(): string {
  const text = readFileSync(join(ROOT, 'schemas/openapi.yaml'), 'utf8');
  return /^ {2}version: (.+)$/m.exec(text)?.[1] ?? '';
}
