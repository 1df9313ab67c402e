import type { NamedFault } from '../../../../fixtures/reference/faults/index.ts';
import { type MeasuredRun, measureSuite } from '../../support/measured-run.ts';
import { idsOf, withVerdict } from '../../support/report-queries.ts';
import { FEW_WORKERS, only } from '../../support/run-suite.ts';
import { withReference } from '../../support/with-reference.ts';
import type { FaultRun, ToolRun } from './result.ts';

/**
 * What a run against a reference took and reported.
 *
 * @throws Error when it ended without a report
 */
function toolRun({ report, output, seconds }: MeasuredRun): ToolRun {
  if (!report) throw new Error(`The suite ended without a report. It printed:\n${output.slice(-2_000)}`);
  return { seconds, requests: report.run.requests, failures: idsOf(withVerdict(report, 'fail')) };
}

/** The whole default run against the reference without faults. */
export const judgeHonest = (): Promise<ToolRun> =>
  withReference({}, async ({ settings }) => toolRun(await measureSuite(settings)));

/** Runs the tests of the requirement that a fault breaks: it is found where that requirement fails. */
export async function judgeFault({ name, breaks }: NamedFault): Promise<FaultRun> {
  const ended = await withReference({ faults: [name] }, async ({ settings }) =>
    toolRun(
      await measureSuite({ ...settings, ...FEW_WORKERS.environment }, [...FEW_WORKERS.args, ...only(breaks)]),
    ),
  );
  return { ...ended, found: ended.failures.includes(breaks) };
}
