import type { Level } from '../schemas/requirements.ts';
import type { Report, ReportedRequirement } from './report.ts';

/**
 * The end of the console output: the verdict, the numbers behind it, what failed and how to see it again, and
 * what was not tested and what would change that. Pure.
 *
 * @param report - of the run
 * @param objections - why the run does not exit 0
 * @param file - where the report was written
 */
export function summarise(report: Report, objections: readonly string[], file: string): string {
  const { target, run } = report;
  const lines = [
    '',
    `${report.verdict.toUpperCase()}  ${target.baseUrl || 'no target was reached'}${target.embedded ? ' (embedded target)' : ''}`,
    `  ${numbers(report, 'MUST')}`,
    `  ${numbers(report, 'SHOULD')}`,
    `  ${run.requests} requests, ${(run.durationMs / 1000).toFixed(1)} s, seed ${run.seed ?? '-'}${run.filtered ? ', filtered' : ''}`,
    ...report.workspace.map(seen),
    ...section('Failed', failures(report, 'MUST')),
    ...section('Good practice not followed (never fails a run)', failures(report, 'SHOULD')),
    ...section('Inconclusive', byReason(report, 'inconclusive')),
    ...section('Not tested', byReason(report, 'not-tested')),
    ...section('Not applicable', byReason(report, 'not-applicable')),
    ...section('Observed', report.observations),
    ...section('Left over on the target', report.leftovers),
    ...section('This run does not pass', objections),
    '',
    `Report: ${file}`,
    '',
  ];
  return lines.join('\n');
}

function numbers({ summary }: Report, level: Level): string {
  const counts = summary[level];
  const total = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return (
    `${level.padEnd(6)} ${counts.pass} verified, ${counts.fail} failed, ${counts.inconclusive} inconclusive, ` +
    `${counts['not-tested']} not tested, ${counts['not-applicable']} not applicable, of ${total}`
  );
}

/** How much of the workspace one caller was shown. */
function seen({ caller, items, listings, read, share }: Report['workspace'][number]): string {
  const part = share === 1 ? 'all of it' : `${(share * 100).toFixed(1)} % of the listings known`;
  return `  workspace as ${caller}: ${items} items, ${read} of ${listings} listings read to their end (${part})`;
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];

function failures(report: Report, level: Level): string[] {
  return report.requirements
    .filter((row) => row.verdict === 'fail' && row.level === level)
    .flatMap((row) => {
      const failure = row.tests.flatMap(({ failures: all }) => all)[0];
      const known = row.baseline === 'known' ? ' (known)' : '';
      return [
        `${row.id}${known}: ${row.statement}`,
        ...(failure
          ? [
              `    expected ${failure.expected}`,
              `    received ${failure.received}`,
              `    replay   ${failure.replay}`,
            ]
          : []),
      ];
    });
}

const NAMED = 4;

/** Requirements that share a reason, as one line: the reason is what a reader can act on. */
function byReason(report: Report, verdict: ReportedRequirement['verdict']): string[] {
  const reasons = new Map<string, string[]>();
  for (const row of report.requirements) {
    if (row.verdict === verdict) reasons.set(row.reason, [...(reasons.get(row.reason) ?? []), row.id]);
  }
  return [...reasons].map(([reason, ids]) => {
    const named = ids.slice(0, NAMED).join(', ');
    const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
    return `${reason}\n    ${ids.length === 1 ? '' : `${ids.length}: `}${named}${more}`;
  });
}
