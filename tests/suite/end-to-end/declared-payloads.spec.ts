import { expect, test } from '@playwright/test';
import { requirementIn, verdictOf } from '../support/report-queries.ts';
import { only, type Run, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

/** Runs against targets of which something is declared, or nothing. */

test.describe.configure({ timeout: 120_000 });

const DECLARED = [
  'service-data-query-answered',
  'service-data-sql-answered',
  'service-data-meta-names-members',
  'service-ai-prompt-answered',
  'service-ai-answer-streamed',
  'service-ai-answer-ends',
];
const FAMILIES = { CONFORMANCE_REQUIRE: 'data-api,ai-api' };

test('where nothing is declared, nothing is judged, and required profiles are verified', async () => {
  const run = await withReference({}, ({ settings }): Promise<Run> => {
    const { TARGET_DATA_QUERY: _q, TARGET_DATA_SQL: _s, TARGET_AI_PROMPT: _p, ...others } = settings;
    return runSuite({ ...others, ...FAMILIES }, only('service-.*', 'auth-(data|ai)-.*'));
  });
  for (const id of DECLARED) {
    expect(verdictOf(run.report, id), run.output).toBe('not-tested');
    expect(requirementIn(run.report, id)?.reason).toMatch(/set TARGET_(DATA_QUERY|DATA_SQL|AI_PROMPT)/);
  }
  expect(run.code, run.output).toBe(0);
});

test('what is declared is judged as good practice, whether or not the family is offered', async () => {
  const faults = ['core-data-load-not-served', 'ai-not-served'];
  const run = await withReference({ faults }, ({ settings }): Promise<Run> => {
    const { TARGET_OFFERS: _, ...others } = settings;
    return runSuite(others, only('service-.*'));
  });
  expect(verdictOf(run.report, 'service-data-query-answered'), run.output).toBe('fail');
  expect(verdictOf(run.report, 'service-ai-prompt-answered')).toBe('fail');
  expect(verdictOf(run.report, 'service-data-sql-answered')).toBe('pass');
  expect(verdictOf(run.report, 'service-data-api-served')).toBe('not-tested');
  expect(run.code, run.output).toBe(0);
});
