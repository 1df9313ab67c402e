import { listFaults, type NamedFault } from '../../../../fixtures/reference/faults/index.ts';
import { findRequirement } from '../../../../schemas/requirements.ts';
import { inParallel } from '../../support/in-parallel.ts';
import { binsOf } from './fault-bins.ts';
import { randomNumbers, shuffled } from './random.ts';
import type { Start } from './targets.ts';
import { line, mustsOf, type Summary, summaryOf, type WholeRun, wholeRun } from './whole-run.ts';

/** How many faults share a server in each round: a fault that another one hides is found once they are on different servers. */
const SIZES = [30, 8, 2, 1];

/** A fault whose own requirement did not fail. */
interface Missed {
  readonly fault: string;
  readonly verdict: Summary;
}

/** One run of a round, as it is recorded. */
interface FaultRun {
  readonly faults: readonly string[];
  readonly seconds: number;
  readonly ended: boolean;
  readonly code: number;
  readonly failed: readonly string[];
  readonly inconclusive: readonly Summary[];
  /** The faults whose own requirement did not fail. */
  readonly hidden: readonly Missed[];
}

/** The results for all faults. */
export interface FaultResult {
  readonly judged: number;
  /** How many failed their own requirement. */
  readonly right: number;
  /** Those that did not, even on a server without other faults. */
  readonly missed: readonly Missed[];
  readonly rounds: readonly (readonly FaultRun[])[];
}

/**
 * One fault for every MUST that has faults.
 *
 * @param seed - picks one at random; the first one unless given
 */
export function oneOfEach(seed: number | undefined): readonly NamedFault[] {
  const groups = new Map<string, NamedFault[]>();
  for (const fault of listFaults())
    if (findRequirement(fault.breaks).level === 'MUST')
      groups.set(fault.breaks, [...(groups.get(fault.breaks) ?? []), fault]);
  const random = seed === undefined ? () => 0 : randomNumbers(seed);
  return [...groups.values()].flatMap((group) => group[Math.floor(random() * group.length)] ?? []);
}

/** The faults to judge: one for each MUST, or as many of these as `count` says. */
export function pickFaults(count: number | undefined, seed: number | undefined): readonly NamedFault[] {
  const faults = oneOfEach(seed);
  return count === undefined ? faults : shuffled(faults, seed ?? 1, count);
}

function record(faults: readonly NamedFault[], run: WholeRun): FaultRun {
  const failed = mustsOf(run, 'fail').map(({ id }) => id);
  return {
    faults: faults.map(({ name }) => name),
    seconds: run.seconds,
    ended: run.ended,
    code: run.code,
    failed,
    inconclusive: mustsOf(run, 'inconclusive'),
    hidden: faults
      .filter(({ breaks }) => !failed.includes(breaks))
      .map(({ name, breaks }) => ({ fault: name, verdict: summaryOf(run, breaks) })),
  };
}

function printRound(size: number, runs: readonly FaultRun[], seconds: number): void {
  const judgedInRound = runs.reduce((sum, { faults }) => sum + faults.length, 0);
  const hidden = runs.flatMap((run) => run.hidden);
  const inconclusive = runs.flatMap((run) => run.inconclusive);
  console.log(
    `round of at most ${size}: ${judgedInRound} faults in ${runs.length} runs, ${judgedInRound - hidden.length} failed by the right id, ${hidden.length} not, ${Math.round(seconds)} s`,
  );
  for (const { fault, verdict } of hidden) console.log(`  not yet ${fault} -> ${line(verdict)}`);
  for (const summary of inconclusive) console.log(`  ${line(summary)}`);
}

/** Judges faults in rounds, and prints the result of each round. */
export async function judgeFaults(
  faults: readonly NamedFault[],
  start: Start,
  jobs: number,
): Promise<FaultResult> {
  const rounds: FaultRun[][] = [];
  const missed: Missed[] = [];
  let remaining = faults;
  for (const size of SIZES) {
    if (remaining.length === 0) break;
    // They just shared a server: sharing one again would show nothing new.
    if (rounds.length > 0 && size > 1 && remaining.length <= size) continue;
    const begun = performance.now();
    const runs = await inParallel(binsOf(remaining, size), jobs, async (bin) => {
      const run = record(bin, await wholeRun(start, { faults: bin.map(({ name }) => name) }));
      const short = run.ended ? '' : ', cut short';
      console.log(
        `  ${bin.length} faults, ${bin.length - run.hidden.length} right, ${run.seconds} s${short}`,
      );
      return run;
    });
    rounds.push(runs);
    printRound(size, runs, (performance.now() - begun) / 1000);
    // A fault that had a server to itself is not tried again.
    missed.push(...runs.filter((run) => run.faults.length === 1).flatMap((run) => run.hidden));
    const hidden = new Set(
      runs.filter((run) => run.faults.length > 1).flatMap(({ hidden }) => hidden.map(({ fault }) => fault)),
    );
    remaining = remaining.filter(({ name }) => hidden.has(name));
  }
  return { judged: faults.length, right: faults.length - missed.length, missed, rounds };
}
