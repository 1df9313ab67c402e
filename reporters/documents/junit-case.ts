import { visible, visibleLines } from '../../schemas/visible-text.ts';
import type { ReportedRequirement } from '../report.ts';
import { tolerance } from '../tolerance.ts';
import { failsRun, failuresOf, LONGEST_STORY, LONGEST_VALUE, rulesOf, type ToldFailure } from './story.ts';

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
