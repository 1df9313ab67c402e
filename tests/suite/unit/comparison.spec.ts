import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { compareReports } from '../../../reporters/comparison.ts';
import { comparisonMarkdown, comparisonText } from '../../../reporters/comparison-documents.ts';
import type { Report } from '../../../reporters/report.ts';
import { oneShard } from '../../../reporters/shards.ts';
import { visible } from '../../../reporters/visible-text.ts';
import { CORE, MUST, report, SHOULD } from './built-report.ts';

const idsOf = (changes: readonly { id: string }[]): string[] => changes.map(({ id }) => id);

/** The report without a requirement, as one of another catalogue. */
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

test('a MUST that fails and did not before is a regression, and told with what was received', () => {
  for (const before of ['passed', 'not-tested', 'inconclusive'] as const) {
    const comparison = compareReports(report({ [MUST]: before }), report({ [MUST]: 'failed' }));
    expect(idsOf(comparison.newlyFailing), before).toEqual([MUST]);
    expect(comparison.regressions, before).toEqual([MUST]);
    expect(comparisonText(comparison), before).toMatch(/^1 regression\n[\s\S]*expected a, received b/);
  }
});

test('a MUST that passed and could not be judged is a regression; one that the target declines is not', () => {
  for (const after of ['not-tested', 'inconclusive', 'not-applicable'] as const) {
    const comparison = compareReports(report({}), report({ [MUST]: after }));
    expect(idsOf(comparison.noLongerTested), after).toEqual([MUST]);
    expect(comparison.regressions, after).toEqual(after === 'not-applicable' ? [] : [MUST]);
  }
  // It failed before: that it is not seen any more is told, and no step back.
  const unseen = compareReports(report({ [MUST]: 'failed' }), report({ [MUST]: 'not-tested' }));
  expect(idsOf(unseen.noLongerTested)).toEqual([MUST]);
  expect(unseen.regressions).toEqual([]);
});

test('a SHOULD is told, and never a regression', () => {
  const comparison = compareReports(report({}), report({ [SHOULD]: 'failed' }));
  expect(idsOf(comparison.newlyFailing)).toEqual([SHOULD]);
  expect(comparison.regressions).toEqual([]);
});

test('what was mended and what is newly tested is told', () => {
  const comparison = compareReports(report({ [MUST]: 'failed', [CORE]: 'not-tested' }), report({}));
  expect(idsOf(comparison.mended)).toEqual([MUST]);
  expect(idsOf(comparison.newlyTested)).toEqual([CORE]);
  expect(comparison.regressions).toEqual([]);
});

test('changes of the catalogue are told apart from changes of the target', () => {
  const grown = compareReports(without(MUST), report({}));
  expect(idsOf(grown.added)).toEqual([MUST]);
  expect([grown.regressions, grown.newlyTested].flat()).toEqual([]);
  expect(idsOf(compareReports(report({}), without(MUST)).removed)).toEqual([MUST]);
  const raised = report({});
  for (const row of raised.requirements) if (row.id === SHOULD) row.level = 'MUST';
  expect(compareReports(report({}), raised).levels).toEqual([`${SHOULD}: SHOULD → MUST`]);
});

test('a later run that was filtered or is one shard says so', () => {
  const { outcomes } = { outcomes: [] };
  expect(compareReports(report({}), report({}, { outcomes })).caveats).toEqual([
    'the later run was filtered: what its filters left out counts as no longer tested',
    'the later run is not complete',
  ]);
  const shard = report({}, { shards: oneShard({ current: 1, total: 2 }) });
  expect(compareReports(report({}), shard).caveats).toEqual([
    'the later report is that of shard 1 of 2 alone',
  ]);
});

const HOSTILE = '</td><script>alert(1)</script> | `x` [a](javascript:b) \u001b[31mred\u202Eesrever\u0007';

test('hostile texts of a target show as text', () => {
  const after = report({ [MUST]: 'failed' });
  for (const row of after.requirements)
    for (const { failures } of row.tests)
      for (const failure of failures) failure.received = HOSTILE.repeat(2_000);
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

test('a text that is visible stays as it is', () => {
  expect(visible('Größe “größer” 大 \n\t 1')).toBe('Größe “größer” 大 1');
});

/** Runs the command: exit code and everything that it printed. */
const compare = (...args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'reporters/compare.ts', ...args],
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

test('the command exits by regressions, and tells bad input in one sentence', async () => {
  test.setTimeout(90_000);
  const folder = await mkdtemp(join(tmpdir(), 'comparison-'));
  try {
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
  } finally {
    await rm(folder, { recursive: true });
  }
});
