import { listFaults } from '../../../../fixtures/reference/faults/index.ts';
import type { Judge, Judged, TargetRun } from '../judge.ts';
import { failedIn, neededFor } from './needed.ts';
import { allSites, idOf, type Site } from './sites.ts';

/** How many faults, and how many other assertions, an objection names. */
const NAMED = 8;

/**
 * Judges assertions: one that is never the only one to fail is not needed, since whatever it notices another one notices too. A
 * run of some mutants judges the assertions that failed with those.
 */
export class AssertionsJudge implements Judge {
  readonly #breaks = new Map(listFaults().map(({ name, breaks }) => [name, breaks]));
  readonly #all = allSites();
  /** The faults with which an assertion fails, alone or beside others, and the others. */
  readonly #failed = new Map<Site, { readonly faults: string[]; readonly beside: Set<string> }>();
  /** The faults that need an assertion. */
  readonly #neededFor = new Map<Site, string[]>();
  #mutants = 0;

  judge({ target, outcomes, softFailures }: TargetRun): Judged[] {
    this.#mutants += 1;
    const run = { breaks: this.#breaks.get(target) ?? '', outcomes, softFailures };
    this.#note(target, [...failedIn(run, this.#all)]);
    const needed = neededFor(run, this.#all);
    if (needed) this.#neededFor.set(needed, [...(this.#neededFor.get(needed) ?? []), target]);
    return [];
  }

  finish(): Judged[] {
    const sites = this.#mutants === this.#breaks.size ? this.#all : [...this.#failed.keys()];
    return sites.map((site) => {
      const faults = this.#neededFor.get(site) ?? [];
      return {
        id: idOf(site),
        group: 'assertions',
        problems: faults.length > 0 ? [] : [this.#objectionTo(site)],
        details: { text: site.text, neededFor: faults },
      };
    });
  }

  #note(fault: string, failed: readonly (Site | string)[]): void {
    for (const site of failed) {
      if (typeof site === 'string') continue;
      const known = this.#failed.get(site) ?? { faults: [], beside: new Set() };
      known.faults.push(fault);
      for (const other of failed)
        if (other !== site) known.beside.add(typeof other === 'string' ? other : idOf(other));
      this.#failed.set(site, known);
    }
  }

  #objectionTo(site: Site): string {
    const failed = this.#failed.get(site);
    if (!failed) return `it fails with no fault: ${site.text}`;
    const { faults, beside } = failed;
    const others = beside.size > 0 ? `beside ${someOf([...beside])}` : 'where the requirement fails anyway';
    return `it fails with ${someOf(faults)}, but never alone (${others}): ${site.text}`;
  }
}

const someOf = (names: readonly string[]): string => {
  const more = names.length - NAMED;
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} and ${more} more` : names.join(', ');
};
