import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { baselinePath } from '../schemas/baseline.ts';
import { isDay, isExpired } from '../schemas/known-failure.ts';
import { writeDocument } from './documents/write-document.ts';
import type { Verdict } from './judged-requirement.ts';
import { readOwnReport } from './read-report.ts';
import { isWhole, type NewEntry, type RenewedBaseline, renewBaseline } from './renewed-baseline.ts';
import type { StoredReport } from './report.ts';

const USAGE =
  'npm run baseline [-- FILE] [--reason="…"] [--ticket=…] [--expires=YYYY-MM-DD]: name one report at most; without one, that of the last run counts.';

/** What the report says of an entry that stays. */
const SEEN: Record<Verdict, string> = {
  fail: 'it fails',
  pass: 'it passes now',
  inconclusive: 'inconclusive in this report',
  'not-tested': 'not tested in this report',
  'not-applicable': 'not applicable in this report',
  excluded: 'never judged',
};

/** @throws Error whose message is one sentence for the user */
function read(file: string): StoredReport {
  try {
    const report = readOwnReport(file);
    const { shard } = report.run;
    if (shard) throw new Error(`it is shard ${shard.current} of ${shard.total} alone: merge the shards`);
    return report;
  } catch (error) {
    throw new Error(`${file} makes no baseline: ${(error as Error).message}`);
  }
}

/** @throws Error when a value for new entries is none */
function check({ reason, ticket, expires }: NewEntry, now: Date): void {
  for (const [name, value] of Object.entries({ reason, ticket }))
    if (value !== undefined && value.trim() === '')
      throw new Error(`--${name} is empty. Nothing was written.`);
  if (expires === undefined) return;
  if (!isDay(expires))
    throw new Error(`--expires=${expires} is not a day such as 2030-12-31. Nothing was written.`);
  if (isExpired({ expires }, now)) throw new Error(`--expires=${expires} is over. Nothing was written.`);
}

/** What was done, for the terminal. */
function told({ added, kept, removed, left }: RenewedBaseline, file: string, report: StoredReport): string[] {
  const verdicts = new Map(report.requirements.map(({ id, verdict }) => [id, verdict]));
  return [
    ...added.map((id) => `added    ${id}`),
    ...kept.map((id) => `kept     ${id}: ${SEEN[verdicts.get(id) ?? 'not-tested']}`),
    ...removed.map((id) => `removed  ${id}: it passes now`),
    ...(isWhole(report) ? [] : ['The run is not complete: nothing was removed.']),
    ...(added.length + removed.length > 0 ? [`Written: ${file}`] : [`Nothing to change in ${file}.`]),
    ...(left.length > 0 ? ['The gate still stays closed because of:', ...left.map((one) => `  ${one}`)] : []),
  ];
}

/**
 * Makes the baseline fit a report: the command `npm run baseline`.
 *
 * @param args - of the command line: a report at most, and what new entries say
 * @param environment - CONFORMANCE_REPORT_DIR and CONFORMANCE_BASELINE, e.g. `process.env`
 * @param now - when it is judged whether an entry is over
 * @returns what was done, in lines
 * @throws Error whose message is for the user when the arguments, the report or the baseline are wrong, or a new failure has
 *   no reason; then nothing was written
 */
export function baselineCommand(args: string[], environment: NodeJS.ProcessEnv, now: Date): string {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { reason: text, ticket: text, expires: text },
  });
  if (positionals.length > 1) throw new Error(USAGE);
  check(values, now);
  const lastReport = join(environment.CONFORMANCE_REPORT_DIR || 'conformance-report', 'report.json');
  const report = read(positionals[0] ?? lastReport);
  const file = baselinePath(environment.CONFORMANCE_BASELINE);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const renewed = renewBaseline(before, file, report, values, now);
  if (renewed.added.length + renewed.removed.length > 0) writeDocument(file, renewed.text);
  return told(renewed, file, report).join('\n');
}
