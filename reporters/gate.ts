import { config as loadDotenv } from 'dotenv';
import { type Baseline, readBaseline } from '../schemas/baseline.ts';
import { visibleLines, withoutCommands } from '../schemas/visible-text.ts';
import { objections, requiredProfiles } from './exit.ts';
import { withBaseline } from './known-failures.ts';
import { readOwnReport } from './read-own-report.ts';
import type { StoredReport } from './report.ts';
import { headline } from './summary.ts';

/**
 * `npm run gate -- FILE…`: applies the rules of the exit code to reports that were written before, such as one of merged
 * shards. CONFORMANCE_REQUIRE and CONFORMANCE_BASELINE count as they are now.
 */

/** Why a report does not pass. */
function against(report: StoredReport, baseline: Baseline, required: readonly string[]): string[] {
  const { shard } = report.run;
  return [
    ...(shard ? [`it is shard ${shard.current} of ${shard.total} alone: merge the shards`] : []),
    ...objections(withBaseline(report, baseline, new Date()), required),
  ];
}

/** A report may have been written elsewhere: it cannot fill the screen. */
const LONGEST = 100_000;

function judge(file: string, baseline: Baseline, required: readonly string[]): boolean {
  try {
    const report = readOwnReport(file);
    const reasons = against(report, baseline, required);
    const lines = [`${headline(report)}  (${file})`, ...reasons.map((one) => `  does not pass: ${one}`)];
    console.log(withoutCommands(visibleLines(lines.join('\n'), LONGEST)));
    return reasons.length === 0;
  } catch (error) {
    console.log(`${file} does not pass: ${(error as Error).message}`);
    return false;
  }
}

function main(files: readonly string[]): boolean {
  loadDotenv({ quiet: true, path: process.env.DOTENV_CONFIG_PATH || '.env' });
  if (files.length === 0) {
    console.log('npm run gate -- FILE…: name the reports to judge, such as conformance-report/report.json.');
    return false;
  }
  const baseline = readBaseline(process.env.CONFORMANCE_BASELINE);
  const required = requiredProfiles(process.env.CONFORMANCE_REQUIRE);
  return files.map((file) => judge(file, baseline, required)).every(Boolean);
}

try {
  process.exitCode = main(process.argv.slice(2)) ? 0 : 1;
} catch (error) {
  console.log((error as Error).message);
  process.exitCode = 1;
}
