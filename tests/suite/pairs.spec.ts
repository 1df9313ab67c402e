import { expect, test } from '@playwright/test';
import { listAlternatives } from '../../fixtures/reference/faults.ts';
import { variantTargets } from './alternatives/pairs.ts';

const alternatives = listAlternatives();
const servers = [...variantTargets().values()];

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
    ([one, other]) => met.has(`${one.name} ${other.name}`) === (one.choice === other.choice),
  );
  expect(wrong.map(([one, other]) => `${one.name} ${other.name}`)).toEqual([]);
  expect(pairs.length).toBeGreaterThan(1_000);
});
