import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { createInterface } from 'node:readline';
import { Agent, fetch } from 'undici';
import { HttpClient } from '../../../fixtures/http/client.ts';
import {
  type ReferenceOptions,
  type RenewableReference,
  startReference,
} from '../../../fixtures/reference/start.ts';
import type { Settings } from '../../../fixtures/target/settings.ts';
import { Contract } from '../../../schemas/contract.ts';
import { environment } from './run-suite.ts';

/** Lets a server listen on a free port of this machine, which it returns. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve());
  });
  return (server.address() as AddressInfo).port;
}

/** Every address and credential of a server that is asked, and patience for it. */
const settingsFor = (origin: string): Settings => ({
  TARGET_ACCESS_TOKEN: 'a-token',
  TARGET_API_KEY: 'a-key',
  TARGET_DATA_API_URL: origin,
  TARGET_DATA_API_TOKEN: 'a-data-token',
  TARGET_AI_API_URL: `${origin}/agent`,
  TARGET_AI_API_KEY: 'an-ai-key',
  CONFORMANCE_PATIENCE: 5,
});

/** Lets something be done with a client of a server, with settings of its own or with every address and credential. */
export async function clientOf<Result>(
  server: Server,
  use: (client: HttpClient, settings: Settings) => Promise<Result>,
  own?: Settings,
): Promise<Result> {
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const settings = { ...(own ?? settingsFor(origin)), TARGET_BASE_URL: `${origin}/api` };
  const client = new HttpClient({ settings, embedded: false }, await Contract.load(), 1);
  try {
    return await use(client, settings);
  } finally {
    await client.close();
    server.close();
  }
}

/** The same with a server that answers like this. */
export function clientAgainst<Result>(
  answer: RequestListener,
  use: (client: HttpClient, settings: Settings) => Promise<Result>,
  own?: Settings,
): Promise<Result> {
  const server = createServer({ maxHeaderSize: 256 * 1024 }, answer);
  return clientOf(server, use, own).finally(() => server.closeAllConnections());
}

/** The settings without which no target is judged. */
export const NEEDED = ['TARGET_BASE_URL', 'TARGET_ACCESS_TOKEN', 'NODE_EXTRA_CA_CERTS'];

export const pick = (
  settings: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));

/** A reference that one test has to itself, with what it takes to call it. */
export interface RunningReference extends RenewableReference {
  /** Reads a path below the base URL as the first user, or posts a body to it with the API key; the JSON of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly ask: (path: string, body?: object) => Promise<any>;
  /** What the debug view shows: by name, how many records its embed tenants hold, or its external users. */
  readonly observe: ((view: 'embed-tenants') => Promise<Record<string, number>>) &
    ((view: 'external-users') => Promise<string[]>);
}

/** Starts a reference, lets a test use it, and stops it. */
export async function withReference<Result>(
  options: ReferenceOptions,
  use: (reference: RunningReference) => Promise<Result>,
): Promise<Result> {
  const reference = await startReference(options);
  const { settings } = reference;
  const dispatcher = new Agent({ connect: { ca: readFileSync(settings.NODE_EXTRA_CA_CERTS ?? '') } });
  const ask: RunningReference['ask'] = async (path, body) => {
    const authorization = body
      ? `Api-Key ${settings.TARGET_API_KEY}`
      : `Bearer ${settings.TARGET_ACCESS_TOKEN}`;
    const answer = await fetch(`${settings.TARGET_BASE_URL}${path}`, {
      dispatcher,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    return answer.json();
  };
  const observed = new URL(settings.TARGET_ADAPTER as string).searchParams.get('observe');
  const observe = async (view: string) => (await fetch(`${observed}/${view}`)).json() as never;
  try {
    return await use({ ...reference, ask, observe });
  } finally {
    await dispatcher.close();
    await reference.close();
  }
}

/** Lets something be done with the settings of a reference that runs in a process of its own. */
export async function withReferenceProcess<Result>(
  use: (settings: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const command = ['--import', 'tsx', 'fixtures/reference/main.ts', '--announce=json'];
  const child = spawn(process.execPath, command, {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    for await (const line of createInterface(child.stdout)) {
      const [, settings] = /embedded target ready: (.*)/.exec(line) ?? [];
      if (settings) return await use(JSON.parse(settings));
    }
    throw new Error('The reference did not start.');
  } finally {
    child.kill();
    await ended;
  }
}
