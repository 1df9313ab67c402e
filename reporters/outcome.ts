import type { Cause, Failure, TestEvidence } from '../schemas/evidence.ts';
import { testable } from '../schemas/requirements.ts';
import { visible } from '../schemas/visible-text.ts';

/** How one test ended, free of the runner's types: what verdicts are computed from. */
export interface TestOutcome {
  requirement: string;
  title: string;
  /** Relative to the project's root, with forward slashes. */
  file: string;
  line: number;
  durationMs: number;
  /** Other tests judge the requirement as well: where this one did not, they decide. */
  also?: true;
  /**
   * - `passed`: every assertion passed
   * - `failed`: the target's answer broke the requirement
   * - `flaky`: it failed in one try and passed in another
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
  reason: string;
  /** Why, for whoever decides by it. */
  cause?: Cause;
  failure?: Failure;
  evidence?: TestEvidence;
}

/** What tells one test from all others: shards may be merged twice, and tests repeated. */
export const identityOf = ({ file, line, title }: TestOutcome): string => `${file}:${line} ${title}`;

const ids = new Set(testable.map(({ id }) => id));

/** What no row of the catalogue takes, though a test found it: a sentence each, or it would be lost in silence. */
export const lostOutcomes = (outcomes: readonly TestOutcome[]): string[] =>
  outcomes.flatMap((outcome) => {
    const why = whyLost(outcome);
    const where = `${outcome.file}:${outcome.line} "${outcome.title}"`;
    return why ? `the suite itself failed: ${where} ${why}, so that its outcome is lost. Report it` : [];
  });

function whyLost({ requirement, evidence }: TestOutcome): string | undefined {
  if (requirement === '') return 'claims no requirement';
  const named = [
    requirement,
    evidence?.requirement ?? requirement,
    evidence?.blames ?? requirement,
    ...(evidence?.violations ?? []).map((violation) => violation.requirement),
  ];
  const unknown = named.find((id) => !ids.has(id));
  return unknown === undefined ? undefined : `names "${visible(unknown)}", which is not in the catalogue`;
}
