import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { judgeShapes, shapeRequirements } from '../../../fixtures/expect/control.ts';
import { type CollectedTest, type Harness, useHarness } from '../../../fixtures/expect/running-test.ts';
import { conformanceTests } from '../../../fixtures/run/projects.ts';

const TESTS = join(import.meta.dirname, '..', '..');

/** The file of every conformance test. */
const conformanceFiles = (): string[] =>
  readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .map((name) => join(TESTS, name))
    .filter((file) => conformanceTests.test(file))
    .sort();

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
  for (const file of conformanceFiles()) await import(file);
  return collected;
}

/** The requirement that a collected test judges. */
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
    judgeShapes(http);
  },
});
