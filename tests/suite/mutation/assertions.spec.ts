import { expect, test } from '@playwright/test';
import { assertionsIn, without } from './mutate/assertions.ts';
import { metBy, neededFor } from './mutate/needed.ts';

const SOURCE = `
test('a claim', async ({ embed }) => {
  const answer = await embed.mint({});
  expect(answer).toHaveStatus(200);
  if (answer.json) expect(answer.json, 'the body')
    .not.toEqual({});
  await forAll([names], async (name) => expect(await embed.mint({ name })).toBeRejected());
  const seen = expectation(answer);
  names.forEach((name) => expect(name).toBe('a'));
});
`;

test('assertions are found as statements and as bodies, and nothing else is', () => {
  expect(assertionsIn(SOURCE).map(({ line, text }) => `${line} ${text}`)).toEqual([
    '4 expect(answer).toHaveStatus(200)',
    "5 expect(answer.json, 'the body') .not.toEqual({})",
    '7 expect(await embed.mint({ name })).toBeRejected()',
    "9 expect(name).toBe('a')",
  ]);
});

test('an assertion that is taken out leaves the others', () => {
  const [first, ...rest] = assertionsIn(SOURCE);
  const left = without(SOURCE, first as NonNullable<typeof first>);
  expect(left).toContain('\n  void 0;\n');
  expect(assertionsIn(left).map(({ text }) => text)).toEqual(rest.map(({ text }) => text));
});

const site = (line: number) => ({ file: '/a.spec.ts', line, lastLine: line + 1, start: 0, end: 1, text: '' });
const [one, other] = [site(1), site(5)];
const sighting = (...places: string[]) => ({
  breaks: 'embed-groups-added',
  outcomes: [],
  overlooked: places.map((place) => `embed-groups-added ${place}`),
});

test('an assertion is needed where it alone fails for what the mutant breaks', () => {
  const seen = [sighting('/a.spec.ts:2:9', '/a.spec.ts:1:9')];
  expect([...neededFor(seen, [one, other])]).toEqual([one]);
});

test('an assertion is not needed where another fails too, or for another requirement, or where none is known', () => {
  const elsewhere = { ...sighting(), overlooked: ['embed-groups-replaces /a.spec.ts:1:9'] };
  const seen = [sighting('/a.spec.ts:1:9', '/a.spec.ts:5:9'), elsewhere, sighting('/b.ts:1:1')];
  expect([...neededFor(seen, [one, other])]).toEqual([]);
  expect([...metBy(seen, [one, other])]).toEqual([one, other]);
});
