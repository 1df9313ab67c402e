import { expect, test } from '@playwright/test';
import { requirementIn, verdictOf } from '../support/report-queries.ts';
import { only, type Run, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

/** Runs against targets that publish a description of themselves. */

test.describe.configure({ timeout: 120_000 });

const FORM = 'versioning-openapi';
const OPERATIONS = 'versioning-openapi-operations';
const FAULTS = ['description-openapi-3-0', 'description-field-missing'];

/** Judges the description of a target. */
const judge = (faults: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Run> =>
  withReference({ faults }, ({ settings }) =>
    runSuite({ ...settings, ...more }, only('versioning-.*', 'workspace-item-slug')),
  );

test('a description that drifts is noted as observations, and fails nothing', async () => {
  const { code, output, report } = await judge(FAULTS);
  for (const id of [FORM, OPERATIONS]) {
    expect(verdictOf(report, id), output).toBe('not-tested');
    expect(requirementIn(report, id)?.reason).toContain('CONFORMANCE_REQUIRE=description has it judged');
  }
  expect(report?.observations).toEqual(
    expect.arrayContaining([
      'TARGET_OPENAPI: it is OpenAPI 3.0.3 rather than 3.1.0',
      'TARGET_OPENAPI: GET /v1/deployments/{deploymentId}/workspace: answer items[].slug is missing',
    ]),
  );
  expect(code).toBe(0);
});

test('where it is required, it fails, and says what to change', async () => {
  const { code, output, report } = await judge(FAULTS, { CONFORMANCE_REQUIRE: 'description' });
  expect(verdictOf(report, FORM), output).toBe('fail');
  expect(verdictOf(report, OPERATIONS)).toBe('fail');
  const [failure] = requirementIn(report, OPERATIONS)?.tests.flatMap(({ failures }) => failures) ?? [];
  expect(failure?.received).toContain('answer items[].slug is missing');
  expect(failure?.fix).toContain('npm run drift');
  expect(code).toBe(1);
});

test('one that is as the interface says passes: from an address, and from a file', {
  tag: '@slow',
}, async () => {
  for (const more of [{}, { TARGET_OPENAPI: 'schemas/openapi.yaml', TARGET_OFFERS: 'workspace' }]) {
    const { code, output, report } = await judge([], { CONFORMANCE_REQUIRE: 'description', ...more });
    expect(verdictOf(report, FORM), output).toBe('pass');
    expect(verdictOf(report, OPERATIONS)).toBe('pass');
    expect(code).toBe(0);
  }
});

test('one that cannot be read is not tested, and required ones keep the gate shut', {
  tag: '@slow',
}, async () => {
  const address = { TARGET_OPENAPI: 'https://127.0.0.1:1/openapi.json' };
  const { code, output, report } = await judge([], address);
  expect(verdictOf(report, FORM)).toBe('not-tested');
  expect(requirementIn(report, FORM)?.reason).toContain(
    'TARGET_OPENAPI cannot be read: it could not be observed',
  );
  expect(code, output).toBe(0);
  const required = await judge([], { ...address, CONFORMANCE_REQUIRE: 'description' });
  expect(required.report?.gate.objections[0]).toContain(
    'CONFORMANCE_REQUIRE is not verified: versioning-openapi',
  );
  expect(required.code).toBe(1);
});

test('a file that is not there ends the run before anything is judged', async () => {
  const { code, output } = await judge([], { TARGET_OPENAPI: 'nowhere.yaml' });
  expect(output).toContain('TARGET_OPENAPI=nowhere.yaml names a file that is not there');
  expect(code).toBe(1);
});
