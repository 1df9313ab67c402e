import { XMLBuilder } from 'fast-xml-parser';
import { describeOverlay, withOverlay } from '../../schemas/overlay.ts';
import { forOffers } from '../../schemas/requirements.ts';
import { referencesOf } from '../../schemas/rules-page.ts';
import { visible, visibleLines } from '../../schemas/visible-text.ts';
import { groupBy } from '../lists.ts';
import { sectionOf } from '../reasons.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { headline } from '../summary.ts';
import {
  type DocumentInput,
  failsRun,
  failuresOf,
  judgedOf,
  LONGEST_SCRIPT,
  LONGEST_VALUE,
  objectionsBeside,
  type ToldFailure,
  tolerance,
} from './common.ts';

/**
 * The run as JUnit XML, with the elements and attributes that `junit-10.xsd` of Jenkins knows: a test case for each requirement,
 * in a suite for each section of the interface. What fails here keeps the run from passing, and the other way round: a failure
 * that the baseline tolerates is skipped and says so, a SHOULD that is not followed passes and says so.
 */
export function junit({ report }: DocumentInput): string {
  // What nothing sent over HTTP can judge is left out.
  const rows = report.requirements.filter(({ verdict }) => verdict !== 'excluded');
  const sections = [...groupBy(rows, sectionOf)].map(([name, own]) => [name, own.map(caseOf)] as const);
  const groups = [['the run', ofTheRun(report)] as const, ...sections];
  const { skipped: _, ...totals } = countsOf(groups.flatMap(([, cases]) => cases));
  const suites = groups.map(([name, cases], index) => ({
    ...attributes({ id: index, name, timestamp: report.run.startedAt, ...countsOf(cases) }),
    ...(index === 0 ? { properties: { property: propertiesOf(report) } } : {}),
    testcase: cases.map((one) => elementOf(name, one)),
  }));
  return xml.build({
    '?xml': attributes({ version: '1.0', encoding: 'UTF-8' }),
    testsuites: { ...attributes({ name: visible(headline(report)), ...totals }), testsuite: suites },
  });
}

const ATTRIBUTE = '@';

const xml = new XMLBuilder({
  attributeNamePrefix: ATTRIBUTE,
  ignoreAttributes: false,
  format: true,
  suppressEmptyNode: true,
});

