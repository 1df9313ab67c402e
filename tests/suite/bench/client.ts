import { readFileSync } from 'node:fs';
import { request as playwright } from '@playwright/test';
import { Agent, request } from 'undici';
import { HttpClient } from '../../../fixtures/http/client.ts';
import { DEPLOYMENT } from '../../../fixtures/reference/seed/workspace.ts';
import { startReference } from '../../../fixtures/reference/start.ts';
import { readTarget } from '../../../fixtures/target/target.ts';
import { Contract } from '../../../schemas/contract.ts';
import { inParallel } from '../support/in-parallel.ts';
import { interleaved } from './interleaved.ts';
import type { Measurement, Result } from './measurement.ts';
import { ratios } from './spread.ts';

const [UNDICI, PLAYWRIGHT] = [{ atLeast: 0.7 }, { atLeast: 8 }];

/** How many requests are on their way at a time: one, and as many as a worker sends. */
const WIDTHS = [1, 8];
const REQUESTS = 300;
/** A round takes a second: more of them tell more than a few. */
const ROUNDS = 3;

/** Asks for the workspace once, and reads the answer as JSON. */
type AskOnce = () => Promise<unknown>;

interface Clients {
  readonly sides: Readonly<Record<'ours' | 'undici' | 'playwright', AskOnce>>;
  close(): Promise<void>;
}

/** Three ways of sending the same request to the same server. */
async function clientsOf(settings: Record<string, string>): Promise<Clients> {
  const { TARGET_BASE_URL, TARGET_ACCESS_TOKEN, NODE_EXTRA_CA_CERTS = '' } = settings;
  const url = `${TARGET_BASE_URL}/v1/deployments/${DEPLOYMENT}/workspace`;
  const headers = { authorization: `Bearer ${TARGET_ACCESS_TOKEN}` };
  const ours = new HttpClient(readTarget(settings), await Contract.load(), 1);
  const dispatcher = new Agent({
    connections: Math.max(...WIDTHS),
    connect: { ca: readFileSync(NODE_EXTRA_CA_CERTS) },
  });
  const context = await playwright.newContext({ ignoreHTTPSErrors: true });
  const path = { deploymentId: DEPLOYMENT };
  return {
    sides: {
      ours: () => ours.send({ operation: 'workspaceObjects', path, as: 'TARGET_ACCESS_TOKEN' }),
      undici: async () => (await request(url, { dispatcher, headers })).body.json(),
      playwright: async () => (await context.get(url, { headers })).json(),
    },
    close: async () => {
      await ours.close();
      await dispatcher.close();
      await context.dispose();
    },
  };
}

/** How many requests a second are answered. */
async function rateOf(ask: AskOnce, width: number): Promise<number> {
  const begun = performance.now();
  await inParallel(Array.from({ length: REQUESTS }), width, ask);
  return (REQUESTS * 1_000) / (performance.now() - begun);
}

/** The rates of the three side by side. */
async function compare({ sides }: Clients, width: number, rounds: number): Promise<Result[]> {
  const rates = () =>
    interleaved(rounds, {
      ours: () => rateOf(sides.ours, width),
      undici: () => rateOf(sides.undici, width),
      playwright: () => rateOf(sides.playwright, width),
    });
  const { ours, undici, playwright: runner } = await rates();
  const how = width === 1 ? 'one after the other' : `${width} at a time`;
  return [
    { what: `the suite's client, ${how}`, unit: 'requests per second', values: ours },
    { what: `over bare undici, ${how}`, unit: 'times', values: ratios(ours, undici), limit: UNDICI },
    {
      what: `over the runner's APIRequestContext, ${how}`,
      unit: 'times',
      values: ratios(ours, runner),
      limit: PLAYWRIGHT,
    },
  ];
}

/**
 * What recording, judging and redacting cost. The server is in the same process, so that what it takes for an answer is in the
 * rates of all three.
 */
export const client: Measurement = {
  name: 'client',
  title: 'Requests a second of the client, for a page of the workspace',
  run: async (repeat) => {
    const reference = await startReference();
    const clients = await clientsOf(reference.settings);
    try {
      // The first requests of each compile what the later ones use.
      for (const ask of Object.values(clients.sides)) await rateOf(ask, 1);
      const results: Result[] = [];
      for (const width of WIDTHS) results.push(...(await compare(clients, width, repeat * ROUNDS)));
      return results;
    } finally {
      await clients.close();
      await reference.close();
    }
  },
};
