import type { Cause, Failure, TestEvidence } from '../schemas/evidence.ts';

/** How one test ended, free of the runner's types: what verdicts are computed from. */
export interface TestOutcome {
  requirement: string;
  title: string;
  /** Relative to the project's root, with forward slashes. */
  file: string;
  line: number;
  durationMs: number;
  /** Other tests judge the requirement as well: where this one did not, they decide. */
  beside?: true;
  /**
   * - `passed`: every assertion held
   * - `failed`: the target's answer broke the requirement
   * - `flaky`: it broke it in one try and held in another
   * - `inconclusive`: no answer could be observed
   * - `not-tested`, `not-applicable`: the test ended before its claim
   * - `error`: the suite itself failed
   * - `not-run`: planned and never started
   */
  status:
    | 'passed'
    | 'failed'
    | 'flaky'
    | 'inconclusive'
    | 'not-tested'
    | 'not-applicable'
    | 'error'
    | 'not-run';
  /** Why it is neither passed nor failed. */
  reason: string;
  /** Why, for whoever decides by it. */
  cause?: Cause;
  failure?: Failure;
  evidence?: TestEvidence;
}
