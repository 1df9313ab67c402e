import { expect, test } from '@playwright/test';
import { junit } from '../../../reporters/documents/junit.ts';
import type { Report } from '../../../reporters/report.ts';
import { caseFor, casesIn, type JunitCase } from '../support/junit-cases.ts';
import { baseline, CORE, MIXED, MUST, report, SHOULD } from './sample-report.ts';

const KNOWN = baseline();

const caseOf = (judged: Report, id: string): JunitCase | undefined => caseFor(junit({ report: judged }), id);

test('what was not judged is skipped with its reason, an error of the suite is an error', () => {
  const judged = report(MIXED);
  expect(caseOf(judged, CORE)).toMatchObject({
    ending: 'skipped',
    message: 'inconclusive: because inconclusive',
  });
  expect(caseOf(judged, 'workspace-item-name')).toMatchObject({
    ending: 'skipped',
    message: 'not tested: because not-tested',
  });
  expect(caseOf(judged, 'workspace-item-type')).toMatchObject({
    ending: 'skipped',
    message: 'not applicable: because not-applicable',
  });
  expect(caseOf(judged, 'workspace-item-id')).toMatchObject({ ending: 'error', message: 'because error' });
});

test('a SHOULD that fails passes, and says so', () => {
  const { ending, text } = caseOf(report(MIXED), SHOULD) as JunitCase;
  expect(ending).toBe('passed');
  expect(text).toMatch(/^Good practice not followed[\s\S]*\nreceived b\n/);
});

test('a known failure is skipped and says that it fails; one that is tolerated no longer is a failure', () => {
  expect(caseOf(report({ [MUST]: 'failed' }, { baseline: KNOWN }), MUST)).toMatchObject({
    ending: 'skipped',
    message: 'fails, and the baseline tolerates it: known: ticket 7: expected a, received b, fix c',
    text: expect.stringContaining('received b'),
  });
  const expired = baseline({ expires: '1969-12-31' });
  expect(caseOf(report({ [MUST]: 'failed' }, { baseline: expired }), MUST)).toMatchObject({
    ending: 'failure',
    message: expect.stringContaining('tolerated no longer: ticket 7'),
  });
  const stale = report({}, { baseline: KNOWN });
  expect(caseOf(stale, MUST)?.text).toContain('it passes now: ticket 7');
  expect(ofTheRun(stale)).toEqual([`known.yaml:12: remove "${MUST}": it passes now`]);
});

/** Why a run does not pass, as its document says. */
const ofTheRun = (judged: Report, problems: string[] = []): string[] =>
  casesIn(junit({ report: judged, problems }))
    .filter(({ classname, ending }) => classname === 'the run' && ending === 'error')
    .map(({ message }) => message);

test('the document is all green exactly where the run passes', () => {
  const problem = 'index.html cannot be written: EISDIR';
  const runs: [Report, string[]][] = [
    [report({}), []],
    [report({ [SHOULD]: 'failed' }), []],
    [report({ [MUST]: 'failed' }, { baseline: KNOWN }), []],
    [report({ [MUST]: 'failed' }), []],
    [report({ [MUST]: 'inconclusive' }), []],
    [report({ [SHOULD]: 'error' }), []],
    [report({}, { baseline: KNOWN }), []],
    [report({}, { outcomes: [] }), []],
    [report({}, { ended: false }), []],
    [report({}, { errors: ['the set-up failed'] }), []],
    [report({ [CORE]: 'not-tested' }, { required: ['core'] }), []],
    [report({}), [problem]],
  ];
  for (const [judged, problems] of runs) {
    const xml = junit({ report: judged, problems });
    const bad = casesIn(xml).filter(({ ending }) => ending === 'failure' || ending === 'error');
    const against = [...judged.gate.objections, ...problems];
    expect(bad.length === 0, against.join()).toBe(against.length === 0);
  }
  expect(ofTheRun(report({}), [problem])).toEqual([problem]);
  expect(ofTheRun(report({ [MUST]: 'failed' })), 'told by its own case alone').toEqual([]);
});
