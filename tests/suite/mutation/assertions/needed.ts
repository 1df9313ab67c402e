import { judge } from '../../../../reporters/verdicts.ts';
import type { TargetRun } from '../judge.ts';
import type { Site } from './sites.ts';

/** The tests of a requirement against a mutant that breaks it, when no assertion ended a test. */
export interface MutantRun extends Pick<TargetRun, 'outcomes' | 'softFailures'> {
  readonly breaks: string;
}

/**
 * The assertions that failed for what a mutant breaks; a location where no known assertion stands. What was judged by a net does
 * not count: where no test stands, a story or a stretch of the listing was judged by all rules at once. A net is there to find
 * what no test asks for, and the message of a test is the one that says what is wrong.
 */
export function failedIn({ breaks, softFailures }: MutantRun, all: readonly Site[]): Set<Site | string> {
  const locations = softFailures
    .filter(({ requirement }) => requirement === breaks)
    .map(({ location }) => location)
    .filter((location) => !isOfNet(location));
  return new Set(locations.map((location) => siteAt(all, location) ?? location));
}

const isOfNet = (location: string): boolean => location === '' || location.includes('combinations.spec.ts:');

/** The assertion at a location: file, line and column. */
function siteAt(all: readonly Site[], location: string): Site | undefined {
  const [, file, line] = /^(.*):(\d+):\d+$/.exec(location) ?? [];
  return all.find((site) => site.file === file && site.line <= Number(line) && Number(line) <= site.lastLine);
}

/**
 * The assertion without which the mutant would survive: the only one, in all tests of the requirement that it breaks, to fail
 * for that requirement. There is none where several fail, or where the requirement fails without any.
 */
export function neededFor(run: MutantRun, all: readonly Site[]): Site | undefined {
  const [only, ...others] = failedIn(run, all);
  if (typeof only !== 'object' || others.length > 0) return undefined;
  const failsAnyway = judge(run.outcomes).some(
    ({ row, verdict }) => row.id === run.breaks && verdict === 'fail',
  );
  return failsAnyway ? undefined : only;
}
