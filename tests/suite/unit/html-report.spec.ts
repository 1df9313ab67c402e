import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { compareReports } from '../../../reporters/comparison.ts';
import { clip, clipCommand } from '../../../reporters/documents/html/clip.ts';
import { htmlReport } from '../../../reporters/documents/html/html-report.tsx';
import { writeDocuments } from '../../../reporters/documents/index.ts';
import type { Report } from '../../../reporters/report.ts';
import { oneShard } from '../../../reporters/shards.ts';
import { headline } from '../../../reporters/summary.ts';
import { DOCUMENTS } from '../../../schemas/documents.ts';
import { quotationOf } from '../../../schemas/quotations.ts';
import { catalogue } from '../../../schemas/requirements.ts';
import { everyKindWhole, FAILING, hostile, manyFailures, PASSING } from '../support/sample-pages.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { baseline, CORE, MUST, outcome, report } from './sample-report.ts';

/** The words of the body of a page, without its script. */
const wordsOf = (html: string): string =>
  html
    .replace(/^[\s\S]*<body>/, '')
    .replace(/<script>[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&quot;', '"');

/** The page may be long: what it should say and does not is shown alone. */
const missingIn = (words: string, ...sentences: readonly string[]): string[] =>
  sentences.filter((sentence) => !words.includes(sentence));

const page = (judged: Report): string => wordsOf(htmlReport({ report: judged }));

test('every requirement quotes the interface', () => {
  expect(catalogue.filter(({ source }) => quotationOf(source).join('').length < 10)).toEqual([]);
  expect(quotationOf('List workspace items, rule 2')).toEqual([
    'Folders always stand before all items of other types.',
  ]);
  expect(quotationOf('DashboardConfig, title')).toEqual([
    'Each field may be left out, and may be null.',
    '`title` · is: a string or null · always there: no',
  ]);
  expect(missingIn(page(report({})), 'Folders always stand before all items of other types.')).toEqual([]);
});

test('the page begins with the words of the headline, and says whether the run passes', () => {
  for (const judged of [report({}), everyKindWhole(), report({ [MUST]: 'not-tested' })]) {
    const words = page(judged);
    const [first = 'This run passes (exit code 0)'] = judged.gate.objections;
    expect(missingIn(words, headline(judged).replace(/\s+/g, ' '), first)).toEqual([]);
    expect(words.indexOf(headline(judged).slice(0, 10))).toBeLessThan(words.indexOf('Profiles A profile'));
  }
});

const LIMITS: [what: string, judged: Report, sentence: string][] = [
  [
    'a shard',
    report({}, { shards: oneShard({ current: 1, total: 2 }) }),
    'shard 1 of 2 alone: it gives no verdict',
  ],
  ['a filtered run', report({}, { outcomes: [outcome(MUST, 'passed')] }), 'The run was filtered'],
  ['a run that was cut short', report({}, { ended: false }), 'The run was cut short'],
  ['a run without a test', report({}, { outcomes: [] }), 'ended before any test: nothing was judged'],
  [
    'a merge that misses a shard',
    report({}, { shards: { ...oneShard(null), problems: ['x'] } }),
    'A part of the run is missing',
  ],
  ['a run of which a part was not tested', report({ [MUST]: 'not-tested' }), '1 MUST were not tested'],
  [
    'a run whose failures are known',
    report({ [MUST]: 'failed' }, { baseline: baseline() }),
    '1 MUST failed: the baseline lists all of them.',
  ],
  [
    'a run without a part of core',
    report({ [CORE]: 'not-tested' }),
    '1 of 17 MUST of the profile core were not',
  ],
  ['a run that saw too little', report({ [MUST]: 'inconclusive' }), '1 MUST are inconclusive'],
];

for (const [what, judged, sentence] of LIMITS)
  test(`above the numbers, the page of ${what} says so`, () => {
    const words = page(judged);
    expect(missingIn(words, sentence)).toEqual([]);
    expect(words.indexOf(sentence)).toBeLessThan(words.indexOf('How much holds'));
    expect(missingIn(page(report({})), sentence)).toEqual([sentence]);
  });

test('only a run in which everything was verified looks all well', () => {
  const whole = htmlReport({ report: report({}) });
  expect(missingIn(whole, 'class="banner good"', 'is-whole"><h3>Of the catalogue')).toEqual([]);
  for (const status of ['not-tested', 'not-applicable'] as const) {
    const html = htmlReport({ report: report({ [MUST]: status }) });
    const wholes = ['class="banner good"', 'is-whole"><h3>Of the catalogue'];
    expect(missingIn(html, ...wholes, 'class="banner partly"')).toEqual(wholes);
    expect(missingIn(wordsOf(html), `99.6 %: 1 ${status.replace('-', ' ')}`)).toEqual([]);
  }
});

test('every requirement has one place, and every failure is told there', () => {
  const judged = everyKindWhole();
  const html = htmlReport({ report: judged });
  const ids = [...html.matchAll(/<details id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids.sort()).toEqual(judged.requirements.map(({ id }) => id).sort());
  const targets = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  expect(targets.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
  const words = wordsOf(html);
  const said = [
    'known failure',
    'ticket 7',
    'known failure that passes now',
    'ticket 8 (until 2030-12-31)',
    'Supply what is missing: a setting, or data of the target that shows the rule',
    'set TARGET_HTTP_URL',
    'the workspace needs two items',
    `Mend first what fails it ended early: ${FAILING} is broken`,
    'held to CONFORMANCE_REQUIRE=core',
    'it takes blanks around the credential',
    'group 7',
    '44 items, 8 of 9 listings',
    '1 of 2 met',
  ];
  expect(missingIn(words, ...said)).toEqual([]);
});

test('what changed since an earlier run is marked and listed', () => {
  const judged = everyKindWhole();
  const before = report({ [PASSING]: 'failed' });
  const words = wordsOf(htmlReport({ report: judged, comparison: compareReports(before, judged) }));
  const said = [
    'Since the earlier run: 6 regressions',
    `${FAILING} MUST pass → fail`,
    `${FAILING} MUST newly failing`,
    `${PASSING} MUST mended`,
  ];
  expect(missingIn(words, ...said)).toEqual([]);
  expect(missingIn(page(judged), 'Since the earlier run')).toHaveLength(1);
});

test('the page loads nothing, and allows no script and no style but its own', () => {
  const html = htmlReport({ report: everyKindWhole() });
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  expect(policy).toContain("default-src 'none'; style-src 'sha256-");
  for (const tag of ['style', 'script']) {
    const parts = [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))];
    expect(parts).toHaveLength(1);
    const hash = createHash('sha256')
      .update(parts[0]?.[1] ?? '')
      .digest('base64');
    expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
  }
  expect(html.match(/<(img|iframe|object|embed|base)\b|\ssrc=|\sstyle=|\son\w+=|@import|url\(/)).toBeNull();
});

test('a run writes the page beside its report', () =>
  withTemporaryFolder(async (folder) => {
    const { files, problems } = writeDocuments({ report: everyKindWhole() }, folder, [...DOCUMENTS]);
    expect(problems).toEqual([]);
    expect(files).toContain(join(folder, 'index.html'));
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
  }));

test('a hostile report adds no markup, and leaves nothing invisible', () => {
  const html = htmlReport({ report: hostile() });
  expect(html.match(/<(img|svg\/|a href="javascript|!--)/g)).toBeNull();
  expect(html.match(/<\/?script>/g)).toEqual(['<script>', '</script>']);
  expect(html.replaceAll('\n', '').match(/[\p{Cc}\p{Cf}\p{Cs}]/u)).toBeNull();
});

test('texts are cut to what they may take in the page', () => {
  expect(clip('a<b', 6)).toEqual({ text: 'a<b', isCut: false });
  expect(clip('a<b', 5)).toEqual({ text: 'a<', isCut: true });
  expect(clip('ab\u{1f600}', 5)).toEqual({ text: 'ab', isCut: true });
  expect(clip('1.\n\t2\r\n\u202e', 20)).toEqual({ text: '1.\n\t2\n\\u202e', isCut: false });
  expect(clipCommand('x'.repeat(20_000), 20_000)).toMatchObject({ isCut: false });
  expect(clipCommand('x'.repeat(20_001), 20_000)).toEqual({ text: 'x'.repeat(600), isCut: true });
});

for (const [what, text] of [
  ['1 MB each', '<"é\n'.repeat(250_000)],
  ['commands that just fit', '"'.repeat(3_333)],
] as const)
  test(`200 failures take less than 5 MB: ${what}`, () => {
    const html = htmlReport({ report: manyFailures(200, text) });
    expect(Buffer.byteLength(html)).toBeLessThan(5_000_000);
    expect(missingIn(html, 'Copy the whole command from report.json')).toEqual([]);
  });
