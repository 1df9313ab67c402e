import { expect, test } from '@playwright/test';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { outcomeOf, ROOT } from '../../../reporters/collect.ts';
import { objections } from '../../../reporters/exit.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import { ANNOTATION, EVIDENCE_ATTACHMENT } from '../../../schemas/evidence.ts';
import { allPassed, EVIDENCE, FAILURE, MUST, outcome, report } from './sample-report.ts';

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
    const made = report(
      {},
      {
        outcomes: [
          ...allPassed.filter(({ requirement }) => requirement !== MUST),
          outcome(MUST, 'passed'),
          lost,
        ],
      },
    );
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
