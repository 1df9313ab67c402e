import { expect, test } from '@playwright/test';
import { listAlternatives } from '../../fixtures/reference/faults.ts';
import { variantTargets } from './alternatives/pairs.ts';

const alternatives = listAlternatives();
const servers = [...variantTargets().values()];

/** Tells whether a server can do both. */
const goTogether = (one: (typeof alternatives)[number], other: (typeof alternatives)[number]): boolean =>
  one.choice !== other.choice &&
  !one.contradicts?.includes(other.name) &&
  !other.contradicts?.includes(one.name);

const pairs = alternatives.flatMap((one, index) =>
  alternatives.slice(index + 1).map((other) => [one, other] as const),
);

test('every variant is judged alone', () => {
  for (const { name } of alternatives) expect(servers).toContainEqual([name]);
});

test('every two variants that go together meet in a server, and no others', () => {
  const met = new Set(
    servers.flatMap((names) => names.flatMap((one) => names.map((other) => `${one} ${other}`))),
  );
  const wrong = pairs.filter(
    ([one, other]) => met.has(`${one.name} ${other.name}`) !== goTogether(one, other),
  );
  expect(wrong.map(([one, other]) => `${one.name} ${other.name}`)).toEqual([]);
  expect(pairs.filter(([one, other]) => goTogether(one, other)).length).toBeGreaterThan(1_000);
});

test('names of contradicting variants exist', () => {
  const names = alternatives.map(({ name }) => name);
  for (const { contradicts = [] } of alternatives)
    for (const name of contradicts) expect(names).toContain(name);
});
