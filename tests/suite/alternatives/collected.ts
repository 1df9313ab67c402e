import type { CollectedTest, StartTarget } from '../../../fixtures/many-targets.ts';
import { judgeShapes, shapeRequirements } from '../../../fixtures/shape.ts';
import { collectConformanceTests, judgedBy } from '../many/collected.ts';

/**
 * Every conformance test, collected for runs that judge many honest servers. The field rows are one test: the same answers
 * judge them all, and an honest server breaks none.
 *
 * @param start - starts the target of a name
 */
export async function collectHonestly(start: StartTarget): Promise<readonly CollectedTest[]> {
  const tests = await collectConformanceTests(start);
  const rows = new Set(shapeRequirements.map(({ id }) => id));
  const shapes = tests.filter((test) => rows.has(judgedBy(test)));
  const atOnce = shapes.slice(0, 1).map(({ details }) => ({
    title: 'all field rows',
    details,
    body: async ({ census, http }) => {
      await census();
      judgeShapes(http);
    },
  })) satisfies CollectedTest[];
  return [...tests.filter((test) => !rows.has(judgedBy(test))), ...atOnce];
}
