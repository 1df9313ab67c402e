import { expect, test } from '@playwright/test';
import { objections } from '../../../reporters/exit.ts';
import type { Report } from '../../../reporters/report.ts';
import { headline, summarise } from '../../../reporters/summary.ts';
import type { TestEvidence } from '../../../schemas/evidence.ts';
import { allPassed, EVIDENCE, FAILURE, MUST, outcome, report, SHOULD } from './sample-report.ts';

const textOf = (judged: Report): string => summarise(judged, judged.gate.objections, ['report.json']);

const failing = (id: string, failure = FAILURE): Report =>
  report(
    {},
    {
      outcomes: allPassed.map((one) =>
        one.requirement === id ? { ...outcome(id, 'failed'), failure } : one,
      ),
    },
  );

for (const id of [MUST, SHOULD]) {
  test(`${id} that fails is told with its place, fix, curl and replay`, () => {
    const failure = { ...FAILURE, input: '1. first\n2. second', curl: 'curl one\ncurl two', fix: 'mend it' };
    expect(textOf(failing(id, failure))).toContain(
      [
        '      at       tests/x.spec.ts:1',
        '      expected a',
        '      received b',
        '      fix      mend it',
        '      input    1. first',
        '               2. second',
        '      curl     curl one',
        '               curl two',
        '      replay   d',
      ].join('\n'),
    );
  });
}

test('of a target that breaks much, the first failures are told in full, and every one is named', () => {
  const text = textOf(
    report({}, { outcomes: allPassed.map(({ requirement }) => outcome(requirement, 'failed')) }),
  );
  const musts = allPassed.filter(({ requirement }) => text.includes(`\n  ${requirement}: `));
  expect(musts).toHaveLength(allPassed.length);
  expect(text.match(/^ {6}replay /gm)?.length).toBeGreaterThan(25);
  expect(text.match(/^ {6}replay /gm)?.length).toBeLessThanOrEqual(50);
});

test('a run that tested good practice alone says so, and passes', () => {
  const judged = report({}, { outcomes: [outcome(SHOULD, 'passed')] });
  expect(headline(judged)).toMatch(/^UNDETERMINED, only good practice \(SHOULD\) was tested/);
  expect(objections(judged, [])).toEqual([]);
  expect(headline(report({}, { outcomes: [outcome(MUST, 'passed'), outcome(SHOULD, 'passed')] }))).toMatch(
    /^UNDETERMINED {2}/,
  );
});

test('what a target says cannot act on the terminal, nor begin a line', () => {
  const hostile = 'a\u001b[31mred\u202e\n::error::b\r\nNOT CONFORMANT';
  const target = { ...EVIDENCE.target, baseUrl: hostile };
  const evidence: TestEvidence = { ...EVIDENCE, target, observations: [hostile], leftovers: [hostile] };
  const failure = { ...FAILURE, expected: hostile, received: hostile, input: hostile, curl: hostile };
  const outcomes = allPassed.map((one) =>
    one.requirement === MUST ? { ...outcome(MUST, 'failed'), failure, evidence } : one,
  );
  outcomes[0] = { ...outcome(outcomes[0]?.requirement as string, 'inconclusive'), reason: hostile };
  const text = textOf(report({}, { outcomes, errors: [hostile] }));
  expect(text).toContain('\\u{1b}[31mred\\u{202e}');
  for (const one of ['\u001b', '\u202e', '\r']) expect(text).not.toContain(one);
  expect(text).not.toMatch(/^(::error|NOT CONFORMANT$)/m);
});

test('the verdict of each profile is told, worst first', () => {
  const judged = report({
    [MUST]: 'failed',
    'embed-session-id': 'not-tested',
    'auth-ai-key': 'not-applicable',
  });
  const verdicts = Object.fromEntries(judged.profiles.map(({ name, verdict }) => [name, verdict]));
  expect(verdicts).toMatchObject({ workspace: 'not conformant', core: 'undetermined', scim: 'conformant' });
  expect(textOf(judged)).toMatch(
    /\n {2}not conformant: {5}workspace \(1 failed, \d+ of \d+ hold\)\n {2}undetermined: {7}core \(\d+ of \d+ hold, 1 not verified\)\n {2}conformant: {9}embed, /,
  );
});

test('a profile is judged by its own requirements, and a shard judges none', () => {
  const scim = allPassed.filter(({ requirement }) => requirement.startsWith('scim-'));
  const only = report({}, { outcomes: scim });
  const verdictOf = (judged: Report, profile: string) =>
    judged.profiles.find(({ name }) => name === profile)?.verdict;
  expect(verdictOf(only, 'embed')).toBe('not tested');
  const declined = report(
    Object.fromEntries(allPassed.map(({ requirement }) => [requirement, 'not-applicable'])),
  );
  expect(new Set(declined.profiles.map(({ verdict }) => verdict))).toEqual(new Set(['not applicable']));
  const shard = report(
    { [MUST]: 'failed' },
    { shards: { alone: { current: 1, total: 2 }, count: 1, problems: [] } },
  );
  expect(verdictOf(shard, 'workspace')).toBe('undetermined');
});
