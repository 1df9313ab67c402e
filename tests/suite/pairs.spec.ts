import { expect, test } from '@playwright/test';
import { listAlternatives } from '../../fixtures/reference/faults.ts';
import { alone, sampled, together } from './alternatives/pairs.ts';

const alternatives = listAlternatives();
const servers = [...together().values()];

const pairs = alternatives.flatMap((one, index) =>
  alternatives.slice(index + 1).map((other) => [one, other] as const),
);

test('every variant is judged alone', () => {
  expect([...alone().values()]).toEqual(alternatives.map(({ name }) => [name]));
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

test('every variant is in a server of the sample', () => {
  const seen = [...sampled().values()].flat();
  expect(alternatives.filter(({ name }) => !seen.includes(name)).map(({ name }) => name)).toEqual([]);
});
