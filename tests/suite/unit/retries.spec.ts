import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { EmbedTenantsClient } from '../../../fixtures/embed-tenants/embed-tenants-client.ts';
import type { HttpClient } from '../../../fixtures/http/client.ts';
import {
  type Call,
  type Exchange,
  isAccepted,
  isRefused,
  type NoAnswer,
} from '../../../fixtures/http/exchange.ts';
import { Patience, Turns } from '../../../fixtures/http/patience.ts';
import type { WireRequest } from '../../../fixtures/http/request.ts';
import { type Asked, ConfirmedAnswers, KnownAnswers, placeOf } from '../../../fixtures/http/retry.ts';
import { Sender } from '../../../fixtures/http/sender.ts';
import { Contract } from '../../../schemas/contract.ts';
import type { Operation } from '../../../schemas/read-operation.ts';
import { answered } from '../support/samples.ts';
import { clientAgainst } from '../support/servers.ts';

/** What is sent again, how often, and what counts then. */

/** What a request gets: a status; 503 (busy), 420 (calmed) or a 403 page (banned) with Retry-After; a page with 200; or no answer. */
type Answer = number | 'busy' | 'calmed' | 'banned' | 'page' | NoAnswer['kind'];

type AnswerOf = (number: number, isProbe: boolean) => Answer;

