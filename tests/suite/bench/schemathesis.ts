import { inParallel } from '../support/in-parallel.ts';
import { comparedFaults, kindOf } from './schemathesis/faults.ts';
import { installSchemathesis, VERSION } from './schemathesis/install.ts';
import { type KnownData, readKnownData } from './schemathesis/known-data.ts';
import { judgeFault, judgeHonest } from './schemathesis/our-run.ts';
import {
  type FaultRun,
  newFailures,
  type SchemathesisComparison,
  type ToolRun,
} from './schemathesis/result.ts';
import { runSchemathesis } from './schemathesis/run.ts';

export type { SchemathesisComparison } from './schemathesis/result.ts';
export { comparisonRows, faultRows } from './schemathesis/rows.ts';

/** More would only wait for one another on the machines that run this. */
const AT_ONCE = 2;

/** All that these runs report is left out of the findings: what is reported of the honest reference now and then is none. */
const HONEST_RUNS = 2;

async function honestRuns(command: string, known: KnownData): Promise<readonly [ToolRun, ...ToolRun[]]> {
  const runs: [ToolRun, ...ToolRun[]] = [await runSchemathesis(command, known, [])];
  while (runs.length < HONEST_RUNS) runs.push(await runSchemathesis(command, known, []));
  return runs;
}

/**
 * Sets the suite beside Schemathesis, which generates requests from a contract and judges the answers by it: on the same
 * contract, the honest reference and the same faults. Takes about a quarter of an hour on two cores.
 *
 * @param options.faults - how many faults are compared; 50 unless given
 * @returns what both took and found; or why Schemathesis cannot be run here, in a sentence
 * @throws Error when a run ends without a report
 */
export async function besideSchemathesis(options: {
  readonly faults?: number;
}): Promise<SchemathesisComparison | { readonly skipped: string }> {
  const installed = await installSchemathesis();
  if ('skipped' in installed) return installed;
  const { command } = installed;
  const known = await readKnownData();
  const ours = await judgeHonest();
  const ofHonest = await honestRuns(command, known);
  const accusations = ofHonest.flatMap(({ failures }) => failures);
  const lookFor = async (fault: string): Promise<FaultRun> => {
    const run = await runSchemathesis(command, known, [fault]);
    const failures = newFailures(run.failures, accusations);
    return { ...run, failures, found: failures.length > 0 };
  };
  const faults = await inParallel(comparedFaults(options.faults), AT_ONCE, async (fault) => ({
    name: fault.name,
    breaks: fault.breaks,
    kind: kindOf(fault.breaks),
    ours: await judgeFault(fault),
    schemathesis: await lookFor(fault.name),
  }));
  return { version: VERSION, honest: { ours, schemathesis: ofHonest[0] }, faults };
}
