import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type { HttpClient } from '../../../fixtures/http/client.ts';
import type { Call } from '../../../fixtures/http/exchange.ts';
import { clientAgainst } from '../support/client-against.ts';

const session = (groups?: readonly string[]): Call => ({
  operation: 'generateSession',
  as: 'TARGET_API_KEY',
  body: { deploymentId: 1, externalId: 'ada', ...(groups ? { groups } : {}) },
});

const INVALID: Call = { ...session(), body: { deploymentId: 1 }, breaksContract: true };
const DEPLOYMENTS: Call = { operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' };

/** What a target answers to a session: by its body, and by how many sessions were on their way when it came. */
type StatusOf = (body: string, underWay: number) => number;

/**
 * Makes calls to a target whose sessions take a moment.
 *
 * @param calls - are told how many were on their way when each session came
 */
async function against<Result>(
  statusOf: StatusOf,
  calls: (client: HttpClient, arrivals: readonly number[]) => Promise<Result>,
): Promise<Result> {
  const arrivals: number[] = [];
  let underWay = 0;
  return clientAgainst(
    async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const isSession = request.method === 'POST';
      if (isSession) arrivals.push(underWay);
      const status = isSession ? statusOf(body, underWay) : 200;
      underWay += isSession ? 1 : 0;
      await sleep(20);
      underWay -= isSession ? 1 : 0;
      const answer = isSession ? { sessionId: 'a session' } : { items: [] };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status < 300 ? answer : { message: 'Refused' }));
    },
    (origin) => ({
      TARGET_BASE_URL: `${origin}/api`,
      TARGET_API_KEY: 'a-key',
      TARGET_ACCESS_TOKEN: 'a-token',
      CONFORMANCE_PATIENCE: 5,
    }),
    (client) => calls(client, arrivals),
  );
}

const statusesOf = async (client: HttpClient, calls: readonly Call[]): Promise<number[]> =>
  (await Promise.all(calls.map((call) => client.send(call)))).map(({ status }) => status);

for (const status of [404, 409])
  test(`sessions that are refused with ${status} because of another one are sent again, one after another`, async () => {
    await against(
      (_body, underWay) => (underWay > 0 ? status : 200),
      async (client) => {
        const calls = Array.from({ length: 5 }, () => session());
        expect(await statusesOf(client, calls)).toEqual(calls.map(() => 200));
        expect([...client.journal.observations]).toEqual([
          `generateSession answered ${status} while another request was on its way, and 200 alone`,
        ]);
        expect(client.journal.unstable.size).toBe(status === 404 ? 1 : 0);
      },
    );
  });

test('a refusal that comes alone is asked for once more at most, unless it says that it is a conflict', async () => {
  for (const [status, times] of [
    [400, 4],
    [409, 6],
    [401, 2],
  ] as const)
    await against(
      () => status,
      async (client, arrivals) => {
        expect(await statusesOf(client, [session(), session()])).toEqual([status, status]);
        expect(arrivals).toHaveLength(times);
        expect(arrivals.slice(2)).toEqual(arrivals.slice(2).map(() => 0));
        expect(client.journal.observations.size).toBe(0);
      },
    );
});

test('a refusal that met nothing counts, and so does one that is owed, until conflicts were seen', async () => {
  let refusesAll = true;
  const statusOf: StatusOf = (_body, underWay) => (refusesAll || underWay > 0 ? 400 : 200);
  await against(statusOf, async (client, arrivals) => {
    await client.send(session());
    await Promise.all([client.send(DEPLOYMENTS), client.send(session())]);
    expect(arrivals).toHaveLength(2);
    await statusesOf(client, [INVALID, INVALID, INVALID]);
    expect(arrivals).toHaveLength(5);
    refusesAll = false;
    expect(await statusesOf(client, [session(), session()])).toEqual([200, 200]);
    refusesAll = true;
    await statusesOf(client, [INVALID, INVALID]);
    expect(arrivals).toHaveLength(5 + 3 + 4);
  });
});

test('nothing that may change something is on its way with a request that is sent alone', async () => {
  let refused = false;
  await against(
    (_body, underWay) => {
      if (underWay === 0 || refused) return 200;
      refused = true;
      return 409;
    },
    async (client, arrivals) => {
      const calls = Array.from({ length: 30 }, () => session());
      expect(await statusesOf(client, calls)).toEqual(calls.map(() => 200));
      expect(arrivals).toHaveLength(31);
      // The first one, and the one that was sent again: the others are on their way together.
      expect(arrivals.filter((underWay) => underWay === 0).length).toBeGreaterThanOrEqual(2);
      expect(Math.max(...arrivals)).toBe(7);
    },
  );
});
