import { createServer, type RequestListener } from 'node:http';
import { expect, test } from '@playwright/test';
import { HttpClient } from '../../../fixtures/http/client.ts';
import { describeExchange, type Exchange, isAbsent, isRedirect } from '../../../fixtures/http/exchange.ts';
import { movedBySlash } from '../../../fixtures/http/moved.ts';
import { reach } from '../../../fixtures/run/reach.ts';
import { Contract } from '../../../schemas/contract.ts';
import { listen } from '../support/listen.ts';

const FROM = 'https://acme.example/api/v1/deployments?first=1';

/** Locations of a redirect, and whether they are the same address but for a slash. */
const LOCATIONS: readonly (readonly [location: string, isMoved: boolean])[] = [
  ['/api/v1/deployments/', true],
  ['/api/v1/deployments/?first=1', true],
  ['deployments/', true],
  ['https://acme.example/api/v1/deployments/', true],
  ['https://other.example/api/v1/deployments/', false],
  ['/api/v1/deployments', false],
  ['/api/v1/deployments//', false],
  ['/login?next=/api/v1/deployments/', false],
  ['/', false],
  ['https://', false],
];

for (const [location, isMoved] of LOCATIONS)
  test(`a redirect to ${location} is ${isMoved ? '' : 'not '}the same address with a slash`, () => {
    expect(movedBySlash(FROM, 301, { location })).toBe(isMoved ? '/api/v1/deployments/' : undefined);
  });

test('a slash that is taken away counts as well, and no other status does', () => {
  const [url, headers] = ['https://acme.example/api/v1/meta/', { location: '/api/v1/meta' }];
  expect([308, 200].map((status) => movedBySlash(url, status, headers))).toEqual(['/api/v1/meta', undefined]);
});

/** What a look at a server finds that answers like this. */
async function reached(answer: RequestListener) {
  const server = createServer(answer);
  const settings = {
    TARGET_BASE_URL: `http://127.0.0.1:${await listen(server)}/api`,
    TARGET_ACCESS_TOKEN: 'a-token',
  };
  const target = { settings, embedded: false };
  const client = new HttpClient(target, await Contract.load(), 1);
  const result = await reach(target, client);
  await client.close();
  server.close();
  return { ...result, answers: result.answers as Exchange[] };
}

const toSlash: RequestListener = ({ url }, response) =>
  response.writeHead(301, { location: `${url}/`, 'content-type': 'text/html' }).end('<p>Moved');

test('a target that redirects every address to the same one with a slash is told so before the first test', async () => {
  const { problem } = await reached(toSlash);
  expect(problem).toMatch(
    /^TARGET_BASE_URL=http:\S+ redirects every route that was tried to the same address with a slash at its end \(301 to \/api\/v1\/deployments\/\)\. .*serve them there\..* Try: curl /s,
  );
});

test('a target that redirects some addresses is judged: those routes are not there', async () => {
  const { problem, answers } = await reached((request, response) =>
    request.url?.endsWith('workspace') ? toSlash(request, response) : response.end('{"items":[]}'),
  );
  expect(problem).toBeUndefined();
  expect(answers.map(isAbsent)).toEqual([false, true]);
  expect(answers.map(isRedirect)).toEqual([false, false]);
  expect(describeExchange(answers[1] as Exchange)).toBe(
    'workspaceObjects answered 301 to the same address, with a slash at its end',
  );
});

test('a redirect to a sign-in page is none of this, and never followed', async () => {
  const asked: (string | undefined)[] = [];
  const { problem, answers } = await reached(({ url }, response) => {
    asked.push(url);
    response.writeHead(302, { location: '/login/' }).end();
  });
  expect(problem).toBeUndefined();
  expect(answers.map(isRedirect)).toEqual([true, true]);
  expect(asked).toEqual(['/api/v1/deployments', '/api/v1/deployments/1/workspace']);
});
