import { inParallel } from '../support/in-parallel.ts';
import type { Measurement } from './measurement.ts';
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
import { comparisonRows } from './schemathesis/rows.ts';
import { runSchemathesis } from './schemathesis/run.ts';

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
 * Compares both tools.
 *
 * @throws Error when a run ends without a report
 */
async function compared(command: string): Promise<SchemathesisComparison> {
  const known = await readKnownData();
  const ours = await judgeHonest();
  const ofHonest = await honestRuns(command, known);
  const accusations = ofHonest.flatMap(({ failures }) => failures);
  const lookFor = async (fault: string): Promise<FaultRun> => {
    const run = await runSchemathesis(command, known, [fault]);
    const failures = newFailures(run.failures, accusations);
    return { ...run, failures, found: failures.length > 0 };
  };
  const judged = await inParallel(comparedFaults(), AT_ONCE, async (fault) => ({
    name: fault.name,
    breaks: fault.breaks,
    kind: kindOf(fault.breaks),
    ours: await judgeFault(fault),
    schemathesis: await lookFor(fault.name),
  }));
  return { version: VERSION, honest: { ours, schemathesis: ofHonest[0] }, faults: judged };
}

/**
 * The suite beside Schemathesis, which generates requests from a contract and judges the answers by it: on the same contract, the
 * honest reference and the same faults, each of them once. Ours runs the tests of the requirement that a fault breaks, so that it is found by
 * nothing else, Schemathesis all that it does: a fault is found where it reports what it does not report of the honest reference.
 */
export const schemathesis: Measurement = {
  name: 'schemathesis',
  title: 'Beside Schemathesis: the same contract, the same faults',
  isLong: true,
  run: async () => {
    const installed = await installSchemathesis();
    if ('command' in installed) return comparisonRows(await compared(installed.command));
    console.log(installed.skipped);
    return [];
  },
};
