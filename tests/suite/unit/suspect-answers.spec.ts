import { createServer, type RequestListener } from 'node:http';
import { expect, test } from '@playwright/test';
import { HttpClient } from '../../../fixtures/http/client.ts';
import { type Exchange, isAbsent, movedBySlash } from '../../../fixtures/http/exchange.ts';
import { isSuspect } from '../../../fixtures/http/retry.ts';
import { reach } from '../../../fixtures/run/target-check.ts';
import { Contract } from '../../../schemas/contract.ts';
import { listen } from '../support/listen.ts';

/** An answer; its body is JSON unless its media type says otherwise. */
function answered(status: number, mediaType: string, body: unknown, location?: string): Exchange {
  const headers: Record<string, string> = location === undefined ? {} : { location };
  const json = /\bjson\b/.test(mediaType) ? body : undefined;
  return { operation: 'any', status, headers, mediaType, text: String(body), json, curl: 'curl' };
}

const JSON_TYPE = 'application/json';
const PAGE = { items: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } };

/** What came, to which operation, and who must ask again: everyone, who sent a credential of the settings, or nobody. */
const ANSWERS: readonly [string, Exchange, string, 'everyone' | 'with a credential' | 'nobody'][] = [
  ['a 500', answered(500, JSON_TYPE, {}), 'workspaceObjects', 'everyone'],
  ['a 408', answered(408, 'text/plain', ''), 'workspaceObjects', 'everyone'],
  ['a 425', answered(425, JSON_TYPE, {}), 'workspaceObjects', 'everyone'],
  ['a page with 200', answered(200, 'text/html', 'Maintenance'), 'workspaceObjects', 'everyone'],
  ['a page of a firewall', answered(403, 'text/html', 'Blocked'), 'workspaceObjects', 'everyone'],
  ['a text with 200', answered(200, 'text/plain', 'OK'), 'generateSession', 'everyone'],
  ['JSON of another kind', answered(200, JSON_TYPE, { status: 'busy' }), 'workspaceObjects', 'everyone'],
  ['a 403 in JSON', answered(403, JSON_TYPE, {}), 'workspaceObjects', 'with a credential'],
  ['a sign-in page', answered(302, '', '', 'https://x.example/'), 'workspaceObjects', 'with a credential'],
  ['a lost route', answered(404, 'text/plain', 'no route'), 'scimListUsers', 'with a credential'],
  ['a 400 without a body', answered(400, '', ''), 'generateSession', 'with a credential'],
  ['a page of the listing', answered(200, JSON_TYPE, PAGE), 'workspaceObjects', 'nobody'],
  ['a page that lacks a field', answered(200, JSON_TYPE, { items: [] }), 'workspaceObjects', 'nobody'],
  ['a refusal in plain text', answered(400, 'text/plain', 'no'), 'generateSession', 'nobody'],
  ['an unknown id', answered(404, JSON_TYPE, { status: '404' }), 'scimGetUser', 'nobody'],
  ['an unknown caller', answered(401, 'text/html', 'Sign in'), 'workspaceObjects', 'nobody'],
  ['a page with a limit', answered(429, 'text/html', 'Slow down'), 'workspaceObjects', 'nobody'],
  ['a deletion without a body', answered(204, '', ''), 'deleteEmbedTenantGroup', 'nobody'],
];

test("answers that may not be the target's own are asked for again", async () => {
  const contract = await Contract.load();
  for (const [name, answer, operationId, who] of ANSWERS) {
    const operation = contract.operation(operationId);
    expect(isSuspect(answer, operation, true), name).toBe(who !== 'nobody');
    expect(isSuspect(answer, operation, false), name).toBe(who === 'everyone');
  }
});

test('of an agent that calls its stream text/html, the text tells whether it is a page', () => {
  const operation = 'aiStreamChatState';
  const ofType = (body: string): Exchange => ({ ...answered(200, 'text/html', body), operation });
  for (const stream of ['{"state":"thinking"}\n', 'data: {"state":"thinking"}\n\n', '\n[1]\n'])
    expect(isAbsent(ofType(stream)), stream).toBe(false);
  for (const page of ['', ' \n', '<!DOCTYPE html><title>x</title>', '\n<html lang="en">', '<!-- x --><p>'])
    expect(isAbsent(ofType(page)), page).toBe(true);
  expect(isAbsent(answered(200, 'text/html', '{"items":[]}'))).toBe(true);
});

const FROM = 'https://acme.example/api/v1/deployments?first=1';

/** Locations of a redirect, and whether they are the same address but for a slash. */
const LOCATIONS: readonly (readonly [location: string, isMoved: boolean])[] = [
  ['/api/v1/deployments/', true],
  ['/api/v1/deployments/?first=1', true],
  ['https://acme.example/api/v1/deployments/', true],
  ['https://other.example/api/v1/deployments/', false],
  ['/api/v1/deployments', false],
  ['/login?next=/api/v1/deployments/', false],
];

test('a redirect to the same address but for a slash at its end is known', () => {
  for (const [location, isMoved] of LOCATIONS)
    expect(movedBySlash(FROM, 301, { location }), location).toBe(
      isMoved ? '/api/v1/deployments/' : undefined,
    );
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
