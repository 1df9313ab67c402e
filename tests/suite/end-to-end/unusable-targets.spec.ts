import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from '@playwright/test';
import { listen } from '../support/listen.ts';
import { type Run, runSuite } from '../support/run-suite.ts';

/** Runs that end before anything is judged, since the settings lead to no target. */

test.describe.configure({ timeout: 120_000 });

test('a misspelt setting: one message, exit 1', async () => {
  const { code, output } = await runSuite({
    TARGET_BASE_URL: 'https://127.0.0.1:1/api',
    TARGET_ACESS_TOKEN: 'x',
  });
  expect(code).toBe(1);
  expect(output).toContain('TARGET_ACESS_TOKEN is no setting. Did you mean TARGET_ACCESS_TOKEN?');
});

test('a target that cannot be reached: one message, exit 1, nothing passed', async () => {
  const { code, output, report } = await runSuite({
    TARGET_BASE_URL: 'https://127.0.0.1:1/api',
    TARGET_ACCESS_TOKEN: 'x',
  });
  expect(code).toBe(1);
  expect(output).toContain('TARGET_BASE_URL=https://127.0.0.1:1/api could not be observed: ECONNREFUSED');
  expect(report?.summary.MUST.pass).toBe(0);
  expect(report?.verdict).toBe('undetermined');
});

/** Runs the suite against a server that is no target: it answers each request by its index, from 0. */
async function runAgainst(answer: (index: number, response: ServerResponse) => void): Promise<Run> {
  let requests = 0;
  const server = createServer((_, response) => answer(requests++, response));
  const port = await listen(server);
  try {
    return await runSuite({ TARGET_BASE_URL: `http://127.0.0.1:${port}`, TARGET_ACCESS_TOKEN: 'x' });
  } finally {
    server.close();
  }
}

const asWebPage = (response: ServerResponse): ServerResponse =>
  response.setHeader('content-type', 'text/html; charset=utf-8');

test('a web site instead of the API: one message, exit 1', async () => {
  const { code, output } = await runAgainst((_, response) => {
    asWebPage(response).end('<!doctype html><title>App</title>');
  });
  expect(code).toBe(1);
  expect(output).toContain('answers web pages, not the API');
});

test('an address at which nothing of the interface is: one message, exit 1, nothing failed', async () => {
  const { code, output, report } = await runAgainst((_, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"No such tenant"}');
  });
  expect(code).toBe(1);
  expect(output).toContain('is not where the interface is: no route that was tried is there');
  expect(output).toMatch(/It usually ends in \/api: is it http:\S+\/api\?/);
  expect(report?.summary.MUST.fail).toBe(0);
  expect(report?.verdict).toBe('undetermined');
});

test('web pages with which a gateway limits the rate are not taken for a web site', async () => {
  const { code, output } = await runAgainst((index, response) => {
    if (index < 2) asWebPage(response).writeHead(429).end('<h1>Too Many Requests</h1>');
    else response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
  });
  expect(code).toBe(1);
  expect(output).not.toContain('answers web pages');
  expect(output).toContain('TARGET_ACCESS_TOKEN is refused');
});
