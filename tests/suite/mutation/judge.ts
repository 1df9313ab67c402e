import type { TestOutcome } from '../../../reporters/outcome.ts';

/** How the tests against one target ended. */
export interface TargetRun {
  /** The name that the target was declared with. */
  readonly target: string;
  readonly outcomes: readonly TestOutcome[];
}

/** The verdict on one subject: a mutant, an honest server, or a switch of the reference. */
export interface Judged {
  /** What it is called wherever results are compared: the name of a fault or a variant. */
  readonly id: string;
  /** The row of the table in which it is counted. */
  readonly group: string;
  /** What is wrong, one entry a line. None: it passed. */
  readonly problems: readonly string[];
  /** What else test-results/mutation.json says of it. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Judges what ran in one project of the configuration. */
export interface Judge {
  /** Is called once for each target, when all its tests have ended. */
  judge(run: TargetRun): readonly Judged[];
  /** What can only be said when all targets were judged. */
  finish?(): readonly Judged[];
}