const REQUEST: WireRequest = { method: 'GET', url: 'https://x/', headers: {} };
const CALL: Call = { operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' };

const unanswered = (kind: NoAnswer['kind']): NoAnswer => ({ kind, reason: `was ${kind}`, curl: 'curl' });

/** A sender to a target. `answerOf` is told the number of the request, from 1, or that it only looks whether the target is there. */
async function senderTo(answerOf: AnswerOf, seconds = 2, perSecond = Number.POSITIVE_INFINITY) {
  const contract = await Contract.load();
  const operation = contract.operation('listDeployments');
  const probe: WireRequest = { ...REQUEST, url: 'https://x/probe' };
  const log: string[] = [];
  const unstable: string[] = [];
  let sent = 0;
  const patience = new Patience(seconds, perSecond);
  const sender = new Sender({
    patience,
    turns: new Turns(8, patience),
    once: async (_operation: Operation, request) => {
      const isProbe = request === probe;
      if (!isProbe) sent += 1;
      const answer = answerOf(sent, isProbe);
      log.push(`${isProbe ? 'probe' : 'send'} ${answer}`);
      if (answer === 'busy') return answered(503, { headers: { 'retry-after': '0' } });
      if (answer === 'calmed') return answered(420, { headers: { 'retry-after': '0' } });
      if (answer === 'banned')
        return answered(403, { headers: { 'retry-after': '0' }, mediaType: 'text/html' });
      if (answer === 'page') return answered(200, { mediaType: 'text/html' });
      return typeof answer === 'number' ? answered(answer) : unanswered(answer);
    },
    accepted: () => (seconds > 0 ? [] : [[operation, probe, CALL]]),
    probe: () => [operation, probe, CALL],
    requests: () => sent,
    noteUnstable: (what) => unstable.push(what),
    noteMalformed: () => undefined,
    mayRenew: () => false,
    redact: (text) => text,
    inconclusive: (reason) => {
      throw new Error(reason);
    },
  });
  const send = (isFinal: Call['isFinal'] = () => false): Promise<Exchange> =>
    sender.send(operation, REQUEST, { ...CALL, isFinal });
  return { send, log, unstable };
}

test('a conflict with another caller is waited for; one that comes each time counts, and is asked for less often then', async () => {
  const { send, log } = await senderTo((number) => (number < 5 ? 409 : 200));
  expect((await send()).status).toBe(200);
  expect(log).toHaveLength(5);

  const refusing = await senderTo(() => 409);
  const sentFor = async (): Promise<number> => {
    const before = refusing.log.length;
    expect((await refusing.send()).status).toBe(409);
    return refusing.log.length - before;
  };
  expect([await sentFor(), await sentFor(), await sentFor(), await sentFor()]).toEqual([6, 6, 6, 3]);
});

test('a conflict that came each time is asked for less often, unless one like it has passed', () => {
  const confirmed = new ConfirmedAnswers();
  const [passes, stays] = [answered(409), answered(423)];
  confirmed.notePassing(CALL, passes);
  for (let time = 0; time < 3; time += 1) for (const one of [passes, stays]) confirmed.note(CALL, one);
  const isConfirmedBy = (answer: Exchange, times: number): boolean =>
    confirmed.isConfirmed(CALL, answer, Array(times - 1).fill(answer), 12);
  expect([isConfirmedBy(passes, 11), isConfirmedBy(passes, 12)]).toEqual([false, true]);
  expect([isConfirmedBy(stays, 2), isConfirmedBy(stays, 3)]).toEqual([false, true]);
});

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

test('a target of which a CDN says that nobody is there has stopped answering', async () => {
  const { send } = await senderTo((number) => (number < 2 ? 200 : 521), 1);
  await expect(send().then(() => send())).rejects.toThrow('the target stopped answering after request');
});

test('a route that answers 503 while the target is there is given up after eight attempts, and then after two', async () => {
  const { send, log } = await senderTo((_number, isProbe) => (isProbe ? 401 : 503), 60);
  await expect(send()).rejects.toThrow('the target answered 503');
  expect(log.filter((line) => line === 'send 503')).toHaveLength(8);
  await expect(send()).rejects.toThrow();
  expect(log.filter((line) => line === 'send 503')).toHaveLength(10);
});

test('a loss that comes last, and once, gives no request up that was lost otherwise before', async () => {
  const { send, log } = await senderTo((number, isProbe) => {
    if (isProbe) return 401;
    return number > 2 ? 200 : number > 1 ? 'late' : 503;
  }, 60);
  expect((await send()).status).toBe(200);
  expect(log).toEqual(['send 503', 'send late', 'probe 401', 'send 200']);
});

test('a 403 page for a request that was answered before is blamed on a firewall, and 429 for good on a limit', async () => {
  const { send } = await senderTo((number) => (number === 1 ? 200 : 'banned'), 0);
  await send();
  await expect(send()).rejects.toThrow('a firewall seems to have banned this machine');
  const limited = await senderTo(() => 429, 0);
  await expect(limited.send()).rejects.toThrow('set CONFORMANCE_RATE');
});

test('a limit that many callers share is waited for longer than patience where the operation was answered before', async () => {
  const begun = Date.now();
  const { send } = await senderTo(
    (number, isProbe) => (isProbe || number === 1 || Date.now() - begun > 3_000 ? 200 : 429),
    1,
  );
  expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(200);
});

test('an operation that a limit gave up says what helps, and is waited for again once it was answered', async () => {
  let limited = Number.POSITIVE_INFINITY;
  const { send, log } = await senderTo(() => (limited-- > 0 ? 429 : 200), 1);
  await expect(send()).rejects.toThrow('set CONFORMANCE_RATE');
  limited = 0;
  await send();
  limited = 2;
  expect((await send()).status).toBe(200);
  expect(log.slice(-3)).toEqual(['send 429', 'send 429', 'send 200']);
});

test('an answer that does not come again is noted as unstable; a 429 is not', async () => {
  const answers: Answer[] = [503, 429, 'dropped', 'away', 'away', 500, 200];
  const { send, unstable } = await senderTo((number, isProbe) =>
    isProbe ? 401 : (answers[number - 1] as Answer),
  );
  expect((await send()).status).toBe(200);
  expect(unstable).toEqual([
    'listDeployments answered 500 application/json',
    'listDeployments answered 503 application/json',
    'listDeployments was dropped',
    'listDeployments was away',
    'listDeployments was away',
  ]);
  for (const status of [499, 500, 520]) {
    const always = await senderTo(() => status);
    expect((await always.send()).status).toBe(status);
    expect(always.log).toHaveLength(5);
    expect(always.unstable).toEqual([]);
  }
});

test('a deletion that finds nothing when it is sent again, because its answer was lost, is accepted', () => {
  let sent = 0;
  const answer: RequestListener = ({ socket }, response) => {
    sent += 1;
    if (sent === 1) socket.destroy();
    else response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  };
  const path = { embedTenantName: 'conformance-1', id: '7' };
  return clientAgainst(answer, async (http) => {
    const gone = await http.send({ operation: 'deleteEmbedTenantGroup', path, as: 'TARGET_API_KEY' });
    expect([gone.status, gone.alreadyGone, isRefused(gone)]).toEqual([404, true, false]);
  });
});

test('a deletion that finds nothing, and after which nothing is there, is accepted as long as that is rare', () => {
  const pageInfo = { hasNextPage: false, hasPreviousPage: false };
  const answer: RequestListener = ({ method }, response) =>
    response
      .writeHead(method === 'DELETE' ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ items: [], pageInfo }));
  return clientAgainst(answer, async (http) => {
    const client = new EmbedTenantsClient(http);
    for (const wanted of [true, false])
      expect(isAccepted(await client.remove('groups', 'conformance-1', 7))).toBe(wanted);
  });
});

