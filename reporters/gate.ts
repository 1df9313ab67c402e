import { parseArgs } from 'node:util';
import { config as loadDotenv } from 'dotenv';
import { type Baseline, readBaseline } from '../schemas/baseline.ts';
import { visibleLines, withoutCommands } from '../schemas/visible-text.ts';
import { objections, requiredProfiles } from './exit.ts';
import { withBaseline } from './known-failures.ts';
import { readOwnReport } from './read-report.ts';
import type { StoredReport } from './report.ts';
import { headline } from './summary.ts';

/**
 * `npm run gate -- [--embedded] FILE…`: applies the rules of the exit code to reports that were written before, such as one of merged
 * shards. CONFORMANCE_REQUIRE and CONFORMANCE_BASELINE count as they are now. A report on the embedded target says nothing of a
 * deployment: it is refused unless --embedded is there.
 */

/** What reports are held to. */
interface Terms {
  readonly baseline: Baseline;
  readonly required: readonly string[];
  /** Whether a report on the embedded target counts. */
  readonly embedded: boolean;
}

const EMBEDDED =
  'it is about the embedded target: no setting named another one. Is a variable missing? With --embedded it counts';

/** Why a report does not pass. */
function against(report: StoredReport, { baseline, required, embedded }: Terms): string[] {
  const { shard } = report.run;
  return [
    ...(report.target.embedded && !embedded ? [EMBEDDED] : []),
    ...(shard ? [`it is shard ${shard.current} of ${shard.total} alone: merge the shards`] : []),
    ...objections(withBaseline(report, baseline, new Date()), required),
  ];
}

/** A report may have been written elsewhere: it cannot fill the screen. */
const LONGEST = 100_000;

function judge(file: string, terms: Terms): boolean {
  try {
    const report = readOwnReport(file);
    const reasons = against(report, terms);
    const lines = [`${headline(report)}  (${file})`, ...reasons.map((one) => `  does not pass: ${one}`)];
    console.log(withoutCommands(visibleLines(lines.join('\n'), LONGEST)));
    return reasons.length === 0;
  } catch (error) {
    console.log(`${file} does not pass: ${(error as Error).message}`);
    return false;
  }
}

function main(args: string[]): boolean {
  const { values, positionals: files } = parseArgs({
    args,
    allowPositionals: true,
    options: { embedded: { type: 'boolean', default: false } },
  });
  loadDotenv({ quiet: true, path: process.env.DOTENV_CONFIG_PATH || '.env' });
  if (files.length === 0) {
    console.log('npm run gate -- FILE…: name the reports to judge, such as conformance-report/report.json.');
    return false;
  }
  const terms = {
    baseline: readBaseline(process.env.CONFORMANCE_BASELINE),
    required: requiredProfiles(process.env.CONFORMANCE_REQUIRE),
    embedded: values.embedded,
  };
  return files.map((file) => judge(file, terms)).every(Boolean);
}

try {
  process.exitCode = main(process.argv.slice(2)) ? 0 : 1;
} catch (error) {
  console.log((error as Error).message);
  process.exitCode = 1;
}
