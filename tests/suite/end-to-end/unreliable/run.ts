import { listFaults } from '../../../../fixtures/reference/faults/index.ts';
import { type MeasuredRun, measureSuite } from '../../support/measured-run.ts';
import { startBehindProxy } from '../../support/proxy/proxy.ts';
import { only } from '../../support/run-suite.ts';
import { type Mode, SEED } from './mode.ts';

/** What is asked about a network takes no more generated examples than these, and each mode takes two runs. */
const FEW_EXAMPLES = { CONFORMANCE_RUNS: '3' };
/** A run that takes longer than that is ended by the runner itself. */
const TIME_LIMIT_MS = 900_000;

/**
 * Runs the suite through a mode, in processes of its own.
 *
 * @param faults - of the target; none of an honest one
 * @param args - the part of the tests that is run
 * @returns the run, its seconds and MiB as whole numbers
 */
async function measure(mode: Mode, faults: readonly string[], args: readonly string[]): Promise<MeasuredRun> {
  const target = await startBehindProxy({ faults }, mode.treat(), SEED);
  try {
    const settings = {
      ...target.settings,
      ...FEW_EXAMPLES,
      ...(typeof mode.settings === 'function' ? mode.settings(target.settings) : mode.settings),
    };
    const run = await measureSuite(settings, [`--global-timeout=${TIME_LIMIT_MS}`, ...args]);
    return { ...run, seconds: Math.round(run.seconds), peakMb: Math.round(run.peakMb) };
  } finally {
    await target.close();
  }
}

/** Judges the honest target through a mode. */
export const judgeHonest = (mode: Mode, part = mode.part ?? []): Promise<MeasuredRun> =>
  measure(mode, [], part);

/** Judges a target with faults through a mode: only what the faults break. */
export function judgeBroken(mode: Mode, names: readonly string[]): Promise<MeasuredRun> {
  const ids = listFaults().flatMap(({ name, breaks }) => (names.includes(name) ? breaks : []));
  return measure(mode, names, only(...ids));
}
