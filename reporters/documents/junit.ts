import { XMLBuilder } from 'fast-xml-parser';
import { describeOverlay, withOverlay } from '../../schemas/overlay.ts';
import { forOffers } from '../../schemas/scope.ts';
import { visible, visibleLines } from '../../schemas/visible-text.ts';
import { mustFailed } from '../exit.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { headline } from '../summary.ts';
import {
  type DocumentInput,
  failsRun,
  failuresOf,
  LONGEST_STORY,
  LONGEST_VALUE,
  rulesOf,
  type ToldFailure,
  tolerance,
} from './story.ts';

/** The suite of what keeps a run from passing beside its requirements. */
const THE_RUN = 'the run';

/** A `testsuite`. */
interface CaseGroup {
  name: string;
  cases: Case[];
}

/**
 * The run as JUnit XML, with the elements and attributes that `junit-10.xsd` of Jenkins knows: a test case for each requirement,
 * in a suite for each section of the interface. What fails here keeps the run from passing, and the other way round: a failure
 * that the baseline tolerates is skipped and says so, a SHOULD that is not followed passes and says so.
 */
export function junit({ report, problems = [] }: DocumentInput): string {
  const groups = [theRun(report, problems), ...bySection(report.requirements)];
  const all = groups.flatMap(({ cases }) => cases);
  const { skipped: _, ...totals } = countsOf(all);
  const suites = groups.map(({ name, cases }, index) => ({
    ...attributes({ id: index, name, timestamp: report.run.startedAt, ...countsOf(cases) }),
    ...(index === 0 ? { properties: { property: propertiesOf(report, problems).map(propertyOf) } } : {}),
    testcase: cases.map((one) => elementOf(name, one)),
  }));
  return xml.build({
    '?xml': attributes({ version: '1.0', encoding: 'UTF-8' }),
    testsuites: { ...attributes({ name: visible(headline(report)), ...totals }), testsuite: suites },
  });
}

/** What marks an attribute among the children of an element. */
const ATTRIBUTE = '@';

const xml = new XMLBuilder({
  attributeNamePrefix: ATTRIBUTE,
  ignoreAttributes: false,
  format: true,
  suppressEmptyNode: true,
});

