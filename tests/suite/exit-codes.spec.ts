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
import { page } from './exit-codes/table.ts';
import { withReference } from './own-reference.ts';

/** Runs at a time: each takes most of a core. */
const AT_ONCE = 2;

/** Runs one thing after another, some at a time, and keeps their order. */
async function inTurn<Result>(jobs: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < jobs.length; index = next++)
      results[index] = await (jobs[index] as () => Promise<Result>)();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

test('every verdict and exit code, as docs/exit-codes.md tells them', async () => {
  test.setTimeout(600_000);
  const folder = await mkdtemp(join(tmpdir(), 'conformance-exit-'));
  const document = await withReference({}, (conforming) =>
    withReference({ faults: FAULTS }, async (broken) => {
      const targets: Targets = { conforming: conforming.settings, broken: broken.settings, folder };
      const all = (situations: readonly Situation[]): Promise<Ending[]> =>
        inTurn(situations.map((situation) => () => runIn(situation, targets)));
      const named = REPORTERS.flatMap((name) =>
        OF_REPORTERS.map((situation) => () => runIn(situation, targets, [`--reporter=${name}`])),
      );
      const sections = [
        ['Whole runs', await all(WHOLE)],
        ['Runs that end before anything is judged', await all(ENDED)],
        ['Filtered runs', await all(FILTERED)],
        ['Shards, merged reports and the gate', await runShards(targets)],
      ] as const;
      const endings = await inTurn(named);
      const reporters = new Map(
        REPORTERS.map((name, index) => [
          name,
          endings.slice(index * OF_REPORTERS.length, (index + 1) * OF_REPORTERS.length),
        ]),
      );
      return page(sections, reporters);
    }),
  );
  await rm(folder, { recursive: true });
  expect(document).toMatchSnapshot('exit-codes.md');
});
