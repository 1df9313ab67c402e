import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Ending, runIn, runShards } from './exit-codes/runs.ts';
import {
  ENDED,
  FAULTS,
  FILTERED,
  OF_REPORTERS,
  REPORTERS,
  type Situation,
  type Targets,
  WHOLE,
} from './exit-codes/situations.ts';
import { page, reporterRow } from './exit-codes/table.ts';
import { withReference } from '../support/with-reference.ts';
import { inParallel } from './staging/whole-run.ts';

/** Runs at a time: each takes most of a core. */
const AT_ONCE = 2;

/** Lets something be done with a target that conforms, one that does not, and a folder. */
async function withTargets<Result>(use: (targets: Targets) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-exit-'));
  try {
    return await withReference({}, (conforming) =>
      withReference({ faults: FAULTS }, (broken) =>
        use({ conforming: conforming.settings, broken: broken.settings, folder }),
      ),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** How runs end with each of some reporters. */
async function withReporters(
  names: readonly string[],
  targets: Targets,
): Promise<Map<string, readonly Ending[]>> {
  const runs = names.flatMap((name) => OF_REPORTERS.map((situation) => ({ name, situation })));
  const endings = await inParallel(runs, AT_ONCE, ({ name, situation }) =>
    runIn(situation, targets, [`--reporter=${name}`]),
  );
  const each = OF_REPORTERS.length;
  return new Map(names.map((name, index) => [name, endings.slice(index * each, (index + 1) * each)]));
}

test('a reporter of the command line does not take the gate away, nor shut it', async () => {
  test.setTimeout(120_000);
  const document = readFileSync('docs/exit-codes.md', 'utf8');
  for (const [name, endings] of await withTargets((targets) => withReporters(['null', 'junit'], targets)))
    expect(document).toContain(reporterRow(name, endings));
});

test('every verdict and exit code, as docs/exit-codes.md tells them', { tag: '@slow' }, async () => {
  test.setTimeout(900_000);
  const document = await withTargets(async (targets) => {
    const all = (situations: readonly Situation[]): Promise<Ending[]> =>
      inParallel(situations, AT_ONCE, (situation) => runIn(situation, targets));
    const sections = [
      ['Whole runs', await all(WHOLE)],
      ['Runs that end before anything is judged', await all(ENDED)],
      ['Filtered runs', await all(FILTERED)],
      ['Shards, merged reports and the gate', await runShards(targets)],
    ] as const;
    return page(sections, await withReporters(REPORTERS, targets));
  });
  expect(document).toMatchSnapshot('exit-codes.md');
});
