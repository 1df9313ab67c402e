import { expect, test } from '@playwright/test';
import { objections } from '../../../reporters/exit.ts';
import type { Report } from '../../../reporters/report.ts';
import type { Cause } from '../../../schemas/evidence.ts';
import { requirementIn } from '../support/report-queries.ts';
import { allPassed, MUST, outcome, report } from './sample-report.ts';

const OTHER = 'embed-groups-replaces';
const REFUSED: Cause = { code: 'control-refused', blames: [] };
const BLAMES: Cause = { code: 'broken', blames: [OTHER] };
const MISSING: Cause = { code: 'missing', blames: [] };
const REASON = 'for a reason';

/** A run in which one requirement was not tested for a cause, and others ended as they say. */
const untested = (
  cause: Cause,
  others: Parameters<typeof report>[0] = {},
  overrides: Parameters<typeof report>[1] = {},
): Report =>
  report(
    {},
    {
      outcomes: allPassed.map((one) => {
        if (one.requirement === MUST) return { ...outcome(MUST, 'not-tested'), reason: REASON, cause };
        const status = others[one.requirement];
        return status ? outcome(one.requirement, status) : one;
      }),
      ...overrides,
    },
  );

const verdictIn = (made: Report): string => requirementIn(made, MUST)?.verdict ?? '';

for (const [what, cause, added] of [
  ['a refused control', REFUSED, 'no requirement that fails says why'],
  ['what another requirement is blamed for', BLAMES, `${OTHER} did not fail`],
] as const)
  test(`${what} keeps the gate closed where nothing else is broken`, () => {
    const made = untested(cause);
    expect(requirementIn(made, MUST)).toMatchObject({
      verdict: 'inconclusive',
      reason: `${REASON}; ${added}`,
    });
    expect(made.verdict).toBe('undetermined');
    expect(objections(made, [])).toHaveLength(1);
  });

test('it is not tested where something that fails explains it, or nothing is blamed, or the rest is in other shards', () => {
  for (const cause of [REFUSED, BLAMES])
    expect(verdictIn(untested(cause, { 'workspace-item-name': 'failed' }))).toBe('not-tested');
  expect(verdictIn(untested(BLAMES, { [OTHER]: 'not-tested' }))).toBe('not-tested');
  expect(verdictIn(untested(MISSING))).toBe('not-tested');
});

test('two that blame each other explain nothing', () => {
  const blaming = (id: string, blames: string) =>
    ({ ...outcome(id, 'not-tested'), reason: REASON, cause: { code: 'broken', blames: [blames] } }) as const;
  const made = report(
    {},
    {
      outcomes: allPassed.map((one) => {
        if (one.requirement === MUST) return blaming(MUST, OTHER);
        return one.requirement === OTHER ? blaming(OTHER, MUST) : one;
      }),
    },
  );
  expect(verdictIn(made)).toBe('inconclusive');
});

test('so does what a test beside others could not judge', () => {
  const beside = { ...outcome(MUST, 'not-tested'), cause: REFUSED, beside: true } as const;
  const made = report({}, { outcomes: [...allPassed, beside] });
  expect(verdictIn(made)).toBe('inconclusive');
});
