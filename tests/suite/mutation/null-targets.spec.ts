import { expect, test } from '@playwright/test';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import { NULL_SERVERS } from '../../../schemas/requirements/row.ts';
import { testable } from '../../../schemas/requirements.ts';
import { mangledTargetsJudge, nullTargetsJudge } from './null-targets/judge.ts';
import { MANGLINGS } from './null-targets/manglings.ts';

const [server] = NULL_SERVERS;
const MANGLING = 'item ids are texts';

const ended = (requirement: string, status: TestOutcome['status']): TestOutcome => ({
  requirement,
  title: 'a test',
  file: 'tests/a.spec.ts',
  line: 1,
  durationMs: 1,
  status,
  reason: status === 'error' ? 'no such thing' : '',
});

/** Every requirement fails but those that may pass on the server that does nothing. */
const asMarked = testable
  .filter(({ unchecked }) => !unchecked)
  .map(({ id, vacuousOn }) => ended(id, vacuousOn?.includes(server) ? 'passed' : 'failed'));

const problemsOf = (outcomes: readonly TestOutcome[]) =>
  nullTargetsJudge.judge({ target: server, outcomes }).flatMap(({ problems }) => problems);

/** Outcomes in which one requirement ended in another way. */
const withOutcome = (id: string, status: TestOutcome['status']) =>
  asMarked.map((one) => (one.requirement === id ? ended(id, status) : one));

test('a server that does nothing may pass what the catalogue marks, and must fail', () => {
  expect(problemsOf(asMarked)).toEqual([]);
  expect(problemsOf([])).toContain('the verdict is "undetermined"');
});

test('a requirement that a server passes by doing nothing is a problem', () => {
  expect(problemsOf(withOutcome('workspace-folders-first', 'passed'))).toEqual([
    'workspace-folders-first passes, and vacuousOn does not say so',
  ]);
});

test('an error of the suite is a problem', () => {
  expect(problemsOf(withOutcome('workspace-folders-first', 'error'))).toEqual([
    'workspace-folders-first ended as an error of the suite: no such thing',
  ]);
});

test('a field of a wrong type is the finding of the requirement that owns it, and of no other', () => {
  expect(MANGLINGS).toHaveProperty([MANGLING]);
  const judged = (id: string) =>
    mangledTargetsJudge.judge({ target: MANGLING, outcomes: [ended(id, 'failed')] });
  expect(judged('workspace-item-id')).toMatchObject([{ id: MANGLING, problems: [] }]);
  expect(judged('workspace-folders-first')).toMatchObject([
    { problems: ['workspace-folders-first fails, which the server keeps'] },
  ]);
});
