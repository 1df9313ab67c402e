import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { conditionObjections, figureOf, figureSentence, lackingData } from '../../../reporters/conditions.ts';
import { DATA_CONDITIONS, readDemands } from '../../../schemas/conditions.ts';
import { findRequirement } from '../../../schemas/requirements.ts';
import { EVIDENCE, outcome, report, untested } from '../support/samples.ts';

const ALL = DATA_CONDITIONS.map(({ name }) => name).sort();

test('a condition concerns requirements of the catalogue, and the page of data has it', () => {
  const page = readFileSync('docs/staging-data.md', 'utf8');
  for (const { requirements, says } of DATA_CONDITIONS) {
    expect(page).toContain(`| ${says} |`);
    expect(requirements.length).toBeGreaterThan(0);
    for (const id of requirements) findRequirement(id);
  }
});

const NESTED = 'workspace-search-all-folders';

test('a condition is unmet for want of data, for want of a setting, or because of a filter: the report says which', () => {
  const looked = {
    ...outcome(NESTED, 'passed'),
    evidence: { ...EVIDENCE, conditions: ALL.filter((name) => name !== 'nested-folder') },
  };
  const unset = untested('auth-https-only', 'set TARGET_HTTP_URL', { code: 'unset', blames: [] });
  const absent = untested('workspace-after-start-cursor', 'no startCursor', { code: 'missing', blames: [] });
  const judged = report({}, { outcomes: [looked, unset, absent] });
  const of = (id: string) => judged.requirements.find((row) => row.id === id)?.conditions;
  // The shard that looked is merged twice: each condition counts once.
  const twice = report({}, { outcomes: [looked, looked, unset, absent] });
  expect(figureOf(twice)).toEqual(figureOf(judged));
  expect(of(NESTED)?.unmet).toEqual([expect.objectContaining({ name: 'nested-folder', lacks: 'data' })]);
  expect(of('auth-https-only')?.unmet).toEqual([
    expect.objectContaining({ lacks: 'settings', instead: 'set TARGET_HTTP_URL' }),
  ]);
  expect(of('embed-session-id')?.unmet[0]?.lacks).toBe('neither');
  // The data is there, so nobody is told to add it.
  expect(lackingData(judged)).toEqual([
    expect.objectContaining({ says: 'a folder in a folder', ids: [NESTED] }),
  ]);
  expect(figureSentence(figureOf(judged) as never)).toMatch(
    /^met \d+ of \d+ conditions \([\d.]+ %\): 1 lacks data, 1 lacks settings, \d+ ha(s|ve) tests that were left out/,
  );
});

test('CONFORMANCE_REQUIRE_CONDITIONS: a share, of all profiles or of some; no filtered run meets it', () => {
  const whole = { ...report({}), run: { ...report({}).run, filtered: false } };
  const [of, met] = [100, 90];
  const rows = whole.requirements.slice(0, 1).map((row) => ({
    ...row,
    level: 'MUST' as const,
    profile: 'workspace' as const,
    conditions: { met, of, unmet: [] },
  }));
  const judged = { ...whole, requirements: rows };
  expect(conditionObjections(judged, undefined)).toEqual([]);
  expect(conditionObjections(judged, '90%')).toEqual([]);
  expect(conditionObjections(judged, '90.1%').join()).toContain(
    'is not met: the run met 90 of 100 conditions (90 %)',
  );
  expect(conditionObjections(judged, 'workspace=90%')).toEqual([]);
  expect(conditionObjections(judged, 'embed=1%').join()).toContain(
    'counts no condition of the profile embed',
  );
  const filtered = { ...judged, run: { ...judged.run, filtered: true } };
  expect(conditionObjections(filtered, '1%').join()).toContain('filters left tests out');
  for (const wrong of ['90', '101%', 'nothing=90%', '90%,', ''])
    expect(readDemands(wrong), wrong).toBeUndefined();
});
