import { expect, test } from '@playwright/test';
import { listVariants } from '../../../fixtures/reference/faults/index.ts';
import { planOf } from './asked/plan.ts';
import { alone, together } from './variants/servers.ts';

const variants = listVariants();
const servers = [...together().values()];

/** Those that take long to judge are judged alone. */
const mixed = variants.filter(({ slow }) => !slow);
const pairs = mixed.flatMap((one, index) => mixed.slice(index + 1).map((other) => [one, other] as const));

test('every variant is judged alone', () => {
  expect([...alone().values()]).toEqual(variants.map(({ name }) => [name]));
});

test('every two variants that go together meet in a server, and no others', () => {
  const met = new Set(
    servers.flatMap((names) => names.flatMap((one) => names.map((other) => `${one} ${other}`))),
  );
  const wrong = pairs.filter(
    ([one, other]) => met.has(`${one.name} ${other.name}`) === (one.choice === other.choice),
  );
  expect(wrong.map(([one, other]) => `${one.name} ${other.name}`)).toEqual([]);
  expect(pairs.length).toBeGreaterThan(1_000);
});

test('a test is run against each variant that it asks for, alone and with each other one that it asks for', () => {
  const names = variants.map(({ name }) => name);
  const asked = new Map([
    [0, new Set(names)],
    [4, new Set(names.filter((_, index) => index % 7 === 0))],
    [7, new Set<string>()],
  ]);
  const planned = Object.values(planOf(asked));
  for (const [test, wanted] of asked) {
    const sets = planned.flatMap(({ variants, tests }) => (tests.includes(test) ? [variants] : []));
    const single = sets.flatMap((set) => (set.length === 1 ? set : []));
    expect(single.sort()).toEqual([...wanted].sort());
    const missed = pairs.filter(
      ([one, other]) =>
        one.choice !== other.choice &&
        wanted.has(one.name) &&
        wanted.has(other.name) &&
        !sets.some((set) => set.includes(one.name) && set.includes(other.name)),
    );
    expect(missed).toEqual([]);
  }
  expect(
    planned.some(({ tests }) => tests.includes(7)),
    'a test that asks for nothing',
  ).toBe(false);
});
