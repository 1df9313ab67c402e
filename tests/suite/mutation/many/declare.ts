import type { CollectedTest } from '../../../../fixtures/assertions/harness.ts';
import { judgedBy } from './collected.ts';

/** As many as keep every worker busy to the end, and few, because a worker reads the whole file again for each. */
const PORTIONS = 40;

/** The tests to run against each target, by the target's name. */
export type Plan = ReadonlyMap<string, readonly CollectedTest[]>;

/**
 * Declares tests once more for each target. Those of a target run one after the other in one worker, which keeps what it
 * found out of the target.
 *
 * @param plan - the name of each target becomes the title of its group
 */
export async function declareAgainst(plan: Plan): Promise<void> {
  // Loaded after collecting has begun: see collectTests().
  const { conformanceTest } = await import('../../../../fixtures/index.ts');
  const targets = [...plan];
  const share = Math.ceil(targets.length / PORTIONS);
  for (let from = 0; from < targets.length; from += share)
    conformanceTest.describe(`from ${from + 1}`, () => {
      conformanceTest.describe.configure({ mode: 'default' });
      for (const [target, tests] of targets.slice(from, from + share))
        conformanceTest.describe(target, () => {
          conformanceTest.use({ targetName: target });
          for (const [index, test] of tests.entries())
            conformanceTest(`${judgedBy(test)} ${index}: ${test.title}`, test.details, test.body);
        });
    });
}
