import { expect, test } from '@playwright/test';
import type { Exchange, NoAnswer } from '../../../fixtures/http/exchange.ts';
import { Patience, Turns } from '../../../fixtures/http/patience.ts';
import type { WireRequest } from '../../../fixtures/http/request.ts';
import { pauseMs } from '../../../fixtures/http/retry.ts';
import { Sender } from '../../../fixtures/http/sender.ts';
import { Contract } from '../../../schemas/contract.ts';
import type { Operation } from '../../../schemas/read-operation.ts';

/** What a request gets: an answer of a status, 503 that says when to ask again, or none. */
type Answer = number | 'busy' | NoAnswer['kind'];

type AnswerOf = (number: number, isProbe: boolean) => Answer;

const REQUEST: WireRequest = { method: 'GET', url: 'https://x/', headers: {} };
const CALL = { operation: 'listDeployments', as: null };

const answered = (status: number, headers: Record<string, string> = {}): Exchange => ({
  operation: 'listDeployments',
  status,
  headers,
  mediaType: 'application/json',
  text: '{}',
  json: { items: [] },
  curl: 'curl',
});

const unanswered = (kind: NoAnswer['kind']): NoAnswer => ({ kind, reason: `was ${kind}`, curl: 'curl' });

/**
 * A sender to a target that answers requests and looks by itself.
 *
 * @param answerOf - to the request of that number, from 1; `isProbe` where it only looks whether the target is there
 */
async function senderTo(answerOf: AnswerOf, seconds = 2, perSecond = Number.POSITIVE_INFINITY) {
  const contract = await Contract.load();
  const operation = contract.operation('listDeployments');
  const probe: WireRequest = { ...REQUEST, url: 'https://x/probe' };
  const log: string[] = [];
  const unstable: string[] = [];
  let sent = 0;
  const patience = new Patience(seconds, perSecond);
  const turns = new Turns(8, patience);
  const sender = new Sender({
    patience,
    inTurn: (send, turn) => turns.take(send, turn),
    once: async (_operation: Operation, request) => {
      const isProbe = request === probe;
      if (!isProbe) sent += 1;
      const answer = answerOf(sent, isProbe);
      log.push(`${isProbe ? 'probe' : 'send'} ${answer}`);
      if (answer === 'busy') return answered(503, { 'retry-after': '0' });
      return typeof answer === 'number' ? answered(answer) : unanswered(answer);
    },
    accepted: () => [],
    probe: () => [operation, probe, CALL],
    requests: () => sent,
    noteUnstable: (what) => unstable.push(what),
    noteMalformed: () => undefined,
    redact: (text) => text,
    inconclusive: (reason) => {
      throw new Error(reason);
    },
  });
  const send = (): Promise<Exchange> => sender.send(operation, REQUEST, CALL);
  return { send, log, unstable, patience };
}

/** Why a request ended its test as inconclusive. */
const whyInconclusive = (send: () => Promise<Exchange>): Promise<string> =>
  send().then(
    ({ status }) => `answered ${status}`,
    ({ message }: Error) => message,
  );

test('a target that restarts is waited for, and asked again', async () => {
  const begun = Date.now();
  const { send, log } = await senderTo((_number, isProbe) => {
    const isBack = Date.now() - begun > 1_500;
    if (isProbe) return isBack ? 401 : 'away';
    return isBack ? 200 : 'away';
  }, 10);
  expect((await send()).status).toBe(200);
  expect(log[0]).toBe('send away');
  expect(log.slice(-2)).toEqual(['probe 401', 'send 200']);
});

test('a target that stays away ends everything within the patience of the run, once', async () => {
  const { send, log } = await senderTo(() => 'away', 1);
  const begun = Date.now();
  expect(await whyInconclusive(send)).toContain(
    'the target stopped answering after request 1, and did not come back within 1 s (CONFORMANCE_PATIENCE)',
  );
  expect(Date.now() - begun).toBeGreaterThan(900);
  const before = log.length;
  expect(await whyInconclusive(send)).toContain('the target stopped answering after request 1');
  expect(log).toHaveLength(before);
});

