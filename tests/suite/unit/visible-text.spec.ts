import { expect, test } from '@playwright/test';
import { objections } from '../../../reporters/exit.ts';
import { summarise } from '../../../reporters/summary.ts';
import { visible, visibleLines, withoutCommands } from '../../../schemas/visible-text.ts';
import { HOSTILE, spoiled } from '../support/hostile-text.ts';
import { MIXED, report } from './sample-report.ts';

/** What a terminal acts on or nobody sees, line ends and tabs left out. */
const ACTS = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]/u;
/** What GitHub's runner, or that of Azure, reads as a command in a line of the log. */
const COMMAND = /^\s*::|##[\w.-]*\[/m;

test('visible characters are kept, and white space becomes a single blank', () => {
  expect(visible('Größe “größer” 大 \n\t 1')).toBe('Größe “größer” 大 1');
});

test('lines and tabs are kept; what acts or cannot be seen is written as JSON writes it', () => {
  expect(visibleLines('Größe 大 👍\n\t1\r\n2', 100)).toBe('Größe 大 👍\n\t1\n2');
  expect(visibleLines('a\u001b[31m\u202e\r\u0000\ufffe\u{e0041}\ud800', 100)).toBe(
    'a\\u001b[31m\\u202e\\u000d\\u0000\\ufffe\\udb40\\udc41\\ud800',
  );
  expect(visibleLines(HOSTILE, 10_000)).not.toMatch(ACTS);
});

test('what JSON holds stays the same: the body of a printed command can be sent', () => {
  const body = { name: 'a\u200db \u{1f468}\u200d\u{1f469} \u{e0041}' };
  expect(JSON.parse(visibleLines(JSON.stringify(body), 1_000))).toEqual(body);
});

test('a text that is cut says how long it was, and no character is cut in two', () => {
  expect(visibleLines('abcdef', 3)).toBe('abc… (6 characters)');
  expect(visible('ab👍', 3)).toBe('ab… (4 characters)');
  expect(visibleLines('ab👍', 3)).toBe('ab… (4 characters)');
});

test('no line is a command to a CI server', () => {
  for (const command of [
    '::error::x',
    ' \t::error::x',
    'a\n::error::x',
    'a\r  ::error::x',
    '##[error]x',
    'a ###vso[b]',
  ])
    expect(withoutCommands(command), command).not.toMatch(COMMAND);
  expect(withoutCommands('::error::x')).toBe('\\u003a:error::x');
  expect(withoutCommands('##[error]x')).toBe('#\\u0023[error]x');
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
