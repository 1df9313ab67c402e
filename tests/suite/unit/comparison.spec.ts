import { expect, test } from '@playwright/test';
import { compareReports } from '../../../reporters/comparison.ts';
import { comparisonText } from '../../../reporters/comparison-documents.ts';
import type { Report } from '../../../reporters/report.ts';
import { idsOf } from '../support/report-queries.ts';
import { MUST, report, SHOULD } from '../support/samples.ts';

/** A report without a requirement, as from another version of the catalogue. */
const without = (id: string): Report => {
  const { requirements, ...others } = report({});
  return { ...others, requirements: requirements.filter((row) => row.id !== id) };
};

test('a MUST that newly fails is a regression, and the text shows what was received', () => {
  for (const before of ['passed', 'not-tested', 'inconclusive'] as const) {
    const comparison = compareReports(report({ [MUST]: before }), report({ [MUST]: 'failed' }));
    expect(idsOf(comparison.newlyFailing), before).toEqual([MUST]);
    expect(comparison.regressions, before).toEqual([MUST]);
    expect(comparisonText(comparison), before).toMatch(/^1 regression\n[\s\S]*expected a, received b/);
  }
});

test('a MUST that passed and is no longer judged is a regression, unless it does not apply', () => {
  for (const after of ['not-tested', 'inconclusive', 'not-applicable'] as const) {
    const comparison = compareReports(report({}), report({ [MUST]: after }));
    expect(idsOf(comparison.noLongerTested), after).toEqual([MUST]);
    expect(comparison.regressions, after).toEqual(after === 'not-applicable' ? [] : [MUST]);
  }
  // A MUST that failed before is no regression when it is no longer tested.
  const unseen = compareReports(report({ [MUST]: 'failed' }), report({ [MUST]: 'not-tested' }));
  expect(idsOf(unseen.noLongerTested)).toEqual([MUST]);
  expect(unseen.regressions).toEqual([]);
});

test('a SHOULD that newly fails is listed, but is no regression', () => {
  const comparison = compareReports(report({}), report({ [SHOULD]: 'failed' }));
  expect(idsOf(comparison.newlyFailing)).toEqual([SHOULD]);
  expect(comparison.regressions).toEqual([]);
});

test('changes of the catalogue are distinguished from changes of the target', () => {
  const grown = compareReports(without(MUST), report({}));
  expect(idsOf(grown.added)).toEqual([MUST]);
  expect([grown.regressions, grown.newlyTested].flat()).toEqual([]);
  expect(idsOf(compareReports(report({}), without(MUST)).removed)).toEqual([MUST]);
  const raised = report({});
  for (const row of raised.requirements) if (row.id === SHOULD) row.level = 'MUST';
  expect(compareReports(report({}), raised).levels).toEqual([`${SHOULD}: SHOULD → MUST`]);
});
