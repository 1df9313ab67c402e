import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import type { Exchange } from '../../../fixtures/http/exchange.ts';
import type { NoAnswer } from '../../../fixtures/http/no-answer.ts';
import { AgentAnswers } from '../../../fixtures/platform/agent-answers.ts';
import { clientAgainst } from '../support/client-against.ts';

const LINES = { 'content-type': 'application/x-ndjson' };
const CALL = {
  operation: 'aiStreamChatState',
  as: 'TARGET_AI_API_KEY',
  body: { input: 'Hello' },
  within: 400,
} as const;

const settingsOf = (origin: string) => ({
  TARGET_AI_API_URL: `${origin}/agents/7`,
  TARGET_AI_API_KEY: 'a-key',
  TARGET_AI_PROMPT: CALL.body,
});

const answerTo = (answer: RequestListener): Promise<Exchange | NoAnswer> =>
  clientAgainst(answer, settingsOf, (client) => client.probe(CALL));

test('a stream that ends is read to its end, compressed or not', async () => {
  const text = '{"state":1}\n{"state":2}\n';
  const plain = await answerTo((_request, response) => {
    response.writeHead(200, LINES).write(text.slice(0, 9));
    setTimeout(() => response.end(text.slice(9)), 100);
  });
  const coded = await answerTo((_request, response) =>
    response.writeHead(200, { ...LINES, 'content-encoding': 'gzip' }).end(gzipSync(text)),
  );
  for (const answer of [plain, coded]) {
    expect(answer).toMatchObject({ status: 200, text });
    expect(answer).not.toHaveProperty('unended');
  }
});

test('one that goes on is cut when its time is up, whether it still says something or not', async () => {
  const silent = await answerTo((_request, response) => {
    response.writeHead(200, LINES).write('{"state":1}\n');
  });
  const talking = await answerTo((_request, response) => {
    response.writeHead(200, LINES);
    const timer = setInterval(() => response.write('{"state":1}\n'), 50);
    response.on('close', () => clearInterval(timer));
  });
  for (const answer of [silent, talking]) {
    expect(answer).toMatchObject({ status: 200, unended: 'a stream that goes on when its time is up' });
    expect((answer as Exchange).text).toContain('{"state":1}');
  }
});

test('one whose connection is dropped is no answer', async () => {
  const answer = await answerTo((_request, response) => {
    response.writeHead(200, LINES).write('{"state":1}\n');
    setTimeout(() => response.destroy(), 50);
  });
  expect(answer).toMatchObject({ kind: 'dropped' });
});

test('what is wrong with a stream once is asked for again, and what is right is asked for once', async () => {
  let asked = 0;
  const cutAtFirst: RequestListener = (_request, response) => {
    asked += 1;
    response.writeHead(200, LINES).end(asked === 1 ? '{"state":1}\n{"sta' : '{"state":1}\n{"state":2}\n');
  };
  const [parts, unstable] = await clientAgainst(cutAtFirst, settingsOf, async (client, settings) => {
    const agent = new AgentAnswers(client, settings);
    const answers = [...(await agent.all(true)), ...(await agent.all(true))];
    return [answers.map(({ streamed }) => streamed.parts.length), [...client.journal.unstable.keys()]];
  });
  expect(parts).toEqual([1, 2, 1, 2]);
  expect(asked).toBe(2);
  expect(unstable).toEqual([
    'aiStreamChatState answered a stream that is not well-formed and has no more than one part',
  ]);
  asked = 1;
  await clientAgainst(cutAtFirst, settingsOf, async (client, settings) =>
    new AgentAnswers(client, settings).all(true),
  );
  expect(asked).toBe(2);
});
