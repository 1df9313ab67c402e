import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request as send } from 'node:https';
import { pipeline } from 'node:stream';
import { certificate } from '../../../../fixtures/reference/certificate.ts';
import {
  type Reference,
  type ReferenceOptions,
  startReference,
} from '../../../../fixtures/reference/start.ts';
import { listen } from '../../support/listen.ts';
import { type Disturbance, disturbances } from './disturbances.ts';

/** How long a connection may be idle. */
const IDLE_MS = 1_000;

/** The settings whose addresses lead through the gateway. */
const PROXIED = ['TARGET_BASE_URL', 'TARGET_PLAIN_BASE_URL', 'TARGET_DATA_API_URL', 'TARGET_AI_API_URL'];

/** Headers that concern one connection (RFC 9110 §7.6.1) rather than the message. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));

/**
 * Without this header Node adds `Keep-Alive: timeout=1`, and no client would use a connection twice. Few gateways say
 * how long they keep a connection.
 */
const connection = ({ closes }: Disturbance) => ({ connection: closes ? 'close' : 'keep-alive' });

/** `pipeline` closes both sides when one of them drops its connection: nothing else needs to be done. */
const ignoreError = (): void => undefined;

/** Sends a request on to the target, and its answer back. */
function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  disturbance: Disturbance,
  upstream: { host: string; port: string; agent: Agent },
): void {
  const { method, url, headers } = incoming;
  // The path is sent on as it came: parsing it as a URL might change it.
  const options = { ...upstream, method, path: url, headers: endToEnd(headers) };
  const forwarded = send(options, (answer) => {
    const { statusCode = 502, statusMessage } = answer;
    outgoing.writeHead(statusCode, statusMessage, {
      ...endToEnd(answer.headers),
      ...connection(disturbance),
    });
    pipeline(answer, outgoing, ignoreError);
  });
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) forwarded.destroy();
  });
  pipeline(incoming, forwarded, ignoreError);
}

/** A running gateway. */
interface Gateway {
  origin: string;
  close(): Promise<void>;
}

/**
 * Starts a gateway in front of the embedded target of this process. It is slow, closes connections now and then, and
 * answers some requests itself.
 */
async function startGateway(target: string, seed: number): Promise<Gateway> {
  const { key, cert } = await certificate();
  const { hostname: host, port } = new URL(target);
  const upstream = { host, port, agent: new Agent({ keepAlive: true, ca: cert }) };
  const nextDisturbance = disturbances(seed);
  const server = createServer({ key, cert, keepAliveTimeout: IDLE_MS }, (incoming, outgoing) => {
    const disturbance = nextDisturbance();
    setTimeout(() => {
      if (outgoing.destroyed) return;
      const { instead } = disturbance;
      if (!instead) return forward(incoming, outgoing, disturbance, upstream);
      incoming.resume();
      outgoing
        .writeHead(instead.status, { ...instead.headers, ...connection(disturbance) })
        .end(instead.body);
    }, disturbance.delayMs);
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
 * Starts the embedded target as in a staging deployment, behind a gateway. Only its plain-HTTP address and its adapter
 * are reached directly.
 *
 * @param seed - of the gateway's disturbances
 */
export async function startStaging(options: ReferenceOptions = {}, seed = 1): Promise<Reference> {
  const reference = await startReference(options);
  try {
    const { origin } = new URL(reference.settings.TARGET_BASE_URL as string);
    const gateway = await startGateway(origin, seed);
    const throughGateway = ([name, value]: [string, string]): [string, string] => [
      name,
      PROXIED.includes(name) ? value.replace(origin, gateway.origin) : value,
    ];
    return {
      settings: Object.fromEntries(Object.entries(reference.settings).map(throughGateway)),
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
