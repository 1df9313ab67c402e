/** `npm run compare -- OLD NEW [--format=text|markdown|json]`: says how two runs differ, and exits 1 on a regression. */
import { readArguments, runCommand } from '../schemas/command-line.ts';
import { compareReports, comparisonMarkdown, comparisonText } from './comparison.ts';
import { jsonText } from './documents/common.ts';
import { readReport } from './read-report.ts';
import type { Report } from './report.ts';

const FORMATS = { text: comparisonText, markdown: comparisonMarkdown, json: jsonText };
const USAGE =
  'npm run compare -- OLD NEW [--format=text|markdown|json]: name the reports of two runs, such as an earlier report.json and conformance-report/report.json.';

function read(file: string): Report {
  try {
    return readReport(file);
  } catch (error) {
    throw new Error(`${file} cannot be compared: ${(error as Error).message}`);
  }
}

function main(args: string[]): number {
  const { values, positionals } = readArguments(USAGE, args, {
    format: { type: 'string', default: 'text' },
  });
  const write = Object.hasOwn(FORMATS, values.format) && FORMATS[values.format as keyof typeof FORMATS];
  const [before, after, ...others] = positionals;
  if (!write || before === undefined || after === undefined || others.length > 0) throw new Error(USAGE);
  const comparison = compareReports(read(before), read(after));
  process.stdout.write(write(comparison));
  return comparison.regressions.length === 0 ? 0 : 1;
}

await runCommand(() => main(process.argv.slice(2)));
