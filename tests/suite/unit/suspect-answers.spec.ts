import { expect, test } from '@playwright/test';
import { type Exchange, isAbsent } from '../../../fixtures/http/exchange.ts';
import { isSuspect } from '../../../fixtures/http/retry.ts';
import { Contract } from '../../../schemas/contract.ts';

/** An answer; its body is JSON unless its media type says otherwise. */
function answered(status: number, mediaType: string, body: unknown, location?: string): Exchange {
  const headers: Record<string, string> = location === undefined ? {} : { location };
  const json = /\bjson\b/.test(mediaType) ? body : undefined;
  return { operation: 'any', status, headers, mediaType, text: String(body), json, curl: 'curl' };
}

const JSON_TYPE = 'application/json';
const PORTAL = 'https://portal.example/';

/** What came, to which operation, and who must ask again: everyone, or only who sent a credential of the settings. */
const SUSPECT: readonly [string, Exchange, string, 'everyone' | 'caller with a credential'][] = [
  ['a 500', answered(500, JSON_TYPE, {}), 'workspaceObjects', 'everyone'],
  ['a 408', answered(408, 'text/plain', ''), 'workspaceObjects', 'everyone'],
  ['a 421', answered(421, 'text/plain', ''), 'workspaceObjects', 'everyone'],
  ['a 425', answered(425, JSON_TYPE, {}), 'workspaceObjects', 'everyone'],
  ['a page with 200', answered(200, 'text/html', 'Maintenance'), 'workspaceObjects', 'everyone'],
  ['a page of a firewall', answered(403, 'text/html', 'Blocked'), 'workspaceObjects', 'everyone'],
  ['an empty body', answered(200, '', ''), 'workspaceObjects', 'everyone'],
  ['a text with 200', answered(200, 'text/plain', 'OK'), 'generateSession', 'everyone'],
  [
    'JSON of another kind',
    answered(200, JSON_TYPE, { status: 'maintenance' }),
    'workspaceObjects',
    'everyone',
  ],
  ['JSON that is no object', answered(200, JSON_TYPE, 'busy'), 'generateSession', 'everyone'],
  [
    'a 403 in JSON',
    answered(403, JSON_TYPE, { message: 'no' }),
    'workspaceObjects',
    'caller with a credential',
  ],
  ['a text with 403', answered(403, 'text/plain', 'no'), 'generateSession', 'caller with a credential'],
  ['a sign-in page', answered(302, '', '', PORTAL), 'workspaceObjects', 'caller with a credential'],
  ['a lost route', answered(404, 'text/plain', 'no route'), 'scimListUsers', 'caller with a credential'],
  ['a 400 without a body', answered(400, '', ''), 'generateSession', 'caller with a credential'],
  [
    'a page with 400',
    answered(400, 'text/html', 'Bad Request'),
    'workspaceObjects',
    'caller with a credential',
  ],
];

for (const [name, answer, operationId, who] of SUSPECT)
  test(`${name} may not be the target's own: ${who} asks again`, async () => {
    const operation = (await Contract.load()).operation(operationId);
    expect(isSuspect(answer, operation, true)).toBe(true);
    expect(isSuspect(answer, operation, false)).toBe(who === 'everyone');
  });

const PAGE = { items: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } };

const OWN: readonly [string, Exchange, string][] = [
  ['a page of the listing', answered(200, JSON_TYPE, PAGE), 'workspaceObjects'],
  ['a page that lacks a field', answered(200, JSON_TYPE, { items: [] }), 'workspaceObjects'],
  ['a refusal in JSON', answered(400, JSON_TYPE, { message: 'no' }), 'generateSession'],
  ['a refusal in plain text', answered(400, 'text/plain', 'no'), 'generateSession'],
  ['an unknown id', answered(404, JSON_TYPE, { status: '404' }), 'scimGetUser'],
  ['an unknown caller', answered(401, 'text/html', 'Sign in'), 'workspaceObjects'],
  ['a page with a limit', answered(429, 'text/html', 'Slow down'), 'workspaceObjects'],
  ['a page of a busy gateway', answered(503, 'text/html', 'Busy'), 'workspaceObjects'],
  ['a deletion without a body', answered(204, '', ''), 'deleteEmbedTenantGroup'],
  ['a free body', answered(200, 'text/plain', 'deleted'), 'deleteEmbedTenantGroup'],
];

for (const [name, answer, operationId] of OWN)
  test(`${name} is the target's own`, async () => {
    const operation = (await Contract.load()).operation(operationId);
    expect(isSuspect(answer, operation, true)).toBe(false);
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
