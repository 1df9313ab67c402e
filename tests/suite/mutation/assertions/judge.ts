import { listFaults } from '../../../../fixtures/reference/faults/index.ts';
import type { Judge, Judged, TargetRun } from '../judge.ts';
import { failedIn, neededFor } from './needed.ts';
import { allSites, idOf, type Site } from './sites.ts';

/**
 * Judges assertions: one that is never the only one to fail is not needed, since whatever it notices another one notices too. A
 * run of some mutants judges the assertions that failed with those.
 */
export class AssertionsJudge implements Judge {
  readonly #breaks = new Map(listFaults().map(({ name, breaks }) => [name, breaks]));
  readonly #all = allSites();
  readonly #failed = new Set<Site>();
  /** The faults that need an assertion. */
  readonly #neededFor = new Map<Site, string[]>();
  #mutants = 0;

  judge({ target, outcomes, softFailures }: TargetRun): Judged[] {
    this.#mutants += 1;
    const run = { breaks: this.#breaks.get(target) ?? '', outcomes, softFailures };
    for (const site of failedIn(run, this.#all)) if (typeof site === 'object') this.#failed.add(site);
    const needed = neededFor(run, this.#all);
    if (needed) this.#neededFor.set(needed, [...(this.#neededFor.get(needed) ?? []), target]);
    return [];
  }

  finish(): Judged[] {
    const sites = this.#mutants === this.#breaks.size ? this.#all : [...this.#failed];
    return sites.map((site) => {
      const faults = this.#neededFor.get(site) ?? [];
      return {
        id: idOf(site),
        group: 'assertions',
        problems: faults.length > 0 ? [] : [`with no fault is it the only one to fail: ${site.text}`],
        details: { text: site.text, neededFor: faults },
      };
    });
  }
}
