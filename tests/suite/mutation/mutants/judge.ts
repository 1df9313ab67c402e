import { listFaults } from '../../../../fixtures/reference/faults/index.ts';
import type { Judge, Judged, TargetRun } from '../judge.ts';
import {
  type AlsoFails,
  differencesFromPinned,
  type MutantProject,
  readAlsoFails,
  writeAlsoFails,
} from './also-fails.ts';
import { type Score, scoreOf } from './score.ts';

/**
 * Judges mutants: each must be killed by the requirement that it breaks, and fail no other requirements than those that are
 * pinned.
 */
export class MutantsJudge implements Judge {
  readonly #faults = new Map(listFaults().map((fault) => [fault.name, fault]));
  readonly #scores: Score[] = [];
  readonly #pinned: AlsoFails;

  /** @param updates - whether to pin the other requirements that fail, instead of comparing them */
  constructor(
    private readonly project: MutantProject,
    private readonly updates: boolean,
  ) {
    this.#pinned = readAlsoFails(project);
  }

  judge({ target, outcomes }: TargetRun): Judged[] {
    const fault = this.#faults.get(target);
    if (!fault) throw new Error(`There is no fault "${target}".`);
    const score = scoreOf(fault, outcomes);
    this.#scores.push(score);
    const { fault: id, area, ...details } = score;
    return [{ id, group: area, problems: this.#problems(score), details: { area, ...details } }];
  }

  finish(): Judged[] {
    if (this.updates) writeAlsoFails(this.project, this.#scores);
    return [];
  }

  #problems(score: Score): string[] {
    const { ending, breaks, alsoFails, how } = score;
    const missed =
      ending === 'killed' ? [] : [`${ending}: it breaks ${breaks}: ${[...alsoFails, how].join('; ')}`];
    const differences = this.updates ? [] : differencesFromPinned(score, this.#pinned);
    return [...missed, ...differences];
  }
}
