import { expect, test } from '@playwright/test';
import { expectOneWay, type Rounds } from '../../../fixtures/expect/consistent-answers.ts';
import { Eventually, judgeWithRetries } from '../../../fixtures/expect/eventually.ts';
import { Nonconformance } from '../../../fixtures/expect/running-test.ts';
import type { Exchange } from '../../../fixtures/http/exchange.ts';
import { findRequirement } from '../../../schemas/requirements.ts';
import { duringTestOf, whyEnded } from '../support/during-test.ts';

const running = duringTestOf('workspace-search-all-folders');

const answersOf = (texts: string): Exchange[] =>
  [...texts].map((text) => ({ text, operation: 'workspaceObjects', curl: `curl ${text}` }) as Exchange);

/** Judges one question that was answered like this, and like that when it was asked again. */
async function judge(first: string, later: string, mayLag = false): Promise<string> {
  const question = { name: 'a page', ask: async () => ({}) as Exchange };
  const rounds = {
    answersTo: async (_question: unknown, isAgain = false) => answersOf(isAgain ? later : first),
  } as unknown as Rounds;
  const end = await whyEnded(() =>
    expectOneWay({
      rounds,
      questions: [question],
      what: 'the items',
      shown: ({ text }) => text,
      holdsAnything: ({ text }) => text !== '-',
      mayLag,
    }),
  );
  return end ?? 'passed';
}

test('the same answer each time, or one change that lasts, passes', async () => {
  expect(await judge('aaaa', '')).toBe('passed');
  expect(await judge('aabb', 'bbbbbb')).toBe('passed');
  expect(await judge('aaab', 'bbbbbb')).toBe('passed');
  expect(await judge('----', '')).toContain('no answer holds anything: ');
});

test('answers that keep changing fail, with their share and the answer that differs', async () => {
  const message = await judge('aabaaaa', 'aaaaaacaaa');
  expect(message).toContain('as in all but 1 of 10 answers');
  expect(message).toContain('"c"');
  expect(message).toContain('curl c');
  // One at the end is told from a change by what comes later.
  expect(await judge('aaab', 'aabaa')).toContain('as in all but 1 of 5 answers');
});

test('a difference that does not come again is inconclusive, or an observation where a replica may lag behind', async () => {
  const reason = await judge('aabaaaa', 'aaaaaaaaaa');
  expect(reason).toContain('the same request got different answers: the items of a page, in 1 of 8 answers');
  expect(await judge('aabaaaa', 'aaaaaaaaaa', true)).toBe('passed');
  expect([...running.journal.observations].join()).toContain('once: the same request got different answers');
});

const WITHOUT_LAG = new Eventually(0);

const FINDING = new Nonconformance({
  row: findRequirement('scim-users-list'),
  failure: { expected: 'a', received: 'b', fix: '', input: '', curl: '', replay: '' },
  dependsOn: [],
});

/** A judge that throws the first so many times that it looks, and counts its looks. */
const failingFirst = (times: number, error: Error = FINDING) => {
  const judge = async (): Promise<void> => {
    judge.looks += 1;
    if (judge.looks <= times) throw error;
  };
  judge.looks = 0;
  return judge;
};

test('a failure is judged three times, and thrown where it comes each time', async () => {
  for (const failures of [0, 2]) {
    const judge = failingFirst(failures);
    await judgeWithRetries(WITHOUT_LAG, judge);
    expect(judge.looks).toBe(failures + 1);
  }
  await expect(judgeWithRetries(WITHOUT_LAG, failingFirst(3))).rejects.toThrow(Nonconformance);
  await expect(judgeWithRetries(WITHOUT_LAG, failingFirst(1, new Error('a bug')))).rejects.toThrow('a bug');
});
