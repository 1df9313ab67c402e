import type { Report } from '../../../reporters/report.ts';
import type { Run } from '../support/run-suite.ts';

/** How a run against an honest target that is judged in full must end. */
const unexpectedIn = ({ verdict, summary }: Report): string[] => [
  ...(verdict === 'conformant' ? [] : [`${verdict}, expected conformant`]),
  ...(summary.MUST.inconclusive > 0 ? [`${summary.MUST.inconclusive} MUST inconclusive, expected none`] : []),
];

/** The last line that a run printed, for a run that left no report. */
const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? '';

/**
 * What is wrong with runs whose time was measured: one that judged less than all would be quick for a reason that does not count.
 *
 * @returns a sentence each, the same one once; empty when all ended as they should
 */
export function objectionsTo(runs: readonly Pick<Run, 'code' | 'output' | 'report'>[]): string[] {
  const found = runs.flatMap(({ code, output, report }) => [
    ...(code === 0 ? [] : [`exit ${code}, expected 0`]),
    ...(report ? unexpectedIn(report) : [`no report: ${lastLine(output)}`]),
  ]);
  return [...new Set(found)];
}
