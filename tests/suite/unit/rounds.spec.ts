import { expect, test } from '@playwright/test';
import { Rounds } from '../../../fixtures/expect/consistent-answers.ts';
import type { Exchange } from '../../../fixtures/http/exchange.ts';

/** Questions that note how many of them are under way, and answer their own number. */
function counting(names: readonly string[]) {
  let open = 0;
  const seen: string[] = [];
  const questions = names.map((name) => ({
    name,
    ask: async () => {
      open += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.push(`${name} beside ${open - 1}`);
      open -= 1;
      return { text: name } as Exchange;
    },
  }));
  return { questions, seen };
}

test('two questions are asked together and alone, in all as often as a property is judged', async () => {
  const { questions, seen } = counting(['one', 'two']);
  const rounds = new Rounds(questions, 15, (ask) => ask());
  const answers = await Promise.all(questions.map((question) => rounds.answersTo(question)));
  expect(answers.flat().length).toBe(16);
  expect(answers[0]?.every(({ text }) => text === 'one')).toBe(true);
  expect(seen.filter((line) => line.endsWith('beside 0')).length).toBeGreaterThanOrEqual(2);
  expect(seen.filter((line) => line.endsWith('beside 1')).length).toBe(7);
});

test('every test gets the same answers, and later ones are asked for once, after a wait', async () => {
  const { questions, seen } = counting(['one']);
  const waits: boolean[] = [];
  const rounds = new Rounds(questions, 3, (ask, isAgain) => {
    waits.push(isAgain);
    return ask();
  });
  const [question] = questions;
  if (!question) throw new Error('There is one.');
  await rounds.answersTo(question);
  await rounds.answersTo(question);
  expect(seen.length).toBe(3);
  const later = await rounds.laterAnswersTo(question);
  expect(await rounds.laterAnswersTo(question)).toBe(later);
  expect(later.length).toBeGreaterThan(3);
  expect(waits).toEqual([false, true]);
});

test('what ended one test is asked for again by the next one', async () => {
  let isBroken = true;
  const question = {
    name: 'one',
    ask: async () => {
      if (isBroken) throw new Error('not there');
      return {} as Exchange;
    },
  };
  const rounds = new Rounds([question], 3, (ask) => ask());
  await expect(rounds.answersTo(question)).rejects.toThrow('not there');
  isBroken = false;
  expect((await rounds.answersTo(question)).length).toBe(3);
});
