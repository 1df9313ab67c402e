import type { JudgedRequirement } from '../../../../reporters/judged-requirement.ts';
import { judge as verdictsOf } from '../../../../reporters/verdicts.ts';
import type { Judge, Judged, TargetRun } from '../judge.ts';
import type { Servers } from './servers.ts';

/** The variants that change the workspace all the time, so that some answers cannot be judged. */
const CHANGING = ['workspace-changes-once', 'workspace-changes-constantly', 'workspace-grows'];

/** Judges honest servers: none may fail a MUST, and all must be judged. */
export class VariantsJudge implements Judge {
  /** @param servers - that are judged */
  constructor(private readonly servers: Servers) {}

  judge({ target, outcomes }: TargetRun): Judged[] {
    const variants = this.servers.get(target) ?? [];
    const verdicts = verdictsOf(outcomes).filter(({ outcomes: own }) => own.length > 0);
    const mayChange = CHANGING.some((name) => variants.includes(name));
    const wrong = verdicts.filter((one) => isWrong(one, mayChange));
    const count = (verdict: string): number => verdicts.filter((one) => one.verdict === verdict).length;
    return [
      {
        id: target.replace(' @slow', ''),
        group: target.split(' ')[0] ?? '',
        problems: wrong.length === 0 ? [] : [`has the variants ${variants.join(', ')}`, ...wrong.map(told)],
        details: {
          variants,
          pass: count('pass'),
          notTested: count('not-tested'),
          inconclusive: count('inconclusive'),
        },
      },
    ];
  }
}

const isWrong = ({ row, verdict }: JudgedRequirement, mayChange: boolean): boolean =>
  ('level' in row && row.level === 'MUST' && verdict === 'fail') ||
  (verdict === 'inconclusive' && !mayChange);

const told = ({ row, verdict, reason, outcomes }: JudgedRequirement): string =>
  `${verdict} ${row.id}: ${reason || JSON.stringify(outcomes.find(({ failure }) => failure)?.failure)}`;
