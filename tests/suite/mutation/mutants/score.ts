import type { NamedFault } from '../../../../fixtures/reference/faults/index.ts';
import type { TestOutcome } from '../../../../reporters/outcome.ts';
import { judge } from '../../../../reporters/verdicts.ts';
import { findRequirement } from '../../../../schemas/requirements.ts';

/** How a mutant ended: failed by the requirement that it breaks, by other requirements only, or by none. */
export type Ending = 'killed' | 'killed by the wrong id' | 'survived';

/** What the tests made of one mutant. */
export interface Score {
  readonly fault: string;
  readonly breaks: string;
  /** Profile of the requirement that it breaks. */
  readonly area: string;
  readonly ending: Ending;
  /** The other requirements that failed, sorted. */
  readonly alsoFails: readonly string[];
  /** How its tests ended, when it was not killed. */
  readonly how?: string;
}

/** Judges a mutant by how the tests against it ended. */
export function scoreOf({ name, breaks }: NamedFault, outcomes: readonly TestOutcome[]): Score {
  const failed = judge(outcomes).flatMap(({ row, verdict }) => (verdict === 'fail' ? row.id : []));
  const alsoFails = failed.filter((id) => id !== breaks).sort();
  const killed = failed.includes(breaks);
  const how = outcomes.map(({ status, reason }) => `${status} ${reason}`.trim()).join('; ');
  return {
    fault: name,
    breaks,
    area: findRequirement(breaks).profile,
    ending: killed ? 'killed' : alsoFails.length > 0 ? 'killed by the wrong id' : 'survived',
    alsoFails,
    ...(killed ? {} : { how }),
  };
}
