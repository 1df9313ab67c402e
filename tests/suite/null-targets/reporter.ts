import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite } from '@playwright/test/reporter';
import { outcomeOf } from '../../../reporters/collect.ts';
import { buildReport } from '../../../reporters/report.ts';

/** Writes a report for each null target, `<kind>.json` in CONFORMANCE_REPORT_DIR. What it says is a test's to judge. */
export default class NullTargetsReporter implements Reporter {
  #suite: Suite | undefined;
  #root = '';

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#root = config.rootDir;
  }

  onEnd({ startTime, duration, status }: FullResult): void {
    const folder = process.env.CONFORMANCE_REPORT_DIR as string;
    mkdirSync(folder, { recursive: true });
    for (const project of this.#suite?.suites ?? []) {
      const report = buildReport({
        outcomes: project.allTests().flatMap((test) => outcomeOf(test, this.#root) ?? []),
        startedAt: startTime,
        durationMs: duration,
        ended: status !== 'interrupted' && status !== 'timedout',
        suite: { name: 'null targets', version: '0' },
        contractVersion: '',
        baseline: new Map(),
      });
      writeFileSync(join(folder, `${project.title}.json`), JSON.stringify(report));
    }
  }
}
