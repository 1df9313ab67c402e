import { DOCUMENT_FILES } from '../../schemas/documents.ts';
import { describeOverlay } from '../../schemas/overlay.ts';
import { type Reference, referencesOf } from '../../schemas/rules-page.ts';
import { visibleLines } from '../../schemas/visible-text.ts';
import { comparisonMarkdown } from '../comparison.ts';
import { figureOf, figureSentence } from '../conditions.ts';
import { unstableLines, unstableSentence } from '../exit.ts';
import { firstOf } from '../lists.ts';
import { byReason, wholeReason } from '../reasons.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { rootCausesOf, sentenceOf } from '../root-causes.ts';
import { combined, headline, seen } from '../summary.ts';
import type { Counts } from '../verdicts.ts';
import {
  type DocumentInput,
  failuresOf,
  judgedOf,
  LONGEST_SCRIPT,
  LONGEST_VALUE,
  passedOf,
  type ToldFailure,
  tolerance,
} from './common.ts';
import { escaped, fenced, fitted, type Section, table } from './markdown-text.ts';

/** GitHub takes no summary of a step that is larger, and shows no larger file as a page. */
export const LARGEST_MARKDOWN = 1024 * 1024;

const OBJECTIONS = 20;

/**
 * The run for a pull request or the summary of a step: what it says, why it does not pass, of how much it speaks, every failure
 * with all that its reader needs, and what was not judged and why, in Markdown that holds no markup but its own.
 * @param limit - in bytes: what does not fit is left out from the end of its section, and counted; only the first lines are
 *   always there
 */
export function markdown(input: DocumentInput, limit = LARGEST_MARKDOWN): string {
  const { report } = input;
  const opening = [
    `## ${escaped(headline(report))}`,
    gate(report),
    counts(report),
    ...(report.run.shard ? [] : [profiles(report)]),
  ];
  return fitted(`${opening.join('\n\n')}\n`, sections(input), limit);
}

