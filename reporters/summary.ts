import { describeOverlay, withOverlay } from '../schemas/overlay.ts';
import { forOffers, type Level } from '../schemas/requirements.ts';
import { visible, visibleLines, withoutCommands } from '../schemas/visible-text.ts';
import { figureOf, figureSentence, lackingData } from './conditions.ts';
import { percent, tolerance } from './documents/common.ts';
import { unstableLines, unstableSentence } from './exit.ts';
import { counted, firstIds, sentences } from './lists.ts';
import { byReason, wholeReason } from './reasons.ts';
import type { Report, ReportedRequirement } from './report.ts';
import { rootCausesOf, sentenceOf } from './root-causes.ts';
import type { JudgedProfile } from './verdicts.ts';

/**
 * The end of the console output: the verdict, the numbers behind it, what failed and how to see it again, and what was not tested
 * and what would change that. Texts of the target in it act neither on a terminal nor on a CI server. Pure.
 */
export function summarise(report: Report, files: readonly string[]): string {
  const { run } = report;
  const figure = figureOf(report);
  const lines = [
    '',
    headline(report),
    `  ${numbers(report, 'MUST')}`,
    `  ${numbers(report, 'SHOULD')}`,
    ...(figure ? [`  MUST   ${figureSentence(figure)}`] : []),
    ...profiles(report),
    `  ${run.requests} requests, ${(run.durationMs / 1000).toFixed(1)} s, seed ${run.seed ?? '-'}, run ${run.id}${report.target.settings.includes('CONFORMANCE_RUNS') ? ', examples as CONFORMANCE_RUNS says' : ''}${run.filtered ? ', filtered: tests were left out' : ''}`,
    ...(report.overlay ? [`  overlay ${describeOverlay(report.overlay)}`] : []),
    ...report.workspace.map((view) => `  ${seen(view)}`),
    ...(report.combinations ? [`  ${combined(report.combinations)}`] : []),
    ...section('What failures have in common', causeLines(report)),
    ...section('Failed', failureLines(report, 'MUST')),
    ...section('Good practice not followed (SHOULD, never fails a run)', failureLines(report, 'SHOULD')),
    ...section('Conditions that the data did not offer', lackingLines(report)),
    ...section('Inconclusive', reasons(report, 'inconclusive')),
    ...section('Not tested', reasons(report, 'not-tested')),
    ...section('Not applicable', reasons(report, 'not-applicable')),
    ...section('Observed (changes no verdict)', report.observations.map(shown)),
    ...section(unstableSentence(run), unstableLines(run)),
    ...section('Left over on the target', report.leftovers.map(shown)),
    ...section(
      report.run.shard ? 'This shard does not pass' : 'This run does not pass',
      report.gate.objections.map((one) => visibleLines(one, LONGEST).replaceAll('\n', '\n    ')),
    ),
    ...(files.length === 0 ? [] : ['', `Report: ${files.join(', ')}`]),
    '',
  ];
  return withoutCommands(lines.join('\n'));
}

const LONGEST = 4_000;

const below = (text: string, indent: string): string =>
  visibleLines(text, LONGEST).replaceAll(/\n(?! {4})/g, `\n${indent}`);

export function headline(report: Report): string {
  const { target, run } = report;
  const of = target.embedded ? 'Embedded target: ' : '';
  const where = visible(target.baseUrl) || 'nothing was judged';
  if (run.shard)
    return `${of}SHARD ${run.shard.current} of ${run.shard.total}, no verdict: merge the shards  ${where}`;
  return `${of}${report.verdict.toUpperCase()}${forOffers(target.offers)}${withOverlay(report.overlay)}${reach(report)}  ${where}`;
}

function reach({ verdict, requirements }: Report): string {
  const of = (wanted: Level): { judged: number; owed: number } => {
    const owed = requirements.filter(
      (row) => row.level === wanted && row.verdict !== 'excluded' && row.verdict !== 'not-applicable',
    );
    return { judged: owed.filter((row) => row.verdict !== 'not-tested').length, owed: owed.length };
  };
  const { judged, owed } = of('MUST');
  if (judged === 0 && of('SHOULD').judged > 0) return ', only good practice (SHOULD) was judged';
  return verdict === 'conformant' && judged < owed ? `, of what was judged: ${judged} of ${owed} MUST` : '';
}

const PROFILE_VERDICTS = [
  'not conformant',
  'undetermined',
  'conformant',
  'not tested',
  'not applicable',
] as const;

function profiles({ profiles: all }: Report): string[] {
  return PROFILE_VERDICTS.flatMap((verdict) => {
    const own = all.filter((one) => one.verdict === verdict);
    return own.length === 0 ? [] : [`  ${`${verdict}:`.padEnd(19)} ${own.map(named).join(', ')}`];
  });
}