const attributes = (values: Record<string, string | number>): Record<string, string | number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${ATTRIBUTE}${name}`, value]));

const propertyOf = ([name, value]: [string, string]): object => attributes({ name, value: visible(value) });

/** A `testcase` of the suite of a section. */
function elementOf(section: string, { name, ms, ending, story }: Case): object {
  const itself = attributes({ classname: section, name, time: seconds(ms) });
  if (!ending) return story ? { ...itself, 'system-out': story } : itself;
  const { element, type, message } = ending;
  return { ...itself, [element]: { ...attributes({ type, message }), '#text': story } };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/** The numbers of a suite, or of all. */
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

/** A suite for each section, in the order of the catalogue. What nothing sent over HTTP can judge is left out. */
function bySection(rows: readonly ReportedRequirement[]): CaseGroup[] {
  const sections = new Map<string, Case[]>();
  for (const row of rows) {
    if (row.verdict === 'excluded') continue;
    const [section = ''] = row.source.split(',');
    const known = sections.get(section);
    if (known) known.push(caseOf(row));
    else sections.set(section, [caseOf(row)]);
  }
  return [...sections].map(([name, cases]) => ({ name, cases }));
}

/** Why the run does not pass, but for the requirements that fail: those have a case of their own. */
function theRun({ gate, requirements }: Report, problems: readonly string[]): CaseGroup {
  const told = mustFailed(requirements.filter(failsRun).length);
  const others = [...gate.objections, ...problems].filter((one) => one !== told);
  return {
    name: THE_RUN,
    cases: others.map((one) => ({
      name: visible(one),
      ms: 0,
      ending: { element: 'error', type: 'the run does not pass', message: visible(one) },
      story: visibleLines(one, 4_000),
    })),
  };
}

/** What the run was, and what it says as a whole. */
function propertiesOf(
  { suite, target, run, verdict, overlay, gate, profiles, summary }: Report,
  problems: readonly string[],
): [name: string, value: string][] {
  const against = [...gate.objections, ...problems];
  const total = (counts: object): number => Object.values(counts).reduce((sum, one) => sum + one, 0);
  return [
    [
      'verdict',
      run.shard
        ? `none: shard ${run.shard.current} of ${run.shard.total}`
        : verdict + forOffers(target.offers) + withOverlay(overlay),
    ],
    ...(overlay ? [['overlay', describeOverlay(overlay)] as [string, string]] : []),
    ['gate', against.length === 0 ? 'passes' : 'does not pass'],
    ...against.map((one, index): [string, string] => [`gate.objection.${index + 1}`, one]),
    ['gate.required', gate.required.join(', ')],
    ...profiles.map((one): [string, string] => {
      const { pass, fail } = one.summary.MUST;
      return [
        `profile.${one.name}`,
        `${one.verdict}: ${pass} of ${pass + fail} verified MUST hold, of ${total(one.summary.MUST)}`,
      ];
    }),
    ...(['MUST', 'SHOULD'] as const).map((level): [string, string] => {
      const { pass, fail } = summary[level];
      return [
        `summary.${level}`,
        `${pass} of ${pass + fail} verified hold, ${pass + fail} of ${total(summary[level])} verified`,
      ];
    }),
    ['target', target.embedded ? `embedded: ${target.baseUrl}` : target.baseUrl],
    ['seed', String(run.seed ?? '')],
    ['requests', String(run.requests)],
    ['durationMs', String(run.durationMs)],
    ['suite', `${suite.name} ${suite.version}`],
    ['contract', suite.contractVersion],
    ['catalogue', suite.catalogueDigest],
    ['node', run.versions?.node ?? ''],
    ['playwright', run.versions?.playwright ?? ''],
  ];
}

/** A `testcase`. Every text in it can be written as XML. */
export interface Case {
  name: string;
  ms: number;
  /** What it is but passed. */
  ending?: { element: 'failure' | 'error' | 'skipped'; type: string; message: string };
  /** What is in that element, or in `system-out`; may be empty. */
  story: string;
}

/** How a requirement is told as a test case. */
export function caseOf(row: ReportedRequirement): Case {
  const ms = row.tests.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return { name: visible(`${row.id}: ${row.statement}`), ms, ...endingOf(row) };
}

function endingOf(row: ReportedRequirement): Pick<Case, 'ending' | 'story'> {
  const { verdict, reason, level } = row;
  const note = tolerance(row);
  const story = storyOf(row);
  if (failsRun(row))
    return {
      ending: { element: 'failure', type: 'nonconformance', message: joined(note, shortOf(row)) },
      story,
    };
  const broken = row.tests.filter(({ status }) => status === 'error').map(({ title }) => title);
  if (broken.length > 0) {
    const message = visible(reason || `the suite itself failed in: ${broken.join(', ')}`);
    return { ending: { element: 'error', type: 'error of the suite', message }, story };
  }
  if (verdict === 'fail' && level === 'MUST') {
    const message = joined('fails, and the baseline tolerates it', note, shortOf(row));
    return { ending: { element: 'skipped', type: 'known failure', message }, story };
  }
  if (verdict === 'fail') return { story: `Good practice not followed (never fails a run)\n${story}` };
  if (verdict === 'pass') return { story: visible(note) };
  const message = joined(verdict.replace('-', ' '), reason);
  return { ending: { element: 'skipped', type: verdict, message }, story };
}

const LONGEST_MESSAGE = 1_000;

/** Sentences on one line; empty ones are left out. */
const joined = (...parts: readonly string[]): string =>
  visible(parts.filter(Boolean).join(': '), LONGEST_MESSAGE);

/** A failure in one line. */
function shortOf(row: ReportedRequirement): string {
  const [failure] = failuresOf(row);
  return failure?.finding.map(([label, text]) => `${label} ${visible(text, 200)}`).join(', ') ?? '';
}

/** A failure with all that its reader asks for. */
function storyOf(row: ReportedRequirement): string {
  const failures = failuresOf(row);
  if (failures.length === 0) return visibleLines(row.reason, LONGEST_VALUE);
  return [
    `${row.id}  ${row.level}  ${row.source}`,
    row.statement,
    `rule     ${rulesOf(row)}`,
    ...failures.map(told),
  ].join('\n');
}

function told({ finding, input, curl, replay, test }: ToldFailure): string {
  const lines = [
    `test     ${visible(test)}`,
    ...finding.map(([label, text]) => `${label.padEnd(8)} ${visibleLines(text, LONGEST_VALUE)}`),
    ...(input ? [`input    ${visibleLines(input, LONGEST_STORY)}`] : []),
    ...(curl ? [`curl     ${visibleLines(curl, LONGEST_STORY)}`] : []),
    `replay   ${visibleLines(replay, LONGEST_VALUE)}`,
  ];
  return `\n${lines.join('\n')}`;
}
