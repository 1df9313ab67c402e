import type { TestCase } from '@playwright/test/reporter';
import { outcomeOf } from '../../../reporters/collect.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import type { Judge, Judged } from './judge.ts';

/** What is known of a target while its tests run. */
interface Pending {
  /** Tests that have not ended. */
  left: number;
  readonly outcomes: TestOutcome[];
}

/** What ran in one project. A target is judged as soon as its last test has ended; its evidence is dropped then. */
export class ProjectRun {
  readonly judged: Judged[] = [];
  readonly #pending = new Map<string, Pending>();

  constructor(
    readonly name: string,
    private readonly judge: Judge,
  ) {}

  /** Counts a test that is going to run. */
  plan(test: TestCase): void {
    this.#pendingOf(test).left += 1;
  }

  /**
   * Takes in how a test ended.
   *
   * @returns what could be judged thereby
   */
  end(test: TestCase): readonly Judged[] {
    const pending = this.#pendingOf(test);
    pending.outcomes.push(outcomeOf(test));
    pending.left -= 1;
    if (pending.left > 0) return [];
    const target = test.parent.title;
    this.#pending.delete(target);
    return this.#add(this.judge.judge({ target, ...pending }));
  }

  /**
   * Judges what can only be judged when all tests have ended. A run that was cut short is wrong as a whole.
   *
   * @returns what was judged
   */
  finish(): readonly Judged[] {
    const cutShort = {
      id: 'the run',
      group: 'cut short',
      problems: [`${this.#pending.size} of its servers have tests that did not run`],
      details: {},
    };
    return this.#add([...(this.#pending.size > 0 ? [cutShort] : []), ...(this.judge.finish?.() ?? [])]);
  }

  #pendingOf({ parent }: TestCase): Pending {
    const pending = this.#pending.get(parent.title) ?? { left: 0, outcomes: [] };
    this.#pending.set(parent.title, pending);
    return pending;
  }

  #add(judged: readonly Judged[]): readonly Judged[] {
    this.judged.push(...judged);
    return judged;
  }
}
