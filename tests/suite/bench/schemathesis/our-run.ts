import type { NamedFault } from '../../../../fixtures/reference/faults/index.ts';
import { EMBED_PARTS, projectsOf } from '../../../../fixtures/session/projects.ts';
import { idsOf, withVerdict } from '../../support/report-queries.ts';
import { only, runSuite } from '../../support/run-suite.ts';
import { withReference } from '../../support/with-reference.ts';
import type { FaultRun, ToolRun } from './result.ts';

/** What a run takes that has the machine to itself: it divides its tests as a user's would. */
const AS_USUAL = { args: [`--workers=${projectsOf({}, []).length}`], settings: { [EMBED_PARTS]: '' } };

/**
 * Runs the suite against a reference of its own.
 *
 * @param args - for the runner
 * @param more - settings beside those of the reference
 * @throws Error when it ended without a report
 */
const run = (
  faults: readonly string[],
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<ToolRun> =>
  withReference({ faults }, async ({ settings }) => {
    const begun = performance.now();
    const { report, output } = await runSuite({ ...settings, ...more }, args);
    const seconds = (performance.now() - begun) / 1_000;
    if (!report)
      throw new Error(
        `The suite ended without a report with the faults [${faults.join(', ')}]. It printed:\n${output.slice(-2_000)}`,
      );
    return { seconds, requests: report.run.requests, failures: idsOf(withVerdict(report, 'fail')) };
  });

/** The whole default run against the reference without faults. */
export const judgeHonest = (): Promise<ToolRun> => run([], AS_USUAL.args, AS_USUAL.settings);

/** Runs the tests of the requirement that a fault breaks: it is found where that requirement fails. */
export async function judgeFault({ name, breaks }: NamedFault): Promise<FaultRun> {
  const ended = await run([name], only(breaks));
  return { ...ended, found: ended.failures.includes(breaks) };
}
