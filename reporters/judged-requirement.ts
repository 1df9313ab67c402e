import type { Cause, ContractViolation } from '../schemas/evidence.ts';
import type { Requirement } from '../schemas/requirements.ts';
import type { TestOutcome } from './outcome.ts';

/** What the suite says of one requirement. */
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'not-tested' | 'not-applicable' | 'excluded';

export interface JudgedRequirement {
  row: Requirement;
  verdict: Verdict;
  /** Why it is neither pass nor fail; empty otherwise. */
  reason: string;
  /** Why it was not tested, where that is known. */
  cause?: Cause;
  outcomes: TestOutcome[];
  /** Answers, of any test, that break the part of the contract that this requirement owns. */
  violations: ContractViolation[];
  /** Whether the suite itself failed while judging it. */
  suiteError: boolean;
}
