import { listFaults, listVariants } from '../../../../fixtures/reference/faults/index.ts';
import { NEVER_MET } from '../../../../fixtures/reference/never-met.ts';
import { judge as verdictsOf } from '../../../../reporters/verdicts.ts';
import type { Judge, Judged, TargetRun } from '../judge.ts';
import { planOf } from '../variants/plan.ts';
import { writePlan } from '../variants/plan-file.ts';
import { type Dependencies, forgetDependencies, readDependencies } from './store.ts';

/**
 * Judges the switches of the reference: a fault or a variant that no test meets is never judged by anybody. When all tests
 * have run, it plans which of them to run against which honest servers.
 */
export class DependenciesJudge implements Judge {
  constructor() {
    forgetDependencies();
  }

  /** Only tests that pass against the plain server show what they depend on. */
  judge({ target, outcomes }: TargetRun): Judged[] {
    const wrong = verdictsOf(outcomes).filter(
      ({ verdict }) => verdict === 'fail' || verdict === 'inconclusive',
    );
    if (wrong.length === 0) return [];
    const problems = wrong.map(({ row, verdict, reason }) => `${verdict} ${row.id} ${reason}`.trim());
    return [{ id: target, group: 'tests', problems, details: {} }];
  }

  finish(): Judged[] {
    const dependencies = readDependencies();
    writePlan(planOf(dependencies));
    return judgeSwitches(dependencies);
  }
}

/** Judges every fault and every variant: whether a test meets it. */
export function judgeSwitches(dependencies: Dependencies, neverMet = NEVER_MET): Judged[] {
  const meeting = new Map<string, number>();
  for (const name of [...dependencies.values()].flatMap((names) => [...names]))
    meeting.set(name, (meeting.get(name) ?? 0) + 1);
  const judged = (group: string, name: string): Judged => {
    const requirements = meeting.get(name) ?? 0;
    const reason = neverMet[name];
    return {
      id: name,
      group,
      problems: problemsOf(requirements, reason),
      details: { requirements, ...(reason ? { neverMet: reason } : {}) },
    };
  };
  return [
    ...listFaults().map(({ name }) => judged('faults', name)),
    ...listVariants().map(({ name }) => judged('variants', name)),
  ];
}

function problemsOf(requirements: number, reason: string | undefined): string[] {
  if (requirements === 0 && reason === undefined)
    return ['no test meets it: write one that does, or give the reason in fixtures/reference/never-met.ts'];
  if (requirements > 0 && reason !== undefined)
    return [`${requirements} requirements meet it: take it out of fixtures/reference/never-met.ts`];
  return [];
}
