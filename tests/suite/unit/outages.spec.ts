import type { RequestListener } from 'node:http';
import { expect, test } from '@playwright/test';
import type { HttpClient } from '../../../fixtures/http/client.ts';
import type { Call } from '../../../fixtures/http/exchange.ts';
import { clientAgainst } from '../support/client-against.ts';

const DEPLOYMENTS: Call = { operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' };
const USER: Call = { operation: 'scimGetUser', as: 'TARGET_ACCESS_TOKEN', path: { id: '7' } };
const AWAY_MS = 1_500;

/** A list of deployments, and a user. */
const BODY = JSON.stringify({
  items: [],
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  id: '7',
  userName: 'ada',
});

/** What a target answers, by the path that was asked, and whether a stranger did. */
type Answers = (path: string, isStranger: boolean) => { status: number; type?: string };

/** Makes calls to a target of which what it is asked is noted. */
async function against<Result>(
  answers: Answers,
  calls: (client: HttpClient, asked: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const asked: string[] = [];
  const listener: RequestListener = ({ url = '', headers }, response) => {
    const path = url.includes('/Users/') ? 'user' : 'deployments';
    const { status, type = 'application/json' } = answers(path, headers.authorization === undefined);
    asked.push(`${path} ${status}`);
    response.writeHead(status, { 'content-type': type }).end(status === 200 ? BODY : '{}');
  };
  const settingsOf = (origin: string) => ({
    TARGET_BASE_URL: `${origin}/api`,
    TARGET_ACCESS_TOKEN: 'a-token',
    CONFORMANCE_PATIENCE: 5,
  });
  return clientAgainst(listener, settingsOf, (client) => calls(client, asked));
}

for (const [what, status, type] of [
  ['a router without a route, in JSON', 404, 'application/json'],
  ['a page of maintenance', 200, 'text/html'],
  ['a firewall that blocks everything', 403, 'application/json'],
  ['a gateway that knows no credential', 401, 'application/json'],
] as const)
  test(`${what} is waited for, where the target answered well before`, async () => {
    let back = 0;
    const answers: Answers = () => (Date.now() < back ? { status, type } : { status: 200 });
    await against(answers, async (client) => {
      expect((await client.send(DEPLOYMENTS)).status).toBe(200);
      back = Date.now() + AWAY_MS;
      expect((await client.send(USER)).status).toBe(200);
      expect(Date.now()).toBeGreaterThanOrEqual(back);
      expect([...client.journal.unstable.keys()].join()).toContain(`scimGetUser answered ${status}`);
      expect(client.journal.violations.size).toBe(0);
    });
  });

test('what the target does not have is asked for once more, while it answers everything else', async () => {
  const answers: Answers = (path) => ({ status: path === 'user' ? 404 : 200 });
  await against(answers, async (client, asked) => {
    await client.send(DEPLOYMENTS);
    expect((await client.send({ ...USER, allowsAbsent: true })).status).toBe(404);
    expect(asked).toEqual(['deployments 200', 'user 404', 'deployments 200', 'user 404']);
    expect(client.journal.unstable.size).toBe(0);
  });
});

test('a target that goes on failing at everything is there, and so are its failures', async () => {
  let fails = false;
  await against(
    () => ({ status: fails ? 500 : 200 }),
    async (client) => {
      await client.send(DEPLOYMENTS);
      fails = true;
      expect((await client.send(USER)).status).toBe(500);
    },
  );
});

test('a target that turns strangers away is there, though nothing is left of what it answered', async () => {
  let isGone = false;
  const answers: Answers = (_path, isStranger) => ({ status: isStranger ? 401 : isGone ? 404 : 200 });
  await against(answers, async (client, asked) => {
    await client.send(DEPLOYMENTS);
    isGone = true;
    expect((await client.send({ ...USER, allowsAbsent: true })).status).toBe(404);
    expect(asked.slice(1)).toEqual(['user 404', 'deployments 404', 'deployments 401', 'user 404']);
  });
});

test('one that turns strangers away and fails at everything else may be without its database: it is waited for', async () => {
  let back = 0;
  const answers: Answers = (_path, isStranger) => {
    if (isStranger) return { status: 401 };
    return { status: Date.now() < back ? 500 : 200 };
  };
  await against(answers, async (client) => {
    await client.send(DEPLOYMENTS);
    back = Date.now() + AWAY_MS;
    expect((await client.send(USER)).status).toBe(200);
  });
});