const attributes = (values: Record<string, string | number>): Record<string, string | number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${ATTRIBUTE}${name}`, value]));

function elementOf(section: string, { name, ms, ending, detail }: Case): object {
  const itself = attributes({ classname: section, name, time: seconds(ms) });
  if (!ending) return detail ? { ...itself, 'system-out': detail } : itself;
  const { element, type, message } = ending;
  return { ...itself, [element]: { ...attributes({ type, message }), '#text': detail } };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

function countsOf(cases: readonly Case[]) {
  const count = (element: string): number => cases.filter(({ ending }) => ending?.element === element).length;
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
  };
}

/** Why the run does not pass, but for the requirements that fail: those have a case of their own. */
const ofTheRun = (report: Report): Case[] =>
  objectionsBeside(report).map((one) => ({
    name: visible(one),
    ms: 0,
    ending: { element: 'error', type: 'the run does not pass', message: visible(one) },
    detail: visibleLines(one, LONGEST_VALUE),
  }));

function propertiesOf(report: Report): object[] {
  const { suite, target, run, verdict, overlay, gate, profiles, summary } = report;
  const against = gate.objections;
  const properties = {
    verdict: run.shard
      ? `none: shard ${run.shard.current} of ${run.shard.total}`
      : verdict + forOffers(target.offers) + withOverlay(overlay),
    ...(overlay ? { overlay: describeOverlay(overlay) } : {}),
    gate: against.length === 0 ? 'passes' : 'does not pass',
    ...Object.fromEntries(against.map((one, index) => [`gate.objection.${index + 1}`, one])),
    'gate.required': gate.required.join(', '),
    ...Object.fromEntries(
      profiles.map((one) => {
        const { part: judged, of: all } = judgedOf(one.summary.MUST);
        return [
          `profile.${one.name}`,
          `${one.verdict}: ${one.summary.MUST.pass} of ${judged} judged MUST passed, of ${all}`,
        ];
      }),
    ),
    ...Object.fromEntries(
      (['MUST', 'SHOULD'] as const).map((level) => {
        const { part: judged, of: all } = judgedOf(summary[level]);
        return [
          `summary.${level}`,
          `${summary[level].pass} of ${judged} judged passed, ${judged} of ${all} judged`,
        ];
      }),
    ),
    target: target.embedded ? `embedded: ${target.baseUrl}` : target.baseUrl,
    seed: String(run.seed ?? ''),
    requests: String(run.requests),
    durationMs: String(run.durationMs),
    suite: `${suite.name} ${suite.version}`,
    contract: suite.contractVersion,
    catalogue: suite.catalogueDigest,
    node: run.versions.node,
    playwright: run.versions.playwright,
  };
  return Object.entries(properties).map(([name, value]) => attributes({ name, value: visible(value) }));
}

/** A `testcase`. Every text in it can be written as XML. */
interface Case {
  name: string;
  ms: number;
  /** What it is but passed. */
  ending?: { element: 'failure' | 'error' | 'skipped'; type: string; message: string };
  /** What is in that element, or in `system-out`; may be empty. */
  detail: string;
}

function caseOf(row: ReportedRequirement): Case {
  const ms = row.tests.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return { name: visible(`${row.id}: ${row.statement}`), ms, ...endingOf(row) };
}

function endingOf(row: ReportedRequirement): Pick<Case, 'ending' | 'detail'> {
  const { verdict, reason, level } = row;
  const note = tolerance(row);
  const detail = detailOf(row);
  type Ending = NonNullable<Case['ending']>;
  const ends = (element: Ending['element'], type: string, message: string) => ({
    ending: { element, type, message },
    detail,
  });
  if (failsRun(row)) return ends('failure', 'nonconformance', joined(note, shortOf(row)));
  const broken = row.tests.filter(({ status }) => status === 'error').map(({ title }) => title);
  if (broken.length > 0) {
    const message = visible(reason || `the suite itself failed in: ${broken.join(', ')}`);
    return ends('error', 'error of the suite', message);
  }
  if (verdict === 'fail' && level === 'MUST')
    return ends(
      'skipped',
      'known failure',
      joined('fails, and the baseline tolerates it', note, shortOf(row)),
    );
  if (verdict === 'fail') return { detail: `Good practice not followed (never fails a run)\n${detail}` };
  if (verdict === 'pass') return { detail: visible(note) };
  return ends('skipped', verdict, joined(verdict.replace('-', ' '), reason));
}

const LONGEST_MESSAGE = 1_000;

const joined = (...parts: readonly string[]): string =>
  visible(parts.filter(Boolean).join(': '), LONGEST_MESSAGE);

const shortOf = (row: ReportedRequirement): string =>
  failuresOf(row)[0]
    ?.finding.map(([label, text]) => `${label} ${visible(text, 200)}`)
    .join(', ') ?? '';

function detailOf(row: ReportedRequirement): string {
  const failures = failuresOf(row);
  if (failures.length === 0) return visibleLines(row.reason, LONGEST_VALUE);
  const rules = referencesOf(row).map(({ address }) => address);
  return [
    `${row.id}  ${row.level}  ${row.source}`,
    row.statement,
    `rule     ${rules.join(' ')}`,
    ...failures.map(told),
  ].join('\n');
}

function told({ finding, input, curl, replay, test }: ToldFailure): string {
  const lines = [
    `test     ${visible(test)}`,
    ...finding.map(([label, text]) => `${label.padEnd(8)} ${visibleLines(text, LONGEST_VALUE)}`),
    ...(input ? [`input    ${visibleLines(input, LONGEST_SCRIPT)}`] : []),
    ...(curl ? [`curl     ${visibleLines(curl, LONGEST_SCRIPT)}`] : []),
    `replay   ${visibleLines(replay, LONGEST_VALUE)}`,
  ];
  return `\n${lines.join('\n')}`;
}