function named({ name, verdict, summary: { MUST } }: JudgedProfile): string {
  if (verdict !== 'not conformant' && verdict !== 'undetermined') return name;
  const { pass, fail, inconclusive, 'not-tested': notTested } = MUST;
  const rest = sentences(
    fail > 0 && `${fail} failed`,
    inconclusive > 0 && `${inconclusive} inconclusive`,
    notTested > 0 && `${notTested} not tested`,
  );
  return `${name} (${[`${pass} of ${pass + fail + inconclusive + notTested} passed`, ...rest].join(', ')})`;
}

function numbers({ summary }: Report, level: Level): string {
  const counts = summary[level];
  const total = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return (
    `${level.padEnd(6)} ${counts.pass} passed, ${counts.fail} failed, ${counts.inconclusive} inconclusive, ` +
    `${counts['not-tested']} not tested, ${counts['not-applicable']} not applicable, of ${total}`
  );
}

/** What would let a run see more, the most first. */
const lackingLines = (report: Report): string[] =>
  lackingData(report).map(
    ({ says, add, ids }) => `${says}: ${counted(ids.length, 'requirement')}. To meet it, ${add}`,
  );

export function seen({ caller, items, listings, read, share: part }: Report['workspace'][number]): string {
  const much = part === 1 ? 'all of it' : `${(part * 100).toFixed(1)} % of the listings known`;
  return `workspace as ${visible(caller)}: ${items} items, ${read} of ${listings} listings read to their end (${much})`;
}

export const combined = ({ possible, judged }: NonNullable<Report['combinations']>): string =>
  `workspace listing: ${judged} of ${possible} pairs of values of its parameters were judged (${percent({ part: judged, of: possible })})`;

const shown = (text: string): string => visible(text, 1_000);

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];

const reasons = ({ requirements }: Report, verdict: ReportedRequirement['verdict']): string[] =>
  byReason(requirements.filter((row) => row.verdict === verdict)).map((shared) => {
    const { length } = shared.rows;
    const count = length === 1 ? '' : `${length}: `;
    return `${below(wholeReason(shared), INDENT)}\n${INDENT}${count}${firstIds(shared.rows, 4)}`;
  });

/** How many failures of a level are told in full: of a target that breaks more, the report is the place to read. */
const IN_FULL = 25;

/** The lines of a failure stand below its requirement, and those of a value below its name. */
const INDENT = '    ';
const BELOW_NAME = `\n${INDENT}${' '.repeat('received '.length + 2)}`;

const causeLines = ({ requirements }: Report): string[] =>
  rootCausesOf(requirements).map((cause) => `${sentenceOf(cause)}\n${INDENT}${firstIds(cause.rows, 6)}`);

/** The failures of a level: of a MUST in full, since a reader mends one after the other; of a SHOULD what it is about, unless the run was for a few. */
function failureLines({ requirements, run }: Report, level: Level): string[] {
  const failed = requirements.filter((row) => row.verdict === 'fail' && row.level === level);
  const isFull = level === 'MUST' || run.filtered;
  const lines = failed.flatMap((row, index) => {
    const note = tolerance(row);
    const title = `${row.id}${note && ` (${note})`}: ${visible(row.statement)}`;
    return [title, ...(isFull && index < IN_FULL ? details(row) : [])];
  });
  return isFull || failed.length === 0 ? lines : [...lines, 'What was received: in the report'];
}

/** How many requests a failure shows here: the documents have all. */
const REQUESTS = 3;
/** Begins the comment above each of several requests. */
const NEXT_REQUEST = /\n\s*(?=# \d+\. )/;

/** The last requests of a failure, of which the very last one shows it, from the last one on that changes something. */
function shortenedCurl(curl: string): string {
  const requests = curl.split(NEXT_REQUEST);
  const lastChange = requests.findLastIndex((one) => one.includes(' -X '));
  const left = Math.min(requests.length - REQUESTS, lastChange < 0 ? requests.length : lastChange);
  return left <= 0
    ? curl
    : [`# ${counted(left, 'earlier request')}: in index.html and report.json`, ...requests.slice(left)].join(
        '\n',
      );
}

function details({ tests }: ReportedRequirement): string[] {
  const test = tests.find(({ failures }) => failures.length > 0);
  const [failure] = test?.failures ?? [];
  if (!test || !failure) return [];
  const lines: [name: string, text: string][] = [
    ['at', `${test.file}:${test.line}`],
    ['expected', visible(failure.expected, 2_000)],
    ['received', visibleLines(failure.received, 2_000)],
    ['fix', visibleLines(failure.fix)],
    ['input', visibleLines(failure.input)],
    ['curl', visibleLines(shortenedCurl(failure.curl))],
    ['replay', visibleLines(failure.replay)],
  ];
  return lines
    .filter(([, text]) => text !== '')
    .map(
      ([name, text]) =>
        `${INDENT}${name.padEnd('received'.length)} ${text.replace(/\n {0,13}/g, BELOW_NAME)}`,
    );
}
