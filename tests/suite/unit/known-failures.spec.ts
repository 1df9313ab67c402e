import { expect, test } from '@playwright/test';
import { objections } from '../../../reporters/exit.ts';
import { withBaseline } from '../../../reporters/known-failures.ts';
import type { Report } from '../../../reporters/report.ts';
import { summarise } from '../../../reporters/summary.ts';
import { strictAjv } from '../../../schemas/ajv.ts';
import type { Baseline } from '../../../schemas/known-failure.ts';
import reportSchema from '../../../schemas/report.schema.json' with { type: 'json' };
import { requirementIn } from '../support/report-queries.ts';
import { allBut, baseline, EVIDENCE, FAILURE, MUST, outcome, report, SHOULD } from '../support/samples.ts';

/** The report of a run in which a requirement fails in these ways, a test for each. */
const failing = (received: readonly string[], known: Baseline, id = MUST): Report => {
  const failed = received.map((one) => ({
    ...outcome(id, 'failed'),
    failure: { ...FAILURE, received: one },
  }));
  return report({}, { outcomes: allBut(...failed), baseline: known });
};

test('a known failure does not fail the run, which is not conformant all the same', () => {
  const judged = failing(['b'], baseline({ ticket: 'T-1', expires: '2030-12-31' }));
  expect(judged.verdict).toBe('not conformant');
  expect(objections(judged, [])).toEqual([]);
  expect(requirementIn(judged, MUST)).toMatchObject({
    baseline: 'known',
    baselineReason: 'ticket 7 (until 2030-12-31)',
    baselineTicket: 'T-1',
    baselineObjection: '',
  });
  expect(summarise(judged, [], [])).toContain(`${MUST} (known: ticket 7 (until 2030-12-31), T-1): `);
  expect(strictAjv().validate(reportSchema, judged)).toBe(true);
});

test('an entry of what passes now fails the run, with the line to remove, be it a MUST or a SHOULD', () => {
  for (const id of [MUST, SHOULD]) {
    const judged = report({}, { baseline: baseline({}, id) });
    expect(objections(judged, [])).toEqual([`known.yaml:12: remove "${id}": it passes now`]);
    expect(requirementIn(judged, id)?.baseline).toBe('stale');
  }
});

test('an entry that is over fails the run', () => {
  // The run of these tests begins on the first day of 1970.
  const [today, yesterday] = ['1970-01-01', '1969-12-31'];
  expect(objections(failing(['b'], baseline({ expires: today })), [])).toEqual([]);
  const over = failing(['b'], baseline({ expires: yesterday }));
  expect(objections(over, [])).toEqual([
    '1 MUST failed',
    `known.yaml:12: remove "${MUST}", or give it a later day: it was tolerated until ${yesterday}`,
  ]);
  expect(summarise(over, [], [])).toContain(`${MUST} (tolerated no longer: ticket 7 (until ${yesterday})): `);
  const good = failing(['b'], baseline({ expires: yesterday }, SHOULD), SHOULD);
  expect(objections(good, [])).toEqual([
    `known.yaml:12: remove "${SHOULD}": it was tolerated until ${yesterday}`,
  ]);
});

test('with only, each failure must contain one of its texts, in expected or received', () => {
  const knows = (only: string[], ...received: string[]): unknown =>
    requirementIn(failing(received, baseline({ only })), MUST)?.baseline;
  expect(knows(['status 500'], 'status 500 with a page')).toBe('known');
  // Each of these failures expects "a".
  expect(knows(['a'], 'null')).toBe('known');
  expect(knows(['null', '500'], 'status 500', 'null')).toBe('known');
  expect(knows(['[ 1, 2 ]'], '[\n  1,\n  2\n]')).toBe('known');
  expect(knows(['500'], 'status 500', 'null')).toBe('beyond');
  expect(knows(['Status'], 'status 500')).toBe('beyond');
});

test('a failure that only does not name fails the run, which says what came', () => {
  const judged = failing(['status 500', 'null'], baseline({ only: ['500'] }));
  expect(objections(judged, [])).toEqual([
    '1 MUST failed',
    `known.yaml:12: "${MUST}" fails in another way, too, than its only says: expected a, received null`,
  ]);
  expect(summarise(judged, [], [])).toContain(`${MUST} (not only what is known: ticket 7): `);
  expect(strictAjv().validate(reportSchema, judged)).toBe(true);
  expect(objections(failing(['500', 'null'], baseline({ only: ['500'] }, SHOULD), SHOULD), [])).toEqual([]);
});

test('violations of other tests must be known as well', () => {
  const known = baseline({ only: ['500'] });
  const own = { ...outcome(MUST, 'failed'), failure: { ...FAILURE, received: '500' } };
  const violation = { ...FAILURE, received: 'null', requirement: MUST, operation: 'workspaceObjects' };
  const other = { ...outcome(SHOULD, 'passed'), evidence: { ...EVIDENCE, violations: [violation] } };
  const both = report({}, { outcomes: allBut(own, other), baseline: known });
  expect(requirementIn(both, MUST)?.baseline).toBe('beyond');
  // The gate, which sees the report alone, judges it the same way.
  expect(withBaseline(both, known, new Date(0))).toEqual(both);
});

test('of what was not judged an entry says nothing', () => {
  const over = baseline({ expires: '1969-12-31', only: ['x'] });
  for (const status of ['not-tested', 'inconclusive', 'not-applicable'] as const) {
    const judged = report({ [MUST]: status }, { baseline: over });
    expect(requirementIn(judged, MUST)).toMatchObject({ baseline: null, baselineReason: '' });
    expect(objections(judged, []).join(), status).not.toContain('known.yaml');
  }
  const filtered = report({}, { outcomes: [outcome(SHOULD, 'passed')], baseline: over });
  expect(objections(filtered, []).join()).not.toContain('known.yaml');
});
