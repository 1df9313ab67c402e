import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { inParallel } from '../support/in-parallel.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { withReference } from '../support/with-reference.ts';
import { type Ending, runIn, runShards } from './exit-codes/runs.ts';
import {
  FAULTS,
  FILTERED_RUNS,
  REPORTER_SITUATIONS,
  REPORTERS,
  type Situation,
  type Targets,
  UNJUDGED_RUNS,
  WHOLE_RUNS,
} from './exit-codes/situations.ts';
import { page, reporterRow } from './exit-codes/table.ts';

/** How many runs go on at a time: each takes most of a core. */
const JOBS = 2;

/** Starts a target that conforms and one that does not, makes a folder, and lets a test use them. */
const withTargets = <Result>(use: (targets: Targets) => Promise<Result>): Promise<Result> =>
  withTemporaryFolder((folder) =>
    withReference({}, (conforming) =>
      withReference({ faults: FAULTS }, (broken) =>
        use({ conforming: conforming.settings, broken: broken.settings, folder }),
      ),
    ),
  );

/** How runs end with each of these reporters, in each situation. */
async function endingsByReporter(
  names: readonly string[],
  targets: Targets,
): Promise<Map<string, readonly Ending[]>> {
  const runs = names.flatMap((name) => REPORTER_SITUATIONS.map((situation) => ({ name, situation })));
  const endings = await inParallel(runs, JOBS, ({ name, situation }) =>
    runIn(situation, targets, [`--reporter=${name}`]),
  );
  const each = REPORTER_SITUATIONS.length;
  return new Map(names.map((name, index) => [name, endings.slice(index * each, (index + 1) * each)]));
}

test('a reporter named on the command line does not change the exit code', { tag: '@slow' }, async () => {
  test.setTimeout(120_000);
  const document = readFileSync('docs/exit-codes.md', 'utf8');
  for (const [name, endings] of await withTargets((targets) => endingsByReporter(['null', 'junit'], targets)))
    expect(document).toContain(reporterRow(name, endings));
});

test('every verdict and exit code is as docs/exit-codes.md says', { tag: '@slow' }, async () => {
  test.setTimeout(900_000);
  const document = await withTargets(async (targets) => {
    const all = (situations: readonly Situation[]): Promise<Ending[]> =>
      inParallel(situations, JOBS, (situation) => runIn(situation, targets));
    const sections = [
      ['Whole runs', await all(WHOLE_RUNS)],
      ['Runs that end before anything is judged', await all(UNJUDGED_RUNS)],
      ['Filtered runs', await all(FILTERED_RUNS)],
      ['Shards, merged reports and the gate', await runShards(targets)],
    ] as const;
    return page(sections, await endingsByReporter(REPORTERS, targets));
  });
  expect(document).toMatchSnapshot('exit-codes.md');
});
