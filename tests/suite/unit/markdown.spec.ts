import { expect, test } from '@playwright/test';
import { compareReports } from '../../../reporters/comparison.ts';
import { LARGEST_MARKDOWN, markdown } from '../../../reporters/documents/markdown.ts';
import { fenced } from '../../../reporters/documents/markdown-text.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import { HOSTILE, spoiled } from '../support/hostile-text.ts';
import { allPassed, baseline, CORE, checked, MIXED, MUST, report, SHOULD } from './sample-report.ts';

const bytes = (text: string): number => Buffer.byteLength(text);
const MUSTS = checked.filter(({ level }) => level === 'MUST').length;
const KNOWN = baseline();

/** A document without its blocks of code. */
const withoutCode = (text: string): string => text.replace(/^(`{3,})(?:text|sh)\n[\s\S]*?\n\1$/gm, '');

/** Every requirement ends so. */
const all = (status: TestOutcome['status']): Record<string, TestOutcome['status']> =>
  Object.fromEntries(allPassed.map(({ requirement }) => [requirement, status]));

test('the verdict, whether the run passes, and both figures: how much holds, and how much was verified', () => {
  const passed = markdown({ report: report({}) });
  expect(passed).toMatch(/^## CONFORMANT /);
  expect(passed).toContain('**This run passes.**\n');
  expect(passed).toContain(`| MUST | ${MUSTS} of ${MUSTS} | ${MUSTS} of ${MUSTS} | 0 | 0 | 0 | 0 |`);
  const mixed = markdown({ report: report(MIXED), problems: ['index.html cannot be written'] });
  expect(mixed).toMatch(/^## NOT CONFORMANT /);
  expect(mixed).toContain('**This run does not pass:**\n\n- 1 MUST failed\n');
  expect(mixed).toContain('\n- index.html cannot be written\n');
  expect(mixed).toContain(
    `| MUST | ${MUSTS - 5} of ${MUSTS - 4} | ${MUSTS - 4} of ${MUSTS} | 1 | 2 | 1 | 1 |`,
  );
});

test('each profile has its verdict and both figures', () => {
  const text = markdown({ report: report(MIXED) });
  const count = (wanted: string): number =>
    checked.filter(({ profile, level }) => profile === 'workspace' && level === wanted).length;
  const [must, should] = [count('MUST'), count('SHOULD')];
  expect(text).toContain(
    `\n| workspace | not conformant | ${must - 4} of ${must - 3} | ${must - 3} of ${must} | ${should - 1} of ${should} | ${should} of ${should} |\n`,
  );
  expect(text).toMatch(/^\| core \| undetermined \| 16 of 16 \| 16 of 17 \| /m);
});

test('a failure has its whole story, MUST before SHOULD', () => {
  const judged = report(MIXED);
  for (const row of judged.requirements)
    for (const { failures } of row.tests)
      for (const failure of failures)
        Object.assign(failure, { input: '1. one\n           2. two', curl: '# 1. one\ncurl x' });
  const text = markdown({ report: judged });
  expect(text.indexOf(`#### \`${MUST}\``)).toBeGreaterThan(text.indexOf('### Failed'));
  expect(text.indexOf('### Good practice')).toBeGreaterThan(text.indexOf(`#### \`${MUST}\``));
  expect(text.indexOf(`#### \`${SHOULD}\``)).toBeGreaterThan(text.indexOf('### Good practice'));
  for (const block of [
    '```text\nexpected a\nreceived b\nfix      c\n```',
    '```text\n1. one\n2. two\n```',
    '```sh\n# 1. one\ncurl x\n```',
    '```sh\nd\n```',
    '(`docs/interface.md#list-workspace-items-rule-2`)',
  ])
    expect(text).toContain(block);
});

test('what was not judged stands under its reason, once', () => {
  const text = markdown({ report: report({ ...all('not-tested'), [CORE]: 'inconclusive' }) });
  expect(text).toMatch(/### Inconclusive\n\n- because inconclusive \(1: `embed-session-id`\)/);
  expect(text.match(/because not&#45;tested/g)).toHaveLength(1);
  // 50 of them are named.
  const others = checked.length - 1;
  const [, shown, ids = '', more] = /because not&#45;tested \((\d+): (.*) and (\d+) more\)/.exec(text) ?? [];
  expect([shown, ids.split(', ').length, more].map(Number)).toEqual([others, 50, others - 50]);
});

test('a known failure is told as one, and how many there are', () => {
  const text = markdown({ report: report({ [MUST]: 'failed' }, { baseline: KNOWN }) });
  expect(text).toContain('**This run passes.** 1 known to fail, and tolerated by the baseline.');
  expect(text).toContain(`#### \`${MUST}\` (known&#58; ticket 7)`);
});

test('the comparison with an earlier run is there where there is one', () => {
  const judged = report({ [MUST]: 'failed' });
  expect(markdown({ report: judged })).not.toContain('### Since the earlier run');
  expect(markdown({ report: judged, comparison: compareReports(report({}), judged) })).toMatch(
    /### Since the earlier run\n\n#### 1 regression\n[\s\S]*\n##### Newly failing\n/,
  );
});

test('text of a target is nothing but text: no markup, link, image, mention or end of a block', () => {
  const judged = spoiled(report(MIXED), HOSTILE);
  const comparison = compareReports(spoiled(report({}), HOSTILE), judged);
  const text = markdown({ report: judged, comparison });
  expect(text.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}]/u);
  const outside = withoutCode(text);
  expect(outside).not.toMatch(
    /<(?!\/?details>|\/?summary>)|!\[|\]\((?!https:\/\/www\.rfc-editor)|[^`/]www\.|https:\/\/x/,
  );
  expect(outside).not.toMatch(/@|&#(?:64|35);(?!&#8288;)/);
  expect(outside.match(/<details>/g)).toHaveLength(outside.match(/<\/details>/g)?.length as number);
  expect(outside.split('\n').filter((line) => /^# |^::/.test(line))).toEqual([]);
  for (const row of outside.split('\n').filter((line) => line.startsWith('|')))
    expect([5, 6, 7, 8, 9]).toContain(row.split('|').length);
});

test('a block of code outlasts the backticks in it', () => {
  expect(fenced('a\n````\nb', 'text', 100)).toBe('`````text\na\n````\nb\n`````');
  expect(fenced('a `b`', 'sh', 100)).toBe('```sh\na `b`\n```');
});

test('it stays below its limit whatever is in it, and says how many failures are left out', () => {
  const large = spoiled(report(all('failed')), `${HOSTILE} 大👍`.repeat(20));
  const reasons = report(all('not-tested'));
  for (const row of reasons.requirements) row.reason = `${row.id} ${'@'.repeat(5_000)}`;
  const cases = [
    large,
    { ...reasons, observations: large.requirements.map(({ id }) => `${id}${'@'.repeat(9_000)}`) },
  ];
  for (const judged of cases)
    for (const limit of [LARGEST_MARKDOWN, 20_000]) {
      const text = markdown({ report: judged, comparison: compareReports(report({}), judged) }, limit);
      expect(bytes(text), String(limit)).toBeLessThanOrEqual(limit);
    }
  const text = markdown({ report: large });
  expect(bytes(text)).toBeGreaterThan(LARGEST_MARKDOWN * 0.8);
  const shown = text.slice(0, text.indexOf('### Good practice')).match(/^#### /gm)?.length as number;
  expect(text).toContain(`…and ${MUSTS - shown} more failures: \`report.json\` of this run has them all.`);
});
