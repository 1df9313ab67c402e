import { judgeShape, requirement, shapeRequirements, test } from '../../fixtures/index.ts';

// "Every element of a workspace listing has this shape, whatever its type." The snapshot reads every item at
// every depth, and asks in other ways as well; the contract judges each answer as it comes.
for (const { id, statement } of shapeRequirements) {
  test(statement, requirement(id), async ({ snapshot, http }) => {
    await snapshot();
    judgeShape(http);
  });
}
