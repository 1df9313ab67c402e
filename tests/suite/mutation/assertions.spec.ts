import { expect, test } from '@playwright/test';
import { failedIn, neededFor } from './assertions/needed.ts';
import { assertionsIn } from './assertions/source.ts';

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

test('assertions are found as statements and as bodies of functions, and nothing else is', () => {
  expect(assertionsIn(SOURCE).map(({ line, text }) => `${line} ${text}`)).toEqual([
    '4 expect(answer).toHaveStatus(200)',
    "5 expect(answer.json, 'the body') .not.toEqual({})",
    '7 expect(await embed.mint({ name })).toBeRejected()',
    "9 expect(name).toBe('a')",
  ]);
});

const siteAt = (line: number) => ({ file: '/a.spec.ts', line, lastLine: line + 1, text: '' });
const [one, other] = [siteAt(1), siteAt(5)];
const ADDED = 'embed-groups-added';

/** What a mutant that breaks one requirement did, when assertions failed at these locations. */
const runWith = (locations: readonly string[], requirement = ADDED) => ({
  breaks: ADDED,
  outcomes: [],
  softFailures: locations.map((location) => ({ requirement, location })),
});

test('an assertion is needed where it is the only one to fail for what the mutant breaks', () => {
  expect(neededFor(runWith(['/a.spec.ts:2:9', '/a.spec.ts:1:9']), [one, other])).toBe(one);
});

test('an assertion is not needed where another one fails too', () => {
  const run = runWith(['/a.spec.ts:1:9', '/a.spec.ts:5:9']);
  expect(neededFor(run, [one, other])).toBeUndefined();
  expect([...failedIn(run, [one, other])]).toEqual([one, other]);
});

test('an assertion is not needed where it fails for another requirement', () => {
  expect(neededFor(runWith(['/a.spec.ts:1:9'], 'embed-groups-replaces'), [one, other])).toBeUndefined();
});

test('a failure of a net does not count', () => {
  const net = ['', '/tests/workspace/combinations.spec.ts:4:1'];
  expect(neededFor(runWith([...net, '/a.spec.ts:1:9']), [one, other])).toBe(one);
});

test('no assertion is needed where none is known at the location', () => {
  expect(neededFor(runWith(['/b.ts:1:1']), [one, other])).toBeUndefined();
});
