import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite } from '@playwright/test/reporter';
import { buildReport } from '../../../../reporters/build-report.ts';
import { outcomeOf } from '../../../../reporters/collect.ts';
import type { TestOutcome } from '../../../../reporters/outcome.ts';
import { oneShard } from '../../../../reporters/shards.ts';

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
    const outcomes = new Map<string, TestOutcome[]>();
    for (const test of this.#suite?.allTests() ?? []) {
      const { title } = test.parent;
      outcomes.set(title, [...(outcomes.get(title) ?? []), ...[outcomeOf(test, this.#root) ?? []].flat()]);
    }
    for (const [kind, ended] of outcomes) {
      const report = buildReport({
        outcomes: ended,
        startedAt: startTime,
        durationMs: duration,
        ended: status !== 'interrupted' && status !== 'timedout',
        errors: [],
        shards: oneShard(null),
        suite: { name: 'null targets', version: '0' },
        contractVersion: '',
        baseline: new Map(),
      });
      writeFileSync(join(folder, `${kind}.json`), JSON.stringify(report));
    }
  }
}
