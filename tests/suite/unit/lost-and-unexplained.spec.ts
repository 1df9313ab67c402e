import { expect, test } from '@playwright/test';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { outcomeOf, ROOT } from '../../../reporters/collect.ts';
import { objections } from '../../../reporters/exit.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import type { Report } from '../../../reporters/report.ts';
import { ANNOTATION, type Cause, EVIDENCE_ATTACHMENT } from '../../../schemas/evidence.ts';
import { requirementIn } from '../support/report-queries.ts';
import { allBut, allPassed, EVIDENCE, FAILURE, MUST, outcome, report } from '../support/samples.ts';

const OTHER = 'embed-groups-replaces';
const REFUSED: Cause = { code: 'control-refused', blames: [] };
const BLAMES: Cause = { code: 'broken', blames: [OTHER] };
const MISSING: Cause = { code: 'missing', blames: [] };
const REASON = 'for a reason';

const untested = (id: string, cause: Cause): TestOutcome => ({
  ...outcome(id, 'not-tested'),
  reason: REASON,
  cause,
});

/** A run in which one requirement was not tested for a cause, and others ended as they say. */
const runWith = (cause: Cause, ...others: TestOutcome[]): Report =>
  report({}, { outcomes: allBut(untested(MUST, cause), ...others) });

const verdictIn = (made: Report): string => requirementIn(made, MUST)?.verdict ?? '';

for (const [what, cause, added] of [
  ['a refused control', REFUSED, 'no requirement that fails says why'],
  ['what another requirement is blamed for', BLAMES, `${OTHER} did not fail`],
] as const)
  test(`${what} keeps the gate closed where nothing else is broken`, () => {
    const made = runWith(cause);
    expect(requirementIn(made, MUST)).toMatchObject({
      verdict: 'inconclusive',
      reason: `${REASON}; ${added}`,
    });
    expect(made.verdict).toBe('undetermined');
    expect(objections(made, [])).toHaveLength(1);
  });

test('it is not tested where something that fails explains it, or nothing is blamed', () => {
  for (const cause of [REFUSED, BLAMES])
    expect(verdictIn(runWith(cause, outcome('workspace-item-name', 'failed')))).toBe('not-tested');
  expect(verdictIn(runWith(BLAMES, outcome(OTHER, 'not-tested')))).toBe('not-tested');
  expect(verdictIn(runWith(MISSING))).toBe('not-tested');
});

test('two that blame each other explain nothing, nor does what a test beside others could not judge', () => {
  const other = untested(OTHER, { code: 'broken', blames: [MUST] });
  expect(verdictIn(runWith(BLAMES, other))).toBe('inconclusive');
  const beside = { ...untested(MUST, REFUSED), beside: true } as const;
  expect(verdictIn(report({}, { outcomes: [...allPassed, beside] }))).toBe('inconclusive');
});

/** Nothing that a test found is lost in silence: what cannot be attributed is an error of the suite. */

const UNKNOWN = '$TARGET_API_KEY-rejected';

const evidence = (changes: object): Pick<TestOutcome, 'evidence'> => ({
  evidence: { ...EVIDENCE, ...changes } as TestOutcome['evidence'] & object,
});

const LOST: [what: string, outcome: TestOutcome][] = [
  ['the failure of a requirement', outcome(UNKNOWN, 'failed')],
  ['a test that passed', outcome(UNKNOWN, 'passed')],
  ['a test that claims no requirement', outcome('', 'passed')],
  ['a failure that blames another one', { ...outcome(MUST, 'failed'), ...evidence({ blames: UNKNOWN }) }],
  ['evidence of another one', { ...outcome(MUST, 'passed'), ...evidence({ requirement: UNKNOWN }) }],
  [
    'an answer that breaks another one',
    {
      ...outcome(MUST, 'passed'),
      ...evidence({ violations: [{ ...FAILURE, requirement: UNKNOWN, operation: 'x' }] }),
    },
  ],
];

for (const [what, lost] of LOST)
  test(`${what}, and no row of the catalogue: an error of the suite`, () => {
    const made = report({}, { outcomes: [...allPassed, lost] });
    expect(objections(made, [])).toEqual([
      expect.stringMatching(/^the suite itself failed: tests\/x\.spec\.ts:1 /),
    ]);
    expect(made.gate.objections).toHaveLength(1);
    expect(made.verdict).not.toBe('conformant');
  });

/** A test as the runner hands it over. */
const ended = (status: TestResult['status'], requirement?: string, body?: object): TestCase =>
  ({
    title: 'a test',
    annotations:
      requirement === undefined ? [] : [{ type: ANNOTATION.requirement, description: requirement }],
    location: { file: `${ROOT}/tests/x.spec.ts`, line: 1 },
    results: [
      {
        status,
        duration: 1,
        annotations: [],
        error: { message: 'thrown' },
        attachments: body ? [{ name: EVIDENCE_ATTACHMENT, body: Buffer.from(JSON.stringify(body)) }] : [],
      },
    ],
  }) as unknown as TestCase;

test('a test without an id is an outcome, too, and one that passed without evidence is an error of the suite', () => {
  expect(outcomeOf(ended('passed', MUST, EVIDENCE))).toMatchObject({ requirement: MUST, status: 'passed' });
  expect(outcomeOf(ended('failed'))).toMatchObject({ requirement: '', status: 'error' });
  expect(outcomeOf(ended('passed', MUST))).toMatchObject({ requirement: MUST, status: 'error' });
});
