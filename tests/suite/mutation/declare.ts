import type { CollectedTest } from '../../../fixtures/expect/running-test.ts';
import { notTested } from '../../../fixtures/verdict/outcome.ts';
import { judgedBy } from './collect.ts';

/** Without it, what drifts in a target's description is told as observations. */
export const REQUIRED = { CONFORMANCE_REQUIRE: 'description' };

/** For servers that are right: what a call changed shows at once, unless a variant says otherwise, and few examples will do. */
export const QUICK = { TARGET_LAG_MS: '0', CONFORMANCE_RUNS: '3', ...REQUIRED };

/** Enough to keep every worker busy to the end, and few, because a worker loads all tests again for each portion. */
const PORTIONS = 40;

/** The tests to run against each target, by the target's name. */
type TestsByTarget = ReadonlyMap<string, readonly CollectedTest[]>;

/**
 * Declares tests once for each target. Those of one target run one after the other in one worker, which keeps what it found
 * out about the target.
 *
 * @param testsByTarget - the name of each target becomes the title of its group
 * @param isOver - whether nothing more needs to be known of a target: its other tests are left out
 * @param isSlow - whether `npm test` leaves a target to `npm run test:slow`
 */
export async function declareAgainst(
  testsByTarget: TestsByTarget,
  {
    isOver = () => false,
    isSlow = () => false,
  }: { isOver?: (target: string) => boolean; isSlow?: (target: string) => boolean } = {},
): Promise<void> {
  // Loaded after collecting has begun: see collectConformanceTests().
  const { conformanceTest } = await import('../../../fixtures/index.ts');
  const targets = [...testsByTarget];
  const size = Math.ceil(targets.length / PORTIONS);
  for (let from = 0; from < targets.length; from += size)
    conformanceTest.describe(`portion ${from / size + 1}`, () => {
      conformanceTest.describe.configure({ mode: 'default' });
      for (const [target, tests] of targets.slice(from, from + size))
        conformanceTest.describe(target, isSlow(target) ? { tag: '@slow' } : {}, () => {
          conformanceTest.use({ targetName: target });
          conformanceTest.beforeEach(() => {
            if (isOver(target)) notTested('another test has shown enough of this target');
          });
          for (const test of tests)
            conformanceTest(`${judgedBy(test)}: ${test.title}`, test.details, test.body);
        });
    });
}
