import { expect, test } from '@playwright/test';
import { listFaults } from '../../../fixtures/reference/faults/index.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import { testable } from '../../../schemas/requirements.ts';
import { differencesFromPinned, readAlsoFails } from './mutants/also-fails.ts';
import { scoreOf } from './mutants/score.ts';

const faults = listFaults();

test('every MUST that has a check has a fault, and there are 250 in all', () => {
  const broken = new Set(faults.map(({ breaks }) => breaks));
  const musts = testable.filter(({ level, unchecked }) => level === 'MUST' && !unchecked);
  expect(musts.filter(({ id }) => !broken.has(id)).map(({ id }) => id)).toEqual([]);
  expect(faults.length).toBeGreaterThanOrEqual(250);
});

test('requirements that also fail are pinned for faults that exist, and none is the one that the fault breaks', () => {
  const pinned = [readAlsoFails('mutants'), readAlsoFails('mutants-whole')];
  for (const [name, alsoFails] of pinned.flatMap(Object.entries)) {
    const fault = faults.find((one) => one.name === name);
    expect(fault, `a fault "${name}"`).toBeDefined();
    expect(alsoFails).not.toContain(fault?.breaks);
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

test('a mutant is killed by the requirement that it breaks, by another one, or by none', () => {
  const own = ended('workspace-folders-first', 'failed');
  const other = ended('workspace-order-name', 'failed');
  const passed = ended('workspace-folders-first', 'passed');
  const untested = ended('workspace-folders-first', 'not-tested');
  expect(scoreOf(fault, [own])).toMatchObject({ ending: 'killed', alsoFails: [], area: 'workspace' });
  expect(scoreOf(fault, [own, other])).toMatchObject({
    ending: 'killed',
    alsoFails: ['workspace-order-name'],
  });
  expect(scoreOf(fault, [passed, other])).toMatchObject({ ending: 'killed by the wrong id' });
  expect(scoreOf(fault, [passed])).toMatchObject({ ending: 'survived', how: 'passed' });
  expect(scoreOf(fault, [untested])).toMatchObject({ ending: 'survived', how: 'not-tested' });
});

test('requirements that also fail, or no longer do, are named where they differ from what is pinned', () => {
  const score = scoreOf(fault, [
    ended('workspace-folders-first', 'failed'),
    ended('workspace-order-name', 'failed'),
  ]);
  const pinned = { [fault.name]: ['workspace-order-name'] };
  expect(differencesFromPinned(score, pinned)).toEqual([]);
  expect(differencesFromPinned(score, {})).toEqual(['also fails workspace-order-name, which is not pinned']);
  expect(differencesFromPinned({ ...score, alsoFails: [] }, pinned)).toEqual([
    'no longer fails workspace-order-name, which is pinned',
  ]);
});
