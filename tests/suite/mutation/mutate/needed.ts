import type { TestOutcome } from '../../../../reporters/outcome.ts';
import { judge } from '../../../../reporters/verdicts.ts';
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

/** Where assertions failed that one mutant has to answer for: an assertion each, or a place where none is known. */
function failingIn({ breaks, overlooked }: Sighting, all: readonly Site[]): Set<Site | string> {
  const places = overlooked
    .map((text) => text.split(' '))
    .flatMap(([id, place]) => (id === breaks && place !== undefined ? place : []));
  return new Set(places.map((place) => siteAt(all, place) ?? place));
}

/** The assertion that stands at a place, given as file, line and column. */
function siteAt(all: readonly Site[], place: string): Site | undefined {
  const [, file, line] = /^(.*):(\d+):\d+$/.exec(place) ?? [];
  return all.find((site) => site.file === file && site.line <= Number(line) && Number(line) <= site.lastLine);
}

/** The assertions that some mutant made fail. */
export const metBy = (sightings: readonly Sighting[], all: readonly Site[]): Set<Site> =>
  new Set(
    sightings
      .flatMap((sighting) => [...failingIn(sighting, all)])
      .flatMap((site) => (typeof site === 'object' ? site : [])),
  );

/**
 * The assertions without which some mutant survives: the only ones, in all tests of the requirement that it breaks, to fail
 * for that requirement, in tests that do not fail for it otherwise.
 */
export function neededFor(sightings: readonly Sighting[], all: readonly Site[]): Set<Site> {
  const needed = new Set<Site>();
  for (const sighting of sightings) {
    const [only, ...others] = failingIn(sighting, all);
    const otherwise = judge(sighting.outcomes).some(
      ({ row, verdict }) => row.id === sighting.breaks && verdict === 'fail',
    );
    if (typeof only === 'object' && others.length === 0 && !otherwise) needed.add(only);
  }
  return needed;
}