test('a route that is away while the target is there is not waited for', async () => {
  const { send, log, patience } = await senderTo((_number, isProbe) => (isProbe ? 401 : 'away'), 60);
  expect(await whyInconclusive(send)).toContain('the target was away');
  expect(log).toEqual(['send away', 'probe 401']);
  expect(patience.stopped).toBeUndefined();
});

test('a route that answers 503 while the target is there is given up after eight attempts, and then after two', async () => {
  const { send, log } = await senderTo((_number, isProbe) => (isProbe ? 401 : 503), 60);
  expect(await whyInconclusive(send)).toContain('the target answered 503');
  expect(log.filter((line) => line === 'send 503')).toHaveLength(8);
  await whyInconclusive(send);
  expect(log.filter((line) => line === 'send 503')).toHaveLength(10);
});

test('503 that says when to ask again is a limit, too, and nothing that is unstable', async () => {
  const { send, log, unstable } = await senderTo((number) => (number < 8 ? 'busy' : 200), 60);
  expect((await send()).status).toBe(200);
  expect(log.filter((line) => line === 'send busy')).toHaveLength(7);
  expect(unstable).toEqual([]);
});

test('what did not come back is noted, and a limit is not', async () => {
  const answers: Answer[] = [503, 429, 'dropped', 500, 200];
  const { send, unstable } = await senderTo((number) => answers[number - 1] as Answer);
  expect((await send()).status).toBe(200);
  expect(unstable).toEqual([
    'listDeployments answered 500 application/json',
    'listDeployments answered 503 application/json',
    'listDeployments was dropped',
  ]);
  const always = await senderTo(() => 500);
  expect((await always.send()).status).toBe(500);
  expect(always.unstable).toEqual([]);
});

test('a connection that is dropped is tried again, however often it was limited before', async () => {
  const { send } = await senderTo((number) => (number < 10 ? 'busy' : number < 13 ? 'dropped' : 200), 60);
  expect((await send()).status).toBe(200);
});

for (const status of [500, 525])
  test(`a single ${status} is asked for again, and counts when it comes back every time`, async () => {
    const once = await senderTo((number) => (number === 1 ? status : 200));
    expect((await once.send()).status).toBe(200);
    const always = await senderTo(() => status);
    expect((await always.send()).status).toBe(status);
    expect(always.log).toHaveLength(5);
  });

test('of suspect answers, one counts that came back five times, whatever came in between', async () => {
  const { send, unstable } = await senderTo((number) => (number === 5 ? 408 : 500));
  expect((await send()).status).toBe(500);
  expect(unstable).toEqual(['listDeployments answered 408 application/json']);
  const inTurns = await senderTo((number) => (number % 2 ? 500 : 408));
  expect((await inTurns.send()).status).toBe(500);
  expect(inTurns.log).toHaveLength(9);
});

test('a worker sends no more requests a second than it may', async () => {
  const { send } = await senderTo(() => 200, 2, 50);
  const begun = performance.now();
  await Promise.all(Array.from({ length: 11 }, send));
  expect(performance.now() - begun).toBeGreaterThanOrEqual(195);
});

test('Retry-After is seconds or a date, and waits a little at least, and 20 seconds at most', () => {
  const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toUTCString();
  const pauseFor = (after: string): number => pauseMs(answered(429, { 'retry-after': after }), 1);
  expect(pauseFor('2')).toBe(2_000);
  expect(pauseFor(inSeconds(5))).toBeGreaterThan(3_000);
  expect(pauseFor(inSeconds(5))).toBeLessThanOrEqual(5_000);
  for (const absurd of ['86400', '1e400', inSeconds(1e6)]) expect(pauseFor(absurd), absurd).toBe(20_000);
  for (const none of ['0', '-1', '', inSeconds(-60)]) expect(pauseFor(none), none).toBe(100);
});
