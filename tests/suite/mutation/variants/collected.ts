import type { CollectedTest, Harness } from '../../../../fixtures/assertions/harness.ts';
import { judgeShapes, shapeRequirements } from '../../../../fixtures/assertions/shape.ts';
import { collectConformanceTests, judgedBy } from '../many/collected.ts';

/**
 * Every conformance test, collected for runs that judge many honest servers. The field rows are one test: the same answers
 * judge them all, and an honest server breaks none. It stands in the place of the first; the places of the others are
 * empty, so that the number of a test is the same in every run.
 *
 * @param start - starts the target of a name
 */
export async function collectHonestly(
  start: Harness['start'],
): Promise<readonly (CollectedTest | undefined)[]> {
  const tests = await collectConformanceTests(start);
  const rows = new Set(shapeRequirements.map(({ id }) => id));
  const first = tests.findIndex((test) => rows.has(judgedBy(test)));
  return tests.map((test, number) => {
    if (!rows.has(judgedBy(test))) return test;
    return number === first ? atOnce(test) : undefined;
  });
}

const atOnce = ({ details }: CollectedTest): CollectedTest => ({
  title: 'all field rows',
  details,
  body: async ({ snapshot, http }) => {
    await snapshot();
    judgeShapes(http);
  },
});
