import { expect, test } from '@playwright/test';
import { assertionsIn, without } from './mutate/assertions.ts';

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
