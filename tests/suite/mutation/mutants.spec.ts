import { expect, test } from '@playwright/test';
import { listFaults } from '../../../fixtures/reference/faults/index.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import { testable } from '../../../schemas/requirements.ts';
import { scoreOf, tableOf } from './mutants/score.ts';
import { readStrays, strayed } from './mutants/strays.ts';

const faults = listFaults();

test('every MUST that has a check has a fault, and there are 250 in all', () => {
  const broken = new Set(faults.map(({ breaks }) => breaks));
  const musts = testable.filter(({ level, unchecked }) => level === 'MUST' && !unchecked);
  expect(musts.filter(({ id }) => !broken.has(id)).map(({ id }) => id)).toEqual([]);
  expect(faults.length).toBeGreaterThanOrEqual(250);
});

test('strays are pinned for faults that exist, and none is the requirement that the fault breaks', () => {
  for (const [name, strays] of [readStrays('own'), readStrays('whole')].flatMap(Object.entries)) {
    const fault = faults.find((one) => one.name === name);
    expect(fault, `a fault "${name}"`).toBeDefined();
    expect(strays).not.toContain(fault?.breaks);
  }
});

const fault = {
  name: 'workspace-folders-last',
  breaks: 'workspace-folders-first',
  does: 'sends folders last',
  choice: 'workspace-folders-last',
};

/** How the test of a requirement ended. */
const ended = (requirement: string, status: TestOutcome['status']): TestOutcome => ({
  requirement,
  title: 'a test',
  file: 'tests/a.spec.ts',
  line: 1,
  durationMs: 1,
  status,
  reason: '',
});

test('a mutant is killed by the rule that it breaks, by another one, or not at all', () => {
  const own = ended('workspace-folders-first', 'failed');
  const other = ended('workspace-order-name', 'failed');
  const held = ended('workspace-folders-first', 'passed');
  const untested = ended('workspace-folders-first', 'not-tested');
  expect(scoreOf(fault, [own])).toMatchObject({ ending: 'killed', strays: [], area: 'workspace' });
  expect(scoreOf(fault, [own, other])).toMatchObject({ ending: 'killed', strays: ['workspace-order-name'] });
  expect(scoreOf(fault, [held, other])).toMatchObject({ ending: 'killed by the wrong id' });
  expect(scoreOf(fault, [held])).toMatchObject({ ending: 'survived', how: 'passed' });
  expect(scoreOf(fault, [untested])).toMatchObject({ ending: 'survived', how: 'not-tested' });
  expect(tableOf([scoreOf(fault, [own]), scoreOf(fault, [held])])).toMatch(/^all +2 +1 +0 +1 +0$/m);
});

test('strays that are not as pinned are named', () => {
  const score = scoreOf(fault, [
    ended('workspace-folders-first', 'failed'),
    ended('workspace-order-name', 'failed'),
  ]);
  expect(strayed(score, { [fault.name]: ['workspace-order-name'] })).toBeUndefined();
  expect(strayed(score, {})).toBe('workspace-folders-last fails workspace-order-name too');
  expect(strayed({ ...score, strays: [] }, { [fault.name]: ['workspace-order-name'] })).toBe(
    'workspace-folders-last does not fail workspace-order-name any more',
  );
});
