import { listFaults, type NamedFault } from '../../../../fixtures/reference/faults/index.ts';
import { findRequirement } from '../../../../schemas/requirements.ts';
import { binsOf } from './fault-bins.ts';
import { generator, shuffled } from './disturbances.ts';
import type { Start } from './targets.ts';
import { inParallel, judged, line, mustsOf, type Told, type WholeRun, wholeRun } from './whole-run.ts';

/** How many faults share a server, round after round: what one fault hides of another shows when they part. */
const SIZES = [30, 8, 2, 1];

/** A fault whose own requirement did not fail. */
interface Missed {
  readonly fault: string;
  readonly verdict: Told;
}

/** One run of a round, as it is written down. */
interface FaultRun {
  readonly faults: readonly string[];
  readonly seconds: number;
  readonly ended: boolean;
  readonly code: number;
  readonly failed: readonly string[];
  readonly inconclusive: readonly Told[];
  /** The faults whose own requirement did not fail. */
  readonly hidden: readonly Missed[];
}

/** What came of all faults. */
export interface FaultResult {
  readonly judged: number;
  readonly right: number;
  /** Those whose own requirement did not fail even when nothing else was wrong. */
  readonly missed: readonly Missed[];
  readonly rounds: readonly (readonly FaultRun[])[];
}

/**
 * One fault of every MUST that has faults.
 *
 * @param seed - picks which; the first of each unless given
 */
export function oneOfEach(seed: number | undefined): readonly NamedFault[] {
  const groups = new Map<string, NamedFault[]>();
  for (const fault of listFaults())
    if (findRequirement(fault.breaks).level === 'MUST')
      groups.set(fault.breaks, [...(groups.get(fault.breaks) ?? []), fault]);
  const random = seed === undefined ? () => 0 : generator(seed);
  return [...groups.values()].flatMap((group) => group[Math.floor(random() * group.length)] ?? []);
}

/** The faults of this run: one of each MUST, or as many of those as asked for. */
export function pickFaults(count: number | undefined, seed: number | undefined): readonly NamedFault[] {
  const faults = oneOfEach(seed);
  return count === undefined ? faults : shuffled(faults, seed ?? 1, count);
}

function writeDown(faults: readonly NamedFault[], run: WholeRun): FaultRun {
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
      .map(({ name, breaks }) => ({ fault: name, verdict: judged(run, breaks) })),
  };
}

function printRound(size: number, runs: readonly FaultRun[], seconds: number): void {
  const judgedInRound = runs.reduce((sum, { faults }) => sum + faults.length, 0);
  const hidden = runs.flatMap((run) => run.hidden);
  const inconclusive = runs.flatMap((run) => run.inconclusive);
  console.log(
    `round of ${size} at most: ${judgedInRound} faults in ${runs.length} runs, ${judgedInRound - hidden.length} failed by the right id, ${hidden.length} not, ${Math.round(seconds)} s`,
  );
  for (const { fault, verdict } of hidden) console.log(`  not yet ${fault} -> ${line(verdict)}`);
  for (const told of inconclusive) console.log(`  ${line(told)}`);
}

/** Judges faults in rounds, and prints what comes of each round. */
export async function judgeFaults(
  faults: readonly NamedFault[],
  start: Start,
  jobs: number,
): Promise<FaultResult> {
  const rounds: FaultRun[][] = [];
  const missed: Missed[] = [];
  let left = faults;
  for (const size of SIZES) {
    if (left.length === 0) break;
    // All of them together again would show no more than they just did.
    if (rounds.length > 0 && size > 1 && left.length <= size) continue;
    const begun = performance.now();
    const runs = await inParallel(binsOf(left, size), jobs, async (bin) => {
      const run = writeDown(bin, await wholeRun(start, { faults: bin.map(({ name }) => name) }));
      const short = run.ended ? '' : ', cut short';
      console.log(
        `  ${bin.length} faults, ${bin.length - run.hidden.length} right, ${run.seconds} s${short}`,
      );
      return run;
    });
    rounds.push(runs);
    printRound(size, runs, (performance.now() - begun) / 1000);
    // One that was alone has had its chance.
    missed.push(...runs.filter((run) => run.faults.length === 1).flatMap((run) => run.hidden));
    const again = new Set(
      runs.filter((run) => run.faults.length > 1).flatMap(({ hidden }) => hidden.map(({ fault }) => fault)),
    );
    left = left.filter(({ name }) => again.has(name));
  }
  return { judged: faults.length, right: faults.length - missed.length, missed, rounds };
}