test('a page in place of an earlier answer is asked about again for some seconds, like a limit', async () => {
  const { send } = await senderTo((number) => (number > 1 && number < 7 ? 'page' : 200), 20);
  await send();
  expect((await send()).mediaType).toBe('application/json');
});

test('a 403 that did not come again counts as a limit from then on, and is waited for', async () => {
  const { send } = await senderTo((number) => (number % 2 === 1 ? 403 : 200));
  await send();
  const begun = performance.now();
  expect((await send()).status).toBe(200);
  expect(performance.now() - begun).toBeGreaterThan(240);
});

for (const [limit, what, pauseMs] of [
  [503, '503 without Retry-After may be a limit', 240],
  ['banned', '403 with Retry-After is waited for', 95],
  ['calmed', 'refusal with Retry-After is waited for', 95],
] as const)
  test(`a ${what}: nothing else is sent during the pause after it`, async () => {
    const { send, log } = await senderTo((number) => (number === 1 ? limit : 200));
    const begun = performance.now();
    const first = send();
    await sleep(30);
    await send();
    expect(performance.now() - begun).toBeGreaterThan(pauseMs);
    expect((await first).status).toBe(200);
    expect(log).toEqual([`send ${limit}`, 'send 200', 'send 200']);
  });

test('of suspect answers, one counts that came back five times, whatever came in between', async () => {
  const { send, unstable } = await senderTo((number) => (number === 5 ? 408 : 500));
  expect((await send()).status).toBe(500);
  expect(unstable).toEqual(['listDeployments answered 408 application/json']);
  const inTurns = await senderTo((number) => (number % 2 ? 500 : 408));
  expect((await inTurns.send()).status).toBe(500);
  expect(inTurns.log).toHaveLength(9);
});

test('a refusal that asks to wait counts when it comes each time, also where refusals are owed', async () => {
  const { send, log } = await senderTo(() => 'calmed');
  expect([(await send(isRefused)).status, log.length]).toEqual([420, 5]);
});

test('a worker sends no more requests a second than it may', async () => {
  const { send } = await senderTo(() => 200, 2, 50);
  const begun = performance.now();
  await Promise.all(Array.from({ length: 11 }, () => send()));
  expect(performance.now() - begun).toBeGreaterThanOrEqual(195);
});

const USER: Call = { operation: 'scimGetUser', as: 'TARGET_ACCESS_TOKEN', path: { id: '7' } };
const AWAY_MS = 1_500;

/** A list of deployments, and a user. */
const BODY = JSON.stringify({
  items: [],
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  id: '7',
  userName: 'ada',
});

type Answers = (path: string, isStranger: boolean) => { status: number; type?: string };

/** Makes calls to a target of which what it is asked is noted. */
const toTarget = (
  answers: Answers,
  calls: (client: HttpClient, asked: readonly string[]) => Promise<void>,
): Promise<void> => {
  const asked: string[] = [];
  const listener: RequestListener = ({ url = '', headers }, response) => {
    const path = url.includes('/Users/') ? 'user' : 'deployments';
    const { status, type = 'application/json' } = answers(path, headers.authorization === undefined);
    asked.push(`${path} ${status}`);
    response.writeHead(status, { 'content-type': type }).end(status === 200 ? BODY : '{}');
  };
  return clientAgainst(listener, (client) => calls(client, asked));
};

for (const [what, status, type, toStrangers] of [
  ['a router without a route, in JSON', 404, 'application/json', 404],
  ['a page of maintenance', 200, 'text/html', 200],
  ['a gateway that knows no credential', 401, 'application/json', 401],
  ['a target without its database, which still turns strangers away', 500, 'application/json', 401],
] as const)
  test(`${what} is waited for, where the target answered well before`, () => {
    let back = 0;
    const answers: Answers = (_path, isStranger) =>
      Date.now() < back ? { status: isStranger ? toStrangers : status, type } : { status: 200 };
    return toTarget(answers, async (client) => {
      expect((await client.send(CALL)).status).toBe(200);
      back = Date.now() + AWAY_MS;
      expect((await client.send(USER)).status).toBe(200);
      expect(Date.now()).toBeGreaterThanOrEqual(back);
      expect([...client.journal.unstable.keys()].join()).toContain(`scimGetUser answered ${status}`);
      expect(client.journal.violations.size).toBe(0);
    });
  });

