import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { LARGEST_MARKDOWN, markdown } from '../../../reporters/documents/markdown.ts';
import { addStepSummary, annotations } from '../../../reporters/github.ts';
import type { Report } from '../../../reporters/report.ts';
import { oneShard } from '../../../reporters/shards.ts';
import { HOSTILE, spoiled } from '../support/hostile-text.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { baseline, checked, MIXED, MUST, report, SHOULD } from './sample-report.ts';

const ROOT = '/home/runner/work/x/x';
const ACTIONS = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: ROOT };
const KNOWN = baseline({ reason: 'ticket 7, 100 %: later' });
const SHARD = report(MIXED, { shards: oneShard({ current: 1, total: 2 }) });

const annotated = (judged: Report, environment: Record<string, string> = ACTIONS): string[] =>
  annotations({ report: judged }, environment, ROOT);

test('a failing MUST is an error at the line of its test, a failing SHOULD a warning', () => {
  expect(annotated(report({ [MUST]: 'failed', [SHOULD]: 'failed' }))).toEqual([
    `::error file=tests/x.spec.ts,line=1,title=${MUST} (MUST)::Folders come before every other item over the whole walk, for every query.%0Aexpected a%0Areceived b%0Afix c`,
    expect.stringMatching(`^::warning file=tests/x.spec.ts,line=1,title=${SHOULD} \\(SHOULD\\)::`),
  ]);
  expect(annotated(report({}))).toEqual([]);
});

test('a known failure is a warning that gives the reason; the title is escaped', () => {
  expect(annotated(report({ [MUST]: 'failed' }, { baseline: KNOWN }))).toEqual([
    expect.stringContaining(`title=${MUST} (MUST%2C known%3A ticket 7%2C 100 %25%3A later)::`),
  ]);
});

test('what else keeps the run from passing is an error of its own, and comes first', () => {
  const [first, ...others] = annotated(report({ [MUST]: 'failed' }, { errors: ['the set-up failed'] }));
  expect(first).toBe('::error title=This run does not pass::the set-up failed');
  expect(others).toHaveLength(1);
});

test('of more than ten the last one says how many are not shown', () => {
  const many = (count: number) =>
    Object.fromEntries(
      checked
        .filter(({ level }) => level === 'MUST')
        .slice(0, count)
        .map(({ id }) => [id, 'failed' as const]),
    );
  expect(annotated(report(many(10)))).toHaveLength(10);
  const lines = annotated(report(many(12)));
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toMatch(/^::error title=3 more::3 more errors are not shown here: /);
});

test('they are written for GitHub alone, by the merged run alone, with files as GitHub knows them', () => {
  const failed = report({ [MUST]: 'failed' });
  expect(annotated(failed, {})).toEqual([]);
  expect(annotated(SHARD)).toEqual([]);
  const file = (workspace: string) =>
    /file=([^,]*),/.exec(annotated(failed, { ...ACTIONS, GITHUB_WORKSPACE: workspace })[0] as string)?.[1];
  expect(file('/home/runner/work/x')).toBe('x/tests/x.spec.ts');
  expect(file('/elsewhere')).toBe('tests/x.spec.ts');
});

test('hostile text cannot end an annotation or begin another one', () => {
  const lines = annotated(spoiled(report(MIXED), HOSTILE));
  expect(lines).toHaveLength(3);
  for (const line of lines)
    expect(line).toMatch(/^::(error|warning) [\w=(),./ -]*::[^\p{Cc}\p{Cf}\u2028\u2029]*$/u);
});

test('the step summary is added to what other commands wrote, for a whole run alone', () =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'summary');
    writeFileSync(file, 'written before');
    expect(addStepSummary({ report: report(MIXED) }, { GITHUB_STEP_SUMMARY: file })).toBeUndefined();
    expect(readFileSync(file, 'utf8')).toBe(`written before\n${markdown({ report: report(MIXED) })}`);
    expect(addStepSummary({ report: SHARD }, { GITHUB_STEP_SUMMARY: file })).toBeUndefined();
    expect(addStepSummary({ report: report(MIXED) }, {})).toBeUndefined();
    expect(readFileSync(file, 'utf8').match(/^## /gm)).toHaveLength(1);
  }));

test('the summary of a step never gets larger than GitHub takes', () =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'summary');
    const large = spoiled(report(MIXED), HOSTILE.repeat(100));
    const before = 'x'.repeat(LARGEST_MARKDOWN - 50_000);
    writeFileSync(file, before);
    expect(addStepSummary({ report: large }, { GITHUB_STEP_SUMMARY: file })).toBeUndefined();
    const { length } = readFileSync(file);
    expect(length).toBeGreaterThan(before.length);
    expect(length).toBeLessThanOrEqual(LARGEST_MARKDOWN);
    writeFileSync(file, 'x'.repeat(LARGEST_MARKDOWN - 500));
    expect(addStepSummary({ report: large }, { GITHUB_STEP_SUMMARY: file })).toContain('it is nearly full');
    expect(readFileSync(file)).toHaveLength(LARGEST_MARKDOWN - 500);
  }));

test('a step summary that cannot be written is a sentence with its name', () =>
  withTemporaryFolder(async (folder) => {
    expect(addStepSummary({ report: report({}) }, { GITHUB_STEP_SUMMARY: folder })).toMatch(
      /^Nothing was added to GITHUB_STEP_SUMMARY=.*: EISDIR/,
    );
  }));
