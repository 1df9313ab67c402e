import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { compareReports } from '../../../reporters/comparison.ts';
import { comparisonMarkdown, comparisonText } from '../../../reporters/comparison-documents.ts';
import type { Report } from '../../../reporters/report.ts';
import { oneShard } from '../../../reporters/shards.ts';
import { idsOf } from '../support/report-queries.ts';
import { type Run, runNode } from '../support/run-suite.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { CORE, MUST, report, SHOULD } from './sample-report.ts';

/** A report without a requirement, as from another version of the catalogue. */
const without = (id: string): Report => {
  const { requirements, ...others } = report({});
  return { ...others, requirements: requirements.filter((row) => row.id !== id) };
};

test('two reports of the same results show no difference', () => {
  const { regressions, newlyFailing, mended, newlyTested, noLongerTested, added, removed, levels } =
    compareReports(report({}), report({}));
  expect(
    [regressions, newlyFailing, mended, newlyTested, noLongerTested, added, removed, levels].flat(),
  ).toEqual([]);
  expect(comparisonText(compareReports(report({}), report({})))).toMatch(/^No regression\n/);
});

test('a MUST that newly fails is a regression, and the text shows what was received', () => {
  for (const before of ['passed', 'not-tested', 'inconclusive'] as const) {
    const comparison = compareReports(report({ [MUST]: before }), report({ [MUST]: 'failed' }));
    expect(idsOf(comparison.newlyFailing), before).toEqual([MUST]);
    expect(comparison.regressions, before).toEqual([MUST]);
    expect(comparisonText(comparison), before).toMatch(/^1 regression\n[\s\S]*expected a, received b/);
  }
});

test('a MUST that passed and is no longer judged is a regression, unless it does not apply', () => {
  for (const after of ['not-tested', 'inconclusive', 'not-applicable'] as const) {
    const comparison = compareReports(report({}), report({ [MUST]: after }));
    expect(idsOf(comparison.noLongerTested), after).toEqual([MUST]);
    expect(comparison.regressions, after).toEqual(after === 'not-applicable' ? [] : [MUST]);
  }
  // A MUST that failed before is no regression when it is no longer tested.
  const unseen = compareReports(report({ [MUST]: 'failed' }), report({ [MUST]: 'not-tested' }));
  expect(idsOf(unseen.noLongerTested)).toEqual([MUST]);
  expect(unseen.regressions).toEqual([]);
});

test('a SHOULD that newly fails is listed, but is no regression', () => {
  const comparison = compareReports(report({}), report({ [SHOULD]: 'failed' }));
  expect(idsOf(comparison.newlyFailing)).toEqual([SHOULD]);
  expect(comparison.regressions).toEqual([]);
});

test('requirements that are mended or newly tested are listed', () => {
  const comparison = compareReports(report({ [MUST]: 'failed', [CORE]: 'not-tested' }), report({}));
  expect(idsOf(comparison.mended)).toEqual([MUST]);
  expect(idsOf(comparison.newlyTested)).toEqual([CORE]);
  expect(comparison.regressions).toEqual([]);
});

test('changes of the catalogue are distinguished from changes of the target', () => {
  const grown = compareReports(without(MUST), report({}));
  expect(idsOf(grown.added)).toEqual([MUST]);
  expect([grown.regressions, grown.newlyTested].flat()).toEqual([]);
  expect(idsOf(compareReports(report({}), without(MUST)).removed)).toEqual([MUST]);
  const raised = report({});
  for (const row of raised.requirements) if (row.id === SHOULD) row.level = 'MUST';
  expect(compareReports(report({}), raised).levels).toEqual([`${SHOULD}: SHOULD → MUST`]);
});

test('that the later run was filtered, or is one shard, is a caveat', () => {
  expect(compareReports(report({}), report({}, { outcomes: [] })).caveats).toEqual([
    'the later run was filtered: what its filters left out counts as no longer tested',
    'the later run is not complete',
  ]);
  const shard = report({}, { shards: oneShard({ current: 1, total: 2 }) });
  expect(compareReports(report({}), shard).caveats).toEqual([
    'the later report is that of shard 1 of 2 alone',
  ]);
});

const HOSTILE = '</td><script>alert(1)</script> | `x` [a](javascript:b) \u001b[31mred\u202Eesrever\u0007';

test('hostile text from a target is shown as plain text', () => {
  const after = report({ [MUST]: 'failed' });
  for (const row of after.requirements)
    for (const one of row.tests)
      one.failures = one.failures.map((failure) => ({ ...failure, received: HOSTILE.repeat(2_000) }));
  const comparison = compareReports(report({}), after);
  const text = comparisonText(comparison);
  expect(text).toContain('\\u{1b}[31mred\\u{202e}esrever\\u{7}');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  const markdown = comparisonMarkdown(comparison);
  expect(markdown.replaceAll('\n', '')).not.toMatch(/<script|\]\(javascript|[\p{Cc}\p{Cf}]/u);
  const rows = markdown.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.map((row) => row.split('|').length)).toEqual([6]);
  expect(text.length + markdown.length).toBeLessThan(20_000);
});

/** Runs the command of `npm run compare`. */
const compare = (...args: string[]): Promise<Pick<Run, 'code' | 'output'>> =>
  runNode(['--import', 'tsx', 'reporters/compare.ts', ...args], process.env);

test('the command exits 1 for regressions, and names invalid input in one sentence', async () => {
  test.setTimeout(90_000);
  await withTemporaryFolder(async (folder) => {
    const file = async (name: string, content: string): Promise<string> => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    };
    const good = await file('good.json', JSON.stringify(report({})));
    const bad = await file('bad.json', JSON.stringify(report({ [MUST]: 'failed' })));
    expect(await compare(bad, good)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^No regression\n/),
    });
    expect(await compare(good, bad, '--format=json')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/"regressions": \[\s+"workspace-folders-first"\s+\]/),
    });
    const inputs: [string, RegExp][] = [
      [join(folder, 'nowhere.json'), /cannot be compared: it cannot be read: ENOENT/],
      [
        await file('cut.json', JSON.stringify(report({})).slice(0, 5_000)),
        /cannot be compared: it cannot be read: /,
      ],
      [await file('other.json', '{"name":"x"}'), /cannot be compared: it is no report of this version: /],
      [
        await file('later.json', JSON.stringify({ ...report({}), schemaVersion: 2 })),
        /cannot be compared: it is a report of schema version 2, and this release reads version 1/,
      ],
      [
        await file('large.json', ' '.repeat(51 * 1024 * 1024)),
        /cannot be compared: it cannot be read: it has 51 MB/,
      ],
    ];
    await Promise.all(
      inputs.map(async ([input, sentence]) => {
        const { code, output } = await compare(good, input);
        expect(code, input).toBe(1);
        expect(output, input).toMatch(sentence);
        expect(output.trimEnd(), input).not.toContain('\n');
      }),
    );
    const misused = [[], [good], [good, bad, good], [good, bad, '--format=xml']];
    for (const { code, output } of await Promise.all(misused.map((args) => compare(...args))))
      expect({ code, output }).toMatchObject({
        code: 1,
        output: expect.stringMatching(/^npm run compare -- /),
      });
  });
});
