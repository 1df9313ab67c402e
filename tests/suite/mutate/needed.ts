import type { TestOutcome } from '../../../reporters/outcome.ts';
import { judge } from '../../../reporters/verdicts.ts';
import type { Site } from './sites.ts';

/** The annotation of a test with an assertion that failed: the requirement that it breaks, and where it stands. */
export const OVERLOOKED = 'overlooked';

/** What was seen of one mutant, when no assertion ended its tests. */
export interface Sighting {
  readonly breaks: string;
  readonly outcomes: readonly TestOutcome[];
  /** Descriptions of the annotations. */
  readonly overlooked: readonly string[];
}

/** The assertion that stands at a place, given as file, line and column. */
function siteAt(all: readonly Site[], place: string): Site | undefined {
  const [, file, line] = /^(.*):(\d+):\d+$/.exec(place) ?? [];
  return all.find((site) => site.file === file && site.line <= Number(line) && Number(line) <= site.lastLine);
}

/**
 * The assertions without which some mutant survives: the only ones, in all tests of the requirement that it breaks, to fail
 * for that requirement, in tests that do not fail for it otherwise.
 */
export function neededFor(sightings: Iterable<Sighting>, all: readonly Site[]): Set<Site> {
  const needed = new Set<Site>();
  for (const { breaks, outcomes, overlooked } of sightings) {
    const places = overlooked
      .map((text) => text.split(' '))
      .flatMap(([id, place]) => (id === breaks ? (place ?? '') : []));
    const failing = new Set(places.map((place) => siteAt(all, place) ?? place));
    const [only] = failing;
    const otherwise = judge(outcomes).some(({ row, verdict }) => row.id === breaks && verdict === 'fail');
    if (failing.size === 1 && typeof only === 'object' && !otherwise) needed.add(only);
  }
  return needed;
}
