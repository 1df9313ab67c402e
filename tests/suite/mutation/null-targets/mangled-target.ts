import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import type { StartedTarget } from '../../../../fixtures/expect/harness.ts';
import { certificate } from '../../../../fixtures/reference/certificate.ts';
import { startReference } from '../../../../fixtures/reference/start.ts';
import type { Mangling } from './manglings.ts';
import { numberOf } from './wrong-values.ts';

/** Changes show at once, and a few examples will do: what is wrong is wrong everywhere. */
const QUICK = { TARGET_LAG_MS: '0', CONFORMANCE_RUNS: '3' };

/** Headers that belong to one connection and are not passed on. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

const forwarded = (headers: NodeJS.Dict<string | string[]>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || CONNECTION_HEADERS.has(name) ? [] : [[name, value]],
    ),
  );

/** Starts the reference, and in front of it a server that passes requests on and changes the answers. */
export async function startMangledTarget({
  path,
  change,
  unset = [],
}: Pick<Mangling, 'path' | 'change' | 'unset'>): Promise<StartedTarget> {
  const reference = await startReference();
  const { key, cert } = await certificate();
  const agent = new Agent({ connect: { ca: cert } });
  const { origin } = new URL(reference.settings.TARGET_BASE_URL as string);
  const mangled = (address: string, text: string): string => {
    if (!path.test(new URL(address, origin).pathname) || text === '') return text;
    return JSON.stringify(change(JSON.parse(text), numberOf(address)) ?? null);
  };
  const server = createServer({ key, cert }, async (incoming, answer) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const { url = '', method = 'GET', headers } = incoming;
    const { statusCode, ...answered } = await request(`${origin}${url}`, {
      dispatcher: agent,
      method: method as 'GET',
      headers: forwarded(headers),
      ...(parts.length > 0 ? { body: Buffer.concat(parts) } : {}),
    });
    const text = await answered.body.text();
    const isJson = /json/.test(String(answered.headers['content-type'])) && statusCode < 300;
    answer.writeHead(statusCode, forwarded(answered.headers)).end(isJson ? mangled(url, text) : text);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const own = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { TARGET_ADAPTER: _, ...others } = reference.settings;
  const settings = Object.entries({ ...others, ...QUICK }).filter(([name]) => !unset.includes(name));
  return {
    settings: Object.fromEntries(settings.map(([name, value]) => [name, value.replace(origin, own)])),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await agent.destroy();
      await reference.close();
    },
  };
}
