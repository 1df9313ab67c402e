import { expect, test } from '@playwright/test';
import { listFaults, listVariants } from '../../../fixtures/reference/faults/index.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import { NULL_SERVERS } from '../../../schemas/requirements/row.ts';
import { testable } from '../../../schemas/requirements.ts';
import { outcome, report } from '../support/samples.ts';
import { differencesFromPinned, judgeSwitches, nullProblems, scoreOf } from './judges.ts';
import { planOf } from './plan.ts';

/** Tests of the judges of `judges.ts`: nothing else would notice what they miss. */

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
  const outcomes = testable.map(({ id, vacuousOn }) =>
    outcome(id, vacuousOn?.includes(server) ? 'passed' : 'failed'),
  );
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

test('a fault or variant that no test meets is a problem', () => {
  const all = [...listFaults(), ...listVariants()].map(({ name }) => name);
  const wrong = (met: readonly string[]): string[] =>
    judgeSwitches(new Map([[FIRST, new Set(met)]])).flatMap(({ id, problems }) => (problems[0] ? id : []));
  expect(wrong(all)).toEqual([]);
  expect(wrong(all.slice(1))).toEqual(all.slice(0, 1));
});

test('a test is run against each variant that it depends on, and against every two of them that go together', () => {
  // Five choices of three variants each, the last of which takes long to judge.
  const candidates = [...'ABCDE'].flatMap((choice) =>
    [1, 2, 3].map((number) => ({ name: `${choice}${number}`, choice, slow: number === 3 })),
  );
  const names = candidates.map(({ name }) => name);
  const [unknown = '', ...known] = names;
  const dependencies = new Map([
    ['most', new Set(known)],
    ['none', new Set<string>()],
  ]);
  const servers = Object.values(planOf(dependencies, candidates));
  expect([...new Set(servers.flatMap(({ requirements }) => requirements))]).toEqual(['most']);
  const sets = servers.map(({ variants }) => variants);
  expect(sets.flatMap((set) => (set.length === 1 ? set : [])).sort()).toEqual(known);
  const met = new Set(sets.flatMap((set) => set.flatMap((one) => set.map((other) => `${one} ${other}`))));
  const combined = candidates.filter(({ name, slow }) => name !== unknown && !slow);
  const wrong = combined.flatMap((one) =>
    combined
      .filter(({ name }) => name !== one.name)
      .filter((other) => met.has(`${one.name} ${other.name}`) === (one.choice === other.choice))
      .map((other) => `${one.name} ${other.name}`),
  );
  expect(wrong).toEqual([]);
  expect(sets.filter((set) => set.length > 1 && set.some((name) => name.endsWith('3')))).toEqual([]);
});
