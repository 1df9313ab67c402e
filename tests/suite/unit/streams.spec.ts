import type { RequestListener } from 'node:http';
import { expect, test } from '@playwright/test';
import { AgentAnswers } from '../../../fixtures/platform/agent-answers.ts';
import { jsonValuesOf, readStreamed } from '../../../fixtures/values/json.ts';
import { clientAgainst } from '../support/client-against.ts';

const A = { state: 'thinking' };
const B = { state: 'done', rows: 3 };
const [a, b] = [A, B].map((value) => JSON.stringify(value));

test('lines of JSON and events are read alike, however lines end and whatever keeps the connection open', () => {
  for (const text of [
    `${a}\n${b}\n`,
    `${a}\n\n${b}`,
    `\uFEFF${a}\r\n${b}\r\n`,
    `\u001E${a}\n\u001E${b}\n`,
    `data: ${a}\n\ndata: ${b}\n\n`,
    `data:${a}\r\n\r\n: still here\r\n\r\nid: 7\r\nevent: state\r\ndata:${b}\r\n\r\n`,
    `data: ${a}\rdata: ${b}\r`,
    `retry: 3000\n\ndata: ${a}\n\nevent: ping\ndata: 2025-06-01 12:00\n\ndata: {"state":\ndata: "done", "rows": 3}`,
    `data: ${a}\n\ndata:\n\ndata: ${b}`,
    `0:${a}\nd: ${b}\n`,
  ])
    expect(readStreamed(text, true), JSON.stringify(text)).toEqual({ parts: [A, B] });
});

test('what is neither is named, and the parts around it are read all the same', () => {
  expect(readStreamed(`${a}\nSorry.\n${b}`, true)).toEqual({ parts: [A, B], malformed: 'Sorry.' });
  expect(readStreamed(`data: ${a}\n\ndata: {'state'\n\n`, true).malformed).toBe("{'state'");
  expect(readStreamed(`${a}\n{"state":"do`, true).malformed).toBe('{"state":"do');
  expect(readStreamed('Error: no agent', true).malformed).toBe('Error: no agent');
  expect(readStreamed('', true)).toEqual({ parts: [] });
});

test('of a stream that was cut, the last line is left out', () => {
  expect(readStreamed(`${a}\n{"state":"do`, false)).toEqual({ parts: [A] });
  expect(readStreamed(`data: ${a}\n\ndata: {"state":\n`, false)).toEqual({ parts: [A] });
});

test('a whole text is JSON, or each of its lines is', () => {
  expect(jsonValuesOf('{\n  "data": []\n}\n')).toEqual([{ data: [] }]);
  expect(jsonValuesOf(`\uFEFF${a}\r\n${b}\r\n`)).toEqual([A, B]);
  expect(jsonValuesOf('[12345678901234567890]')).toEqual([[12_345_678_901_234_567_890n]]);
  for (const text of ['', '\n', 'status,count\npaid,3', `${a}\n{"data":[`])
    expect(jsonValuesOf(text), text).toBeUndefined();
});

const LINES = { 'content-type': 'application/x-ndjson' };

const CALL = {
  operation: 'aiStreamChatState',
  as: 'TARGET_AI_API_KEY',
  body: { input: 'Hello' },
} as const;

const settingsOf = (origin: string) => ({
  TARGET_AI_API_URL: `${origin}/agents/7`,
  TARGET_AI_API_KEY: 'a-key',
  TARGET_AI_PROMPT: CALL.body,
});

test('what is wrong with a stream once is asked for again', async () => {
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
});
