import { judgeShape, requirement, shapeRequirements, test } from '../../fixtures/index.ts';

// Both callers are shown every
// item at every depth, and in every way in which a listing shows items; the contract judges each answer as it comes.
for (const { id, statement } of shapeRequirements) {
  test(statement, requirement(id), async ({ lookEverywhere, http }) => {
    await lookEverywhere();
    judgeShape(http);
  });
}
