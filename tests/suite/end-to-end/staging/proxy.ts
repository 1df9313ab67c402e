import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { Agent, createServer, request as send } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { certificate } from '../../../../fixtures/reference/certificate.ts';
import {
  type Reference,
  type ReferenceOptions,
  startReference,
} from '../../../../fixtures/reference/start.ts';
import { type Fate, fates } from './disturbances.ts';

/** How long a connection may do nothing. */
const IDLE_MS = 1_000;

/** The settings of families that a gateway stands in front of. */
const PROXIED = ['TARGET_BASE_URL', 'TARGET_PLAIN_BASE_URL', 'TARGET_DATA_API_URL', 'TARGET_AI_API_URL'];

/** Headers that speak of one connection (RFC 9110 §7.6.1) rather than of the message. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));

/**
 * Without this header Node adds `Keep-Alive: timeout=1`, and no client would use a connection twice. Few gateways tell
 * how long they keep one.
 */
const connection = ({ closes }: Fate) => ({ connection: closes ? 'close' : 'keep-alive' });

/** One side's dropped connection drops the other's, and that is all there is to do about it. */
const drop = (): void => undefined;

/** Sends a request on to the target, and its answer back. */
function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fate: Fate,
  upstream: { host: string; port: string; agent: Agent },
): void {
  const { method, url, headers } = incoming;
  // The path goes on as it came: reading it as a URL might change it.
  const options = { ...upstream, method, path: url, headers: endToEnd(headers) };
  const forwarded = send(options, (answer) => {
    const { statusCode = 502, statusMessage } = answer;
    outgoing.writeHead(statusCode, statusMessage, { ...endToEnd(answer.headers), ...connection(fate) });
    pipeline(answer, outgoing, drop);
  });
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) forwarded.destroy();
  });
  pipeline(incoming, forwarded, drop);
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** A running gateway. */
interface Gateway {
  origin: string;
  close(): Promise<void>;
}

/**
 * Starts a gateway in front of the embedded target of this process: it is slow, ends connections now and then, and
 * answers some requests itself.
 */
async function startGateway(target: string, seed: number): Promise<Gateway> {
  const { key, cert } = await certificate();
  const { hostname: host, port } = new URL(target);
  const upstream = { host, port, agent: new Agent({ keepAlive: true, ca: cert }) };
  const next = fates(seed);
  const server = createServer({ key, cert, keepAliveTimeout: IDLE_MS }, (incoming, outgoing) => {
    const fate = next();
    setTimeout(() => {
      if (outgoing.destroyed) return;
      const { instead } = fate;
      if (!instead) return forward(incoming, outgoing, fate, upstream);
      incoming.resume();
      outgoing.writeHead(instead.status, { ...instead.headers, ...connection(fate) }).end(instead.body);
    }, fate.delayMs);
  });
  return {
    origin: `https://127.0.0.1:${await listen(server)}`,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      upstream.agent.destroy();
    },
  };
}

/**
 * Starts the embedded target as a staging deployment has it: behind a gateway, through which all but its plain-HTTP
 * address and its adapter are reached.
 *
 * @param seed - of the gateway's moods
 */
export async function startStaging(options: ReferenceOptions = {}, seed = 1): Promise<Reference> {
  const reference = await startReference(options);
  try {
    const { origin } = new URL(reference.settings.TARGET_BASE_URL as string);
    const gateway = await startGateway(origin, seed);
    const through = ([name, value]: [string, string]): [string, string] => [
      name,
      PROXIED.includes(name) ? value.replace(origin, gateway.origin) : value,
    ];
    return {
      settings: Object.fromEntries(Object.entries(reference.settings).map(through)),
      close: async () => {
        await gateway.close();
        await reference.close();
      },
    };
  } catch (error) {
    await reference.close();
    throw error;
  }
}
