import { expect, test } from '@playwright/test';
import type { Rounds } from '../../../fixtures/expect/consistent-answers.ts';
import { expectOneWay } from '../../../fixtures/expect/consistent-answers.ts';
import { enter } from '../../../fixtures/expect/running-test.ts';
import type { Exchange } from '../../../fixtures/http/exchange.ts';
import { Journal } from '../../../fixtures/http/journal.ts';
import { ANNOTATION } from '../../../schemas/evidence.ts';
import { findRequirement } from '../../../schemas/requirements.ts';

let journal = new Journal();

test.beforeEach(() => {
  journal = new Journal();
  const row = findRequirement('workspace-search-all-folders');
  const redact = (text: string): string => text;
  enter({
    row,
    journal,
    redact,
    redactSentence: redact,
    seed: 1,
    runs: 15,
    path: undefined,
    findings: [],
    lookedAt: () => [],
  });
});
test.afterEach(() => enter(undefined));

const answersOf = (texts: string): Exchange[] =>
  [...texts].map((text) => ({ text, operation: 'workspaceObjects', curl: `curl ${text}` }) as Exchange);

/** Judges one question that was answered like this, and like that when it was asked again. */
async function judge(first: string, later: string, mayLag = false): Promise<string> {
  const question = { name: 'a page', ask: async () => ({}) as Exchange };
  const rounds = {
    answersTo: async () => answersOf(first),
    laterAnswersTo: async () => answersOf(later),
  } as unknown as Rounds;
  const info = test.info();
  try {
    await expectOneWay({
      rounds,
      questions: [question],
      what: 'the items',
      shown: ({ text }) => text,
      holdsAnything: ({ text }) => text !== '-',
      mayLag,
    });
    return 'held';
  } catch (error) {
    const ended = info.annotations.find(({ type }) => Object.values<string>(ANNOTATION).includes(type));
    return ended?.description ?? (error as Error).message;
  } finally {
    // The judgement ended, this test did not.
    info.annotations.length = 0;
    info.expectedStatus = 'passed';
  }
}

test('what is answered in one way, or changed for good, holds', async () => {
  expect(await judge('aaaa', '')).toBe('held');
  expect(await judge('aabb', 'bbbbbb')).toBe('held');
  expect(await judge('aaab', 'bbbbbb')).toBe('held');
});

test('what is answered in two ways again and again fails, with its share and the answer that differs', async () => {
  const message = await judge('aabaaaa', 'aaaaaacaaa');
  expect(message).toContain('in 1 of 10 answers');
  expect(message).toContain('"c"');
  expect(message).toContain('curl c');
});

test('an answer that differs at the end is told from a change by what comes later', async () => {
  expect(await judge('aaab', 'aabaa')).toContain('in 1 of 5 answers');
});

test('a difference that does not come again is inconclusive, and only told where a replica may have been behind', async () => {
  const reason = await judge('aabaaaa', 'aaaaaaaaaa');
  expect(reason).toContain(
    'the same request was answered in two ways: the items of a page, in 1 of 8 answers',
  );
  expect(await judge('aabaaaa', 'aaaaaaaaaa', true)).toBe('held');
  expect([...journal.observations].join()).toContain('once: the same request was answered in two ways');
});

test('where no answer holds anything, nothing is judged', async () => {
  expect(await judge('----', '')).toBe('no answer holds the items: there is nothing to compare');
});
