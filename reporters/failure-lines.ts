import type { Level } from '../schemas/requirements.ts';
import { visible, visibleLines } from '../schemas/visible-text.ts';
import type { Report, ReportedRequirement } from './report.ts';
import { tolerance } from './tolerance.ts';

/** How many failures of a level are told in full: of a target that breaks more, the report is the place to read. */
const IN_FULL = 25;

/** The lines of a failure stand below its requirement, and those of a value below its name. */
const INDENT = '    ';
const BELOW_NAME = `\n${INDENT}${' '.repeat('received '.length + 2)}`;

/** What failed, as the console tells it: a MUST and a SHOULD alike. */
export function failureLines({ requirements }: Report, level: Level): string[] {
  const failed = requirements.filter((row) => row.verdict === 'fail' && row.level === level);
  return failed.flatMap((row, index) => [
    `${row.id}${noteOf(row)}: ${visible(row.statement)}`,
    ...(index < IN_FULL ? details(row) : []),
  ]);
}

function details({ tests }: ReportedRequirement): string[] {
  const test = tests.find(({ failures }) => failures.length > 0);
  const [failure] = test?.failures ?? [];
  if (!test || !failure) return [];
  const lines: [name: string, text: string][] = [
    ['at', `${test.file}:${test.line}`],
    ['expected', visible(failure.expected, 2_000)],
    ['received', visible(failure.received, 2_000)],
    ['fix', visibleLines(failure.fix)],
    ['input', visibleLines(failure.input)],
    ['curl', visibleLines(failure.curl)],
    ['replay', visibleLines(failure.replay)],
  ];
  return lines
    .filter(([, text]) => text !== '')
    .map(
      ([name, text]) => `${INDENT}${name.padEnd('received'.length)} ${text.replace(/\n\s*/g, BELOW_NAME)}`,
    );
}

const noteOf = (row: ReportedRequirement): string => {
  const note = tolerance(row);
  return note ? ` (${note})` : '';
};
