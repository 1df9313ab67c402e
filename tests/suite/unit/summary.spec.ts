import { expect, test } from '@playwright/test';
import { objections } from '../../../reporters/exit.ts';
import { summarise } from '../../../reporters/summary.ts';
import { Progress } from '../../../reporters/terminal.ts';
import { withoutCommands } from '../../../schemas/visible-text.ts';
import { HOSTILE, spoiled } from '../support/hostile-text.ts';
import { EVIDENCE, FAILURE, MIXED, MUST, outcome, report, SHOULD } from './sample-report.ts';

/** What a terminal acts on or nobody sees, line ends and tabs left out. */
const ACTS = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]/u;

/** What GitHub's runner, or that of Azure, reads as a command in a line of the log. */
const COMMAND = /^\s*::|##[\w.-]*\[/m;

test('no line is a command to a CI server', () => {
  for (const command of [' \t::error::x', 'a\r  ::error::x', '##[error]x', 'a ###vso[b]'])
    expect(withoutCommands(command), command).not.toMatch(COMMAND);
  for (const text of ['a::b', '# a', '## a [b]', '{"a":1}']) expect(withoutCommands(text)).toBe(text);
});

test('what a target sends acts neither on the terminal nor on a CI server, and forges no line', () => {
  const judged = spoiled(report(MIXED, { errors: ['x'] }), HOSTILE);
  const text = summarise(judged, objections(judged, []), ['report.json']);
  expect(text).not.toMatch(ACTS);
  expect(text).not.toMatch(COMMAND);
  expect(text).not.toMatch(/^CONFORMANT/m);
  const forged = summarise(
    spoiled(report(MIXED), 'x\nCONFORMANT  https://x.example\n'),
    ['a\nCONFORMANT'],
    [],
  );
  expect(forged).not.toMatch(/^ {0,3}CONFORMANT/m);
});

test('progress counts what failed once for each requirement, by level, and what is inconclusive', () => {
  const progress = new Progress(9);
  progress.count(outcome(MUST, 'passed'));
  expect(`${progress}`).toBe('1 of 9 tests: nothing failed so far');
  for (const id of [MUST, MUST, SHOULD]) progress.count(outcome(id, 'failed'));
  progress.count(outcome('embed-session-id', 'inconclusive'));
  progress.count({
    ...outcome('scim-users-list', 'failed'),
    evidence: { ...EVIDENCE, blames: 'scim-paging' },
  });
  progress.count({
    ...outcome('scim-users-list', 'passed'),
    evidence: {
      ...EVIDENCE,
      violations: [{ ...FAILURE, requirement: 'scim-paging', operation: 'listUsers' }],
    },
  });
  expect(`${progress}`).toBe('7 of 9 tests: 2 MUST failed, 1 SHOULD failed, 1 inconclusive');
});
