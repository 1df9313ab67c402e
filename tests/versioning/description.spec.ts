import { expect, requirement, test } from '../../fixtures/index.ts';

test(
  'the description is an OpenAPI 3.1 document of the version of the interface',
  requirement('versioning-openapi'),
  async ({ ownDescription }) => {
    const problems = await ownDescription.formProblems();
    ownDescription.tellUnlessRequired(problems);
    expect(problems, 'what of TARGET_OPENAPI is not as the interface says').toEqual([]);
  },
);

// The same: it is the description of this interface.
test(
  'the description describes the operations of the interface',
  requirement('versioning-openapi-operations'),
  async ({ ownDescription }) => {
    const drift = await ownDescription.drift();
    ownDescription.tellUnlessRequired(drift);
    expect(drift, 'what TARGET_OPENAPI says otherwise than the interface').toEqual([]);
  },
);
