import { DETAILS } from '../schemas/evidence.ts';
import type { Level } from '../schemas/requirements.ts';
import { PROFILES } from '../schemas/requirements.ts';
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
  const { run } = report;
  const lines = [
    '',
    headline(report),
    `  ${numbers(report, 'MUST')}`,
    `  ${numbers(report, 'SHOULD')}`,
    ...profiles(report),
    `  ${run.requests} requests, ${(run.durationMs / 1000).toFixed(1)} s, seed ${run.seed ?? '-'}${run.filtered ? ', filtered' : ''}`,
    ...report.workspace.map(seen),
    ...section('Failed', failures(report, 'MUST')),
    ...section('Good practice not followed (never fails a run)', failures(report, 'SHOULD')),
    ...section('Inconclusive', byReason(report, 'inconclusive')),
    ...section('Not tested', byReason(report, 'not-tested')),
    ...section('Not applicable', byReason(report, 'not-applicable')),
    ...section('Observed', report.observations),
    ...section('Left over on the target', report.leftovers),
    ...section(
      report.run.shard ? 'This shard does not pass' : 'This run does not pass',
      objections.map((one) => one.replaceAll('\n', '\n    ')),
    ),
    '',
    `Report: ${file}`,
    '',
  ];
  return lines.join('\n');
}

/** The verdict in one line, with how much of the interface it speaks of. */
export function headline(report: Report): string {
  const { target, run } = report;
  const of = target.embedded ? 'Embedded target: ' : '';
  const where = target.baseUrl || 'nothing was judged';
  if (run.shard)
    return `${of}SHARD ${run.shard.current} of ${run.shard.total}, no verdict: merge the shards  ${where}`;
  const { verified, owed } = share(report.requirements.filter(({ level }) => level === 'MUST'));
  const partly =
    report.verdict === 'conformant' && verified < owed
      ? `, of what was tested: ${verified} of ${owed} MUST`
      : '';
  return `${of}${report.verdict.toUpperCase()}${partly}  ${where}`;
}

/** How many of these were verified, of those that the target does not decline. */
function share(rows: readonly ReportedRequirement[]): { verified: number; owed: number } {
  const owed = rows.filter(({ verdict }) => verdict !== 'excluded' && verdict !== 'not-applicable');
  return {
    verified: owed.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length,
    owed: owed.length,
  };
}

/** Which profiles were verified in full, in part and not at all. */
function profiles({ requirements }: Report): string[] {
  const shares = PROFILES.map((name) => ({
    name,
    ...share(requirements.filter(({ profile, level }) => profile === name && level === 'MUST')),
  })).filter(({ owed }) => owed > 0);
  const line = (title: string, parts: readonly string[]): string[] =>
    parts.length === 0 ? [] : [`  ${title.padEnd(19)} ${parts.join(', ')}`];
  return [
    ...line(
      'verified in full:',
      shares.filter(({ verified, owed }) => verified === owed).map(({ name }) => name),
    ),
    ...line(
      'verified in part:',
      shares
        .filter(({ verified, owed }) => verified > 0 && verified < owed)
        .map(({ name, verified, owed }) => `${name} (${verified} of ${owed})`),
    ),
    ...line(
      'not verified:',
      shares.filter(({ verified }) => verified === 0).map(({ name }) => name),
    ),
  ];
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
function seen({ caller, items, listings, read, share: part }: Report['workspace'][number]): string {
  const much = part === 1 ? 'all of it' : `${(part * 100).toFixed(1)} % of the listings known`;
  return `  workspace as ${caller}: ${items} items, ${read} of ${listings} listings read to their end (${much})`;
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];

function failures(report: Report, level: Level): string[] {
  return report.requirements
    .filter((row) => row.verdict === 'fail' && row.level === level)
    .flatMap((row) => {
      const failure = row.tests.flatMap(({ failures: all }) => all)[0];
      return [
        `${row.id}${tolerance(row)}: ${row.statement}`,
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

const TOLERANCE = {
  known: 'known',
  beyond: 'not only what is known',
  expired: 'tolerated no longer',
  stale: 'passes now',
} as const;

/** What the baseline says of a failure. */
function tolerance({ baseline, baselineReason, baselineTicket }: ReportedRequirement): string {
  const why = [baselineReason, baselineTicket].filter(Boolean).join(', ');
  return baseline ? ` (${TOLERANCE[baseline]}: ${why})` : '';
}

const NAMED = 4;

/** Requirements that share a reason, as one line: the reason is what a reader can act on. */
function byReason(report: Report, verdict: ReportedRequirement['verdict']): string[] {
  const reasons = new Map<string, { first: string; ids: string[] }>();
  for (const { verdict: own, reason, id } of report.requirements) {
    if (own !== verdict) continue;
    const [key = reason] = reason.split(DETAILS);
    const known = reasons.get(key);
    if (known) known.ids.push(id);
    else reasons.set(key, { first: reason, ids: [id] });
  }
  return [...reasons.values()].map(({ first, ids }) => {
    const named = ids.slice(0, NAMED).join(', ');
    const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
    return `${first}\n    ${ids.length === 1 ? '' : `${ids.length}: `}${named}${more}`;
  });
}
