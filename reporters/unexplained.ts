import { isExcluded } from '../schemas/requirements.ts';
import type { JudgedRequirement } from './judged-requirement.ts';
import type { TestOutcome } from './outcome.ts';

/** How the reason of a test begins that could not judge its claim, since a request that the contract allows was refused. */
const CONTROL_REFUSED = 'the positive control was refused';
/** The requirements that a reason blames: "(see embed-groups-replaces)". */
const BLAMED = /\(see ([a-z0-9-]+(?:, [a-z0-9-]+)*)/;

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
  const held = new Set(judged.filter(({ verdict }) => verdict === 'pass').map(({ row }) => row.id));
  const changed = outcomes.map((outcome): TestOutcome => {
    const mayBe = musts.has(outcome.requirement) && outcome.status === 'not-tested';
    const why = mayBe ? whyOdd(outcome.reason, held) : undefined;
    return why ? { ...outcome, status: 'inconclusive', reason: `${outcome.reason}; ${why}` } : outcome;
  });
  return changed.some((one, index) => one !== outcomes[index]) ? changed : undefined;
}

/** What contradicts a reason; undefined where nothing does. */
function whyOdd(reason: string, held: ReadonlySet<string>): string | undefined {
  const blamed = BLAMED.exec(reason)?.[1]?.split(', ') ?? [];
  if (blamed.length > 0 && blamed.every((id) => held.has(id))) return `${blamed.join(', ')} holds elsewhere`;
  return reason.startsWith(CONTROL_REFUSED) ? 'no requirement that fails says why' : undefined;
}
