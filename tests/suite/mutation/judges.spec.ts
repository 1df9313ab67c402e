import { expect, test } from '@playwright/test';
import { listFaults, listVariants } from '../../../fixtures/reference/faults/index.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import { NULL_SERVERS } from '../../../schemas/requirements/row.ts';
import { testable } from '../../../schemas/requirements.ts';
import { outcome, report } from '../support/samples.ts';
import { differencesFromPinned, judgeSwitches, nullProblems, scoreOf } from './judges.ts';
import { dependenciesOf, planOf } from './plan.ts';

/** Those who judge the tests: what they would miss, nobody else notices. */

const FIRST = 'workspace-folders-first';
const OTHER = 'workspace-order-name';

test('a mutant is killed by the requirement that it breaks, by another one, or by none', () => {
  const [own, other] = [outcome(FIRST, 'failed'), outcome(OTHER, 'failed')];
  expect(scoreOf(FIRST, [own])).toEqual({ ending: 'killed', alsoFails: [] });
  expect(scoreOf(FIRST, [own, other])).toEqual({ ending: 'killed', alsoFails: [OTHER] });
  expect(scoreOf(FIRST, [outcome(FIRST, 'passed'), other]).ending).toBe('killed by the wrong id');
  expect(scoreOf(FIRST, [outcome(FIRST, 'not-tested')]).ending).toBe('survived');
  expect(differencesFromPinned([OTHER], [OTHER])).toEqual([]);
  expect(differencesFromPinned([OTHER])).toEqual([`also fails ${OTHER}, which is not pinned`]);
  expect(differencesFromPinned([], [OTHER])).toEqual([`no longer fails ${OTHER}, which is pinned`]);
});

test('of a server that does nothing, a pass that is not marked and an error of the suite are problems', () => {
  const [server] = NULL_SERVERS;
  const outcomes = testable
    .filter(({ unchecked }) => !unchecked)
    .map(({ id, vacuousOn }) => outcome(id, vacuousOn?.includes(server) ? 'passed' : 'failed'));
  const problemsWith = (status: TestOutcome['status']): string[] =>
    nullProblems(
      server,
      report(
        {},
        { outcomes: outcomes.map((one) => (one.requirement === FIRST ? outcome(FIRST, status) : one)) },
      ),
    );
  expect(problemsWith('failed')).toEqual([]);
  expect(problemsWith('passed')).toEqual([`${FIRST} passes, and vacuousOn does not say so`]);
  expect(problemsWith('error')).toEqual([`${FIRST} ended as an error of the suite: because error`]);
  expect(nullProblems(server, report({}, { outcomes: [] }))).toContain('the verdict is "undetermined"');
});

const variants = listVariants();

test('a fault or variant that no test meets is a problem unless a reason is given, and a reason where one does', () => {
  const all = [...listFaults(), ...variants].map(({ name }) => name);
  const [unmet = ''] = all;
  const wrong = (met: readonly string[], neverMet: Readonly<Record<string, string>>): string[] =>
    judgeSwitches(new Map([[FIRST, new Set(met)]]), neverMet)
      .filter(({ problems }) => problems.length > 0)
      .map(({ id }) => id);
  expect(wrong(all, {})).toEqual([]);
  expect(wrong(all.slice(1), {})).toEqual([unmet]);
  expect(wrong(all.slice(1), { [unmet]: 'a reason' })).toEqual([]);
  expect(wrong(all, { [unmet]: 'a reason' })).toEqual([unmet]);
});

test('every test depends on what only the start of a server meets', () => {
  const dependencies = dependenciesOf(
    new Map([
      ['first', { atStart: ['settings', 'routes'], byRequests: ['settings', 'order'] }],
      ['second', { atStart: ['settings', 'routes'], byRequests: [] }],
    ]),
  );
  expect(dependencies.get('first')).toEqual(new Set(['settings', 'order', 'routes']));
  expect(dependencies.get('second')).toEqual(new Set(['routes']));
});

test('a test is run against each variant that it depends on, and against every two of them that go together', () => {
  const names = variants.map(({ name }) => name);
  const servers = Object.values(
    planOf(
      new Map([
        ['all', new Set(names)],
        ['none', new Set<string>()],
      ]),
    ),
  );
  const sets = servers.map((server) => server.variants);
  expect(servers.every(({ requirements }) => requirements.every((one) => one === 'all'))).toBe(true);
  expect(sets.flatMap((set) => (set.length === 1 ? set : [])).sort()).toEqual(names.sort());
  // Those that take long to judge are not combined with others.
  const combined = variants.filter(({ slow }) => !slow);
  const met = new Set(sets.flatMap((set) => set.flatMap((one) => set.map((other) => `${one} ${other}`))));
  const wrong = combined.flatMap((one, at) =>
    combined
      .slice(at + 1)
      .filter((other) => met.has(`${one.name} ${other.name}`) === (one.choice === other.choice))
      .map((other) => `${one.name} ${other.name}`),
  );
  expect(wrong).toEqual([]);
});