/** The sections below the opening, the most important first. */
function sections({ report, comparison }: DocumentInput): Section[] {
  const section = (title: string, items: readonly string[], what: string): Section => ({
    title,
    items,
    more: (left) => `…and ${left} more ${what}: \`${DOCUMENT_FILES.json}\` of this run has them all.`,
  });
  const failed = (title: string, level: string): Section =>
    section(
      title,
      report.requirements.filter((row) => row.verdict === 'fail' && row.level === level).map(failureItem),
      'failures',
    );
  const unjudged = (title: string, verdict: string): Section =>
    section(title, reasonItems(report.requirements.filter((row) => row.verdict === verdict)), 'reasons');
  const list = (title: string, texts: readonly string[]): Section =>
    section(
      title,
      texts.map((text) => `- ${escaped(text)}\n`),
      'lines',
    );
  return [
    section(
      'What failures have in common',
      rootCausesOf(report.requirements).map(
        (cause) =>
          `- ${escaped(sentenceOf(cause))}: ${firstOf(
            cause.rows.map(({ id }) => `\`${id}\``),
            20,
          )}\n`,
      ),
      'causes',
    ),
    { ...failed('Failed', 'MUST'), isMain: true },
    failed('Good practice not followed (SHOULD, never fails a run)', 'SHOULD'),
    {
      title: 'Since the earlier run',
      items: comparison ? [comparisonMarkdown(comparison, '####')] : [],
      more: () => 'Too much has changed for this page: `npm run compare -- OLD NEW` shows it.',
    },
    unjudged('Inconclusive', 'inconclusive'),
    unjudged('Not tested', 'not-tested'),
    unjudged('Not applicable', 'not-applicable'),
    list('Observed (changes no verdict)', report.observations),
    list(unstableSentence(report.run), unstableLines(report.run)),
    list('Left over on the target', report.leftovers),
    list('The run', facts(report)),
  ];
}

/** Whether the run passes, and what keeps it from that. */
function gate(report: Report): string {
  const whole = report.run.shard ? 'This shard' : 'This run';
  const against = report.gate.objections;
  const known = report.requirements.filter(({ baseline }) => baseline === 'known').length;
  const tolerated = known > 0 ? ` ${known} known to fail, and tolerated by the baseline.` : '';
  if (against.length === 0) return `**${whole} passes.**${tolerated}`;
  const shown = against.slice(0, OBJECTIONS).map((one) => `- ${escaped(one)}`);
  const left = against.length - shown.length;
  return [
    `**${whole} does not pass:**${tolerated}`,
    '',
    ...shown,
    ...(left > 0 ? [`- and ${left} more`] : []),
  ].join('\n');
}

/** "n of m" twice: of what was judged, how much passed; of the catalogue, how much was judged. */
const figures = (counts: Counts): string[] =>
  [passedOf(counts), judgedOf(counts)].map(({ part, of }) => `${part} of ${of}`);

function counts({ summary }: Report): string {
  const head = ['', 'passed, of those judged', 'judged, of the catalogue'];
  const others = ['failed', 'inconclusive', 'not tested', 'not applicable'];
  const rows = (['MUST', 'SHOULD'] as const).map((level) => {
    const own = summary[level];
    return [level, ...figures(own), own.fail, own.inconclusive, own['not-tested'], own['not-applicable']];
  });
  return table([...head, ...others], rows);
}

function profiles({ profiles: all }: Report): string {
  const head = [
    'Profile',
    'Verdict',
    'MUST passed',
    'MUST judged, of the catalogue',
    'SHOULD passed',
    'SHOULD judged',
  ];
  const rows = all.map(({ name, verdict, summary }) => [
    name,
    verdict,
    ...figures(summary.MUST),
    ...figures(summary.SHOULD),
  ]);
  return table(head, rows);
}

function facts(report: Report): string[] {
  const { run, suite, overlay, workspace, combinations, gate } = report;
  const { required } = gate;
  const figure = figureOf(report);
  return [
    `began ${run.startedAt}, took ${(run.durationMs / 1000).toFixed(1)} s, sent ${run.requests} requests`,
    `seed ${run.seed ?? 'none'}${run.filtered ? ', filtered' : ''}${run.complete ? '' : ', not complete'}`,
    ...(run.shards > 1 ? [`merged from ${run.shards} shards`] : []),
    ...(required.length > 0 ? [`every MUST has to pass: ${required.join(', ')}`] : []),
    ...(overlay ? [`judged with overlay ${describeOverlay(overlay)}`] : []),
    ...(figure ? [`MUST ${figureSentence(figure)}`] : []),
    ...workspace.map(seen),
    ...(combinations ? [combined(combinations)] : []),
    `${suite.name} ${suite.version}, contract ${suite.contractVersion}, catalogue ${suite.catalogueDigest}`,
    `Node.js ${run.versions.node}, Playwright ${run.versions.playwright}`,
  ];
}

function failureItem(row: ReportedRequirement): string {
  const note = tolerance(row);
  const parts = [
    `#### \`${row.id}\`${note && ` (${escaped(note)})`}`,
    escaped(row.statement),
    `${row.level}: ${referencesOf(row).map(linked).join(', ')}`,
    ...failuresOf(row).map(told),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A page of the project has no address where the document is read: it is named. */
const linked = ({ text, address }: Reference): string =>
  address.startsWith('https://') ? `[${escaped(text)}](${address})` : `${escaped(text)} (\`${address}\`)`;

function told({ finding, input, curl, replay, test }: ToldFailure): string {
  const lines = finding.map(([label, text]) => `${label.padEnd(8)} ${visibleLines(text, LONGEST_VALUE)}`);
  const folded = [
    ...(input ? ['Input', fenced(input, 'text', LONGEST_SCRIPT)] : []),
    ...(curl ? ['Request, for a shell that has the settings', fenced(curl, 'sh', LONGEST_SCRIPT)] : []),
    'Run it again',
    fenced(replay, 'sh', LONGEST_VALUE),
    escaped(test),
  ];
  return [
    fenced(lines.join('\n'), 'text', lines.length * 2 * LONGEST_VALUE),
    `<details><summary>Input, request and replay</summary>\n\n${folded.join('\n\n')}\n\n</details>`,
  ].join('\n\n');
}

const reasonItems = (rows: readonly ReportedRequirement[]): string[] =>
  byReason(rows).map((shared) => {
    const ids = shared.rows.map(({ id }) => `\`${id}\``);
    return `- ${escaped(wholeReason(shared))} (${ids.length}: ${firstOf(ids, 50)})\n`;
  });
