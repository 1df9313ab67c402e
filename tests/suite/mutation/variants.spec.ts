import { expect, test } from '@playwright/test';
import { listVariants } from '../../../fixtures/reference/faults/index.ts';
import { planOf } from './variants/plan.ts';
import { combinedVariants, singleVariants } from './variants/servers.ts';

const variants = listVariants();
const servers = [...combinedVariants().values()];

/** Those that take long to judge are not combined with others. */
const combined = variants.filter(({ slow }) => !slow);
const pairs = combined.flatMap((one, index) =>
  combined.slice(index + 1).map((other) => [one, other] as const),
);

test('there is a server for every single variant', () => {
  expect([...singleVariants().values()]).toEqual(variants.map(({ name }) => [name]));
});

test('every two variants that go together meet in a combined server, and no others do', () => {
  const met = new Set(
    servers.flatMap((names) => names.flatMap((one) => names.map((other) => `${one} ${other}`))),
  );
  const wrong = pairs.filter(
    ([one, other]) => met.has(`${one.name} ${other.name}`) === (one.choice === other.choice),
  );
  expect(wrong.map(([one, other]) => `${one.name} ${other.name}`)).toEqual([]);
  expect(pairs.length).toBeGreaterThan(1_000);
});

test('a test is run against each variant that it depends on, and against each two of them', () => {
  const names = variants.map(({ name }) => name);
  const dependencies = new Map([
    ['depends-on-all', new Set(names)],
    ['depends-on-some', new Set(names.filter((_, index) => index % 7 === 0))],
    ['depends-on-none', new Set<string>()],
  ]);
  const planned = Object.values(planOf(dependencies));
  for (const [requirement, wanted] of dependencies) {
    const sets = planned.flatMap((server) =>
      server.requirements.includes(requirement) ? [server.variants] : [],
    );
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
    planned.some(({ requirements }) => requirements.includes('depends-on-none')),
    'a test that depends on no variant',
  ).toBe(false);
});
