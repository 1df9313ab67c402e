import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CollectedTest,
  type Harness,
  under,
  useHarness,
} from '../../../fixtures/expect/running-test.ts';
import { judgeAnswers, shapeRequirements } from '../../../fixtures/expect/shape.ts';
import { conformanceTests } from '../../../fixtures/run/projects.ts';
import { notTested } from '../../../fixtures/verdict/outcome.ts';

/** Collects the conformance tests, and declares them anew: once for each of many targets in one process. */

/** Without it, what drifts in a target's description is told as observations. */
export const REQUIRED = { CONFORMANCE_REQUIRE: 'description' };

/** For servers that are right: what a call changed shows at once, unless a variant says otherwise, and few examples will do. */
export const QUICK = { TARGET_LAG_MS: '0', CONFORMANCE_RUNS: '3', ...REQUIRED };

const TESTS = join(import.meta.dirname, '..', '..');

// One list for all projects: the runner's first process reads the files of several, but loads each conformance test once.
const collected: CollectedTest[] = [];

/**
 * Every conformance test, collected for runs that judge many targets in one process. Call it before anything else loads a
 * conformance test.
 *
 * @param start - starts the targets that `targetName` will name
 * @param failed - see {@link Harness}
 */
export async function collectConformanceTests(
  start: Harness['start'],
  failed?: Harness['failed'],
): Promise<readonly CollectedTest[]> {
  useHarness({ collect: (test) => collected.push(test), start, ...(failed ? { failed } : {}) });
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).map((name) => join(TESTS, name));
  for (const file of files.filter((one) => conformanceTests.test(one)).sort()) await import(file);
  return collected;
}

/** Every conformance test, for who wants to know which there are. */
export const listConformanceTests = (): Promise<readonly CollectedTest[]> =>
  collectConformanceTests(async () => {
    throw new Error('The tests are listed only: no target is started.');
  });

export const judgedBy = ({ details }: CollectedTest): string => details.tag.slice(1);

/**
 * Every conformance test, collected for runs that judge many honest servers. The rules of fields are one test, in the place of
 * the first of them: the same answers judge them all, and an honest server breaks none.
 *
 * @param start - starts the target of a name
 */
export async function collectForHonestServers(start: Harness['start']): Promise<readonly CollectedTest[]> {
  const tests = await collectConformanceTests(start);
  const fieldRules = new Set(shapeRequirements.map(({ id }) => id));
  const isFieldRule = (test: CollectedTest): boolean => fieldRules.has(judgedBy(test));
  const first = tests.find(isFieldRule);
  return tests.flatMap((test) => (test === first ? allFieldRules(test) : isFieldRule(test) ? [] : test));
}

const allFieldRules = ({ details }: CollectedTest): CollectedTest => ({
  title: 'all rules of fields',
  details,
  body: async ({ lookEverywhere, http }) => {
    await lookEverywhere();
    for (const { id } of shapeRequirements) await under(id, () => judgeAnswers(http));
  },
});

/** Enough to keep every worker busy to the end, and few, because a worker loads all tests again for each portion. */
const PORTIONS = 40;

/**
 * Declares tests once for each target. Those of one target run one after the other in one worker, which keeps what it found
 * out about the target.
 *
 * @param testsByTarget - the name of each target becomes the title of its group
 * @param isOver - whether nothing more needs to be known of a target: its other tests are left out
 * @param isSlow - whether `npm test`, which sets MUTATION_QUICK, leaves a target to `npm run test:slow`. It is not even declared: the
 *   runner takes as long to leave ten tests out as to run one
 */
export async function declareAgainst(
  testsByTarget: ReadonlyMap<string, readonly CollectedTest[]>,
  {
    isOver = () => false,
    isSlow = () => false,
  }: { isOver?: (target: string) => boolean; isSlow?: (target: string) => boolean } = {},
): Promise<void> {
  // Loaded after collecting has begun: see collectConformanceTests().
  const { conformanceTest } = await import('../../../fixtures/index.ts');
  const targets = [...testsByTarget].filter(([target]) => !process.env.MUTATION_QUICK || !isSlow(target));
  for (let portion = 0; portion < PORTIONS; portion += 1)
    conformanceTest.describe(`portion ${portion + 1}`, () => {
      conformanceTest.describe.configure({ mode: 'default' });
      // Dealt in turn: the longest fall into portions of their own.
      for (const [target, tests] of targets.filter((_, index) => index % PORTIONS === portion))
        conformanceTest.describe(target, () => {
          conformanceTest.use({ targetName: target });
          conformanceTest.beforeEach(() => {
            if (isOver(target)) notTested('another test has shown enough of this target');
          });
          for (const test of tests)
            conformanceTest(`${judgedBy(test)}: ${test.title}`, test.details, test.body);
        });
    });
}
