import { testable } from '../schemas/requirements.ts';
import type { TestOutcome } from './outcome.ts';

const shouldIds = new Set(testable.filter(({ level }) => level === 'SHOULD').map(({ id }) => id));

/** How far a run is, and what can be said of its verdict so far. */
export class Progress {
  #ended = 0;
  readonly #failed = new Set<string>();
  readonly #notFollowed = new Set<string>();
  readonly #inconclusive = new Set<string>();
  readonly #total: number;

  /** @param total - how many tests the run has */
  constructor(total: number) {
    this.#total = total;
  }

  /** Counts a test that ended. */
  count({ requirement, status, evidence }: TestOutcome): void {
    this.#ended += 1;
    for (const { requirement: broken } of evidence?.violations ?? []) this.#fail(broken);
    if (status === 'failed') this.#fail(evidence?.blames ?? requirement);
    if (status === 'inconclusive' || status === 'flaky' || status === 'error')
      this.#inconclusive.add(requirement);
  }

  #fail(requirement: string): void {
    (shouldIds.has(requirement) ? this.#notFollowed : this.#failed).add(requirement);
  }

  /** Such as `57 of 312 tests: 2 MUST failed, 1 inconclusive`. */
  toString(): string {
    const parts = [
      ...(this.#failed.size > 0 ? [`${this.#failed.size} MUST failed`] : []),
      ...(this.#notFollowed.size > 0 ? [`${this.#notFollowed.size} SHOULD failed`] : []),
      ...(this.#inconclusive.size > 0 ? [`${this.#inconclusive.size} inconclusive`] : []),
    ];
    return `${this.#ended} of ${this.#total} tests: ${parts.join(', ') || 'nothing failed so far'}`;
  }
}
