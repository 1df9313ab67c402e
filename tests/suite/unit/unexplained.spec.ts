import { expect, test } from '@playwright/test';
import { objections } from '../../../reporters/exit.ts';
import type { Report } from '../../../reporters/report.ts';
import { requirementIn } from '../support/report-queries.ts';
import { allPassed, MUST, outcome, report } from './sample-report.ts';

const OTHER = 'embed-groups-replaces';
const REFUSED = 'the positive control was refused: generateSession answered 400';
const BLAMES = `the user joined groups and none is seen (see ${OTHER})`;

/** A run in which one requirement was not tested for a reason, and others ended as they say. */
const untested = (
  reason: string,
  others: Parameters<typeof report>[0] = {},
  overrides: Parameters<typeof report>[1] = {},
): Report =>
  report(
    {},
    {
      outcomes: allPassed.map((one) => {
        if (one.requirement === MUST) return { ...outcome(MUST, 'not-tested'), reason };
        const status = others[one.requirement];
        return status ? outcome(one.requirement, status) : one;
      }),
      ...overrides,
    },
  );

const verdictIn = (made: Report): string => requirementIn(made, MUST)?.verdict ?? '';

for (const [what, reason, added] of [
  ['a refused control', REFUSED, 'no requirement that fails says why'],
  ['what another requirement is blamed for', BLAMES, `${OTHER} holds elsewhere`],
] as const)
  test(`${what} keeps the gate closed where nothing else is broken`, () => {
    const made = untested(reason);
    expect(requirementIn(made, MUST)).toMatchObject({
      verdict: 'inconclusive',
      reason: `${reason}; ${added}`,
    });
    expect(made.verdict).toBe('undetermined');
    expect(objections(made, [])).toHaveLength(1);
  });

test('it is not tested where something that fails explains it, or nothing is blamed, or the rest is in other shards', () => {
  for (const reason of [REFUSED, BLAMES])
    expect(verdictIn(untested(reason, { 'workspace-item-name': 'failed' }))).toBe('not-tested');
  expect(verdictIn(untested(BLAMES, { [OTHER]: 'not-tested' }))).toBe('not-tested');
  expect(verdictIn(untested('set TARGET_GROUPS'))).toBe('not-tested');
});

test('so does what a test beside others could not judge', () => {
  const beside = { ...outcome(MUST, 'not-tested'), reason: REFUSED, beside: true } as const;
  const made = report({}, { outcomes: [...allPassed, beside] });
  expect(verdictIn(made)).toBe('inconclusive');
});
