import type { Cause } from '../schemas/evidence.ts';
import { isExcluded } from '../schemas/requirements.ts';
import type { JudgedRequirement } from './judged-requirement.ts';
import type { TestOutcome } from './outcome.ts';

/**
 * Tests that ended early because the target broke something else, where nothing else is broken: the target did what no rule allows,
 * and no requirement says so. They are inconclusive, since a gate must not open on them. Pure.
 *
 * @param outcomes - of all parts of a run
 * @param judged - the verdicts that follow from them
 * @returns the outcomes, with another status for these; undefined where there are none
 */
export function withUnexplained(
  outcomes: readonly TestOutcome[],
  judged: readonly JudgedRequirement[],
): TestOutcome[] | undefined {
  const musts = new Set(
    judged.filter(({ row }) => !isExcluded(row) && row.level === 'MUST').map(({ row }) => row.id),
  );
  if (judged.some(({ row, verdict }) => musts.has(row.id) && ['fail', 'inconclusive'].includes(verdict)))
    return undefined;
  const byId = new Map(judged.map((one) => [one.row.id, one]));
  const changed = outcomes.map((outcome): TestOutcome => {
    const mayBe = musts.has(outcome.requirement) && outcome.status === 'not-tested';
    const why = mayBe && outcome.cause ? whyOdd(outcome.cause, byId) : undefined;
    return why ? { ...outcome, status: 'inconclusive', reason: `${outcome.reason}; ${why}` } : outcome;
  });
  return changed.some((one, index) => one !== outcomes[index]) ? changed : undefined;
}

/** What contradicts a cause; undefined where nothing does. */
function whyOdd({ code, blames }: Cause, judged: ReadonlyMap<string, JudgedRequirement>): string | undefined {
  if (code === 'control-refused') return 'no requirement that fails says why';
  if (code !== 'broken') return undefined;
  // Two that blame each other explain nothing.
  const isNoReason = (id: string): boolean => {
    const { verdict, cause } = judged.get(id) ?? {};
    return verdict === 'pass' || (verdict === 'not-tested' && cause?.code === 'broken');
  };
  return blames.every(isNoReason) ? `${blames.join(', ')} did not fail` : undefined;
}