test('a 404 counts when it comes each time where the set-up was served, or another worker', () => {
  let lost = 3;
  const answers: Answers = (_path, isStranger) => ({ status: isStranger ? 401 : lost-- > 0 ? 404 : 200 });
  return toTarget(answers, async (client) => {
    const { credentials, contract } = client;
    credentials.noteAnswer('TARGET_ACCESS_TOKEN', USER, answered(200), contract.operation('getUsers'));
    expect((await client.send(USER)).status).toBe(200);
  });
});

test('a target that turns strangers away counts as up, even if it no longer serves what it served', () => {
  let isGone = false;
  const answers: Answers = (_path, isStranger) => ({ status: isStranger ? 401 : isGone ? 404 : 200 });
  return toTarget(answers, async (client, asked) => {
    await client.send(CALL);
    isGone = true;
    expect((await client.send({ ...USER, allowsAbsent: true })).status).toBe(404);
    expect(asked.slice(1)).toEqual(['user 404', 'deployments 404', 'deployments 401', 'user 404']);
  });
});

test('a target is there whose emptied lists are gone and that still answers another worker; one that forbids all is not', async () => {
  const contract = await Contract.load();
  const askedOf = (operation: string): Asked => [
    contract.operation(operation),
    REQUEST,
    { operation, as: 'TARGET_API_KEY' },
  ];
  const isThere = (list: number, other: number, toStranger: number, isExpired = false): Promise<boolean> => {
    const known = new KnownAnswers({
      mayRenew: () => isExpired,
      accepted: () => [askedOf('listDeployments')],
      probe: () => askedOf('scimListUsers'),
    });
    known.note(...askedOf('listEmbedTenantGroups'));
    // Another service says nothing of this one.
    known.note(...askedOf('dataMeta'));
    const statuses: Record<string, number> = {
      listEmbedTenantGroups: list,
      listDeployments: other,
      dataMeta: 200,
    };
    const send = async ({ id }: Operation) => {
      const status = statuses[id] ?? toStranger;
      return answered(status, status === 200 ? {} : { mediaType: 'text/html', json: undefined });
    };
    return known.isThere(send, placeOf(askedOf('listDeployments')), false);
  };
  expect(await isThere(404, 200, 404)).toBe(true);
  expect(await isThere(404, 404, 401)).toBe(true);
  expect(await isThere(404, 404, 404)).toBe(false);
  expect(await isThere(403, 200, 401)).toBe(false);
  expect(await isThere(403, 403, 401, true), 'a credential that a command prints anew has expired').toBe(
    true,
  );
});

for (const status of [404, 500])
  test(`a ${status} where the same was served before may pass within seconds: it counts when it comes each time`, () => {
    let lost = 0;
    const answers: Answers = (path) => ({ status: path === 'user' && lost-- > 0 ? status : 200 });
    return toTarget(answers, async (client) => {
      for (const call of [CALL, USER]) await client.send(call);
      lost = 7;
      expect((await client.send(USER)).status).toBe(200);
      lost = 100;
      expect((await client.send({ ...USER, allowsAbsent: true })).status).toBe(status);
    });
  });

for (const [what, status, headers, where] of [
  ['redirects to a log-in page', 302, { location: 'https://login.example/' }, /./],
  ['answers 200 and a log-in page', 200, { 'content-type': 'text/html' }, /./],
  ['answers one route alone with 200 and a log-in page', 200, { 'content-type': 'text/html' }, /users/],
] as const)
  test(`a credential that has expired is printed anew, where the target ${what} instead`, () => {
    let isExpired = false;
    const listener: RequestListener = ({ url = '', headers: { authorization } }, response) => {
      if (isExpired && where.test(url) && authorization !== 'Bearer a-fresh-token')
        response.writeHead(status, headers).end('<html><title>Sign in</title>');
      else response.writeHead(200, { 'content-type': 'application/json' }).end(BODY);
    };
    return clientAgainst(
      listener,
      async (client) => {
        await client.send(CALL);
        isExpired = true;
        for (const call of [CALL, USER]) expect((await client.send(call)).mediaType).toBe('application/json');
      },
      { TARGET_ACCESS_TOKEN: 'a-token', TARGET_ACCESS_TOKEN_COMMAND: 'echo a-fresh-token' },
    );
  });
