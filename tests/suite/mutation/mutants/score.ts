import type { NamedFault } from '../../../../fixtures/reference/faults/index.ts';
import type { TestOutcome } from '../../../../reporters/outcome.ts';
import { judge } from '../../../../reporters/verdicts.ts';
import { findRequirement } from '../../../../schemas/requirements.ts';

/** How a mutant ended: caught by the rule that it breaks, by other rules alone, or not at all. */
export type Ending = 'killed' | 'killed by the wrong id' | 'survived';

/** What the suite made of one mutant. */
export interface Score {
  readonly fault: string;
  readonly breaks: string;
  /** Profile of the requirement that it breaks. */
  readonly area: string;
  readonly ending: Ending;
  /** The other requirements that failed, sorted. */
  readonly strays: readonly string[];
  /** How its tests ended, when it was not killed. */
  readonly how?: string;
}

/** Judges a mutant by how the tests against it ended. */
export function scoreOf({ name, breaks }: NamedFault, outcomes: readonly TestOutcome[]): Score {
  const failed = judge(outcomes).flatMap(({ row, verdict }) => (verdict === 'fail' ? row.id : []));
  const strays = failed.filter((id) => id !== breaks).sort();
  const killed = failed.includes(breaks);
  const how = outcomes.map(({ status, reason }) => `${status} ${reason}`.trim()).join('; ');
  return {
    fault: name,
    breaks,
    area: findRequirement(breaks).profile,
    ending: killed ? 'killed' : strays.length > 0 ? 'killed by the wrong id' : 'survived',
    strays,
    ...(killed ? {} : { how }),
  };
}

const COLUMNS = ['mutants', 'killed', 'wrong id', 'survived', 'with strays'] as const;

/** A table of scores: a line for each area, and one for all. */
export function tableOf(scores: readonly Score[]): string {
  const areas = [...new Set(scores.map(({ area }) => area))].sort();
  const count = (some: readonly Score[]): number[] => [
    some.length,
    some.filter(({ ending }) => ending === 'killed').length,
    some.filter(({ ending }) => ending === 'killed by the wrong id').length,
    some.filter(({ ending }) => ending === 'survived').length,
    some.filter(({ strays }) => strays.length > 0).length,
  ];
  const lines: [string, (string | number)[]][] = [
    ['area', [...COLUMNS]],
    ...areas.map((area): [string, number[]] => [area, count(scores.filter((one) => one.area === area))]),
    ['all', count(scores)],
  ];
  return lines
    .map(([name, cells]) => name.padEnd(16) + cells.map((cell) => String(cell).padStart(12)).join(''))
    .join('\n');
}
