import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request as send } from 'node:https';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { certificate } from '../../../../fixtures/reference/certificate.ts';
import {
  type Reference,
  type ReferenceOptions,
  startReference,
} from '../../../../fixtures/reference/start.ts';
import { listen } from '../listen.ts';
import { type Asked, Fates } from './fates.ts';
import type { Treatment } from './treatment.ts';

/** How long a connection may be idle. */
const IDLE_MS = 1_000;

/** The settings whose addresses lead through the proxy. */
const PROXIED = ['TARGET_BASE_URL', 'TARGET_PLAIN_BASE_URL', 'TARGET_DATA_API_URL', 'TARGET_AI_API_URL'];

/** Headers that concern one connection (RFC 9110 §7.6.1) rather than the message. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));

/** `pipeline` closes both sides when one of them drops its connection: nothing else needs to be done. */
const ignoreError = (): void => undefined;

/** Where requests are sent on to. */
type Upstream = Readonly<{ host: string; port: string; agent: Agent }>;

/** Sends a request on to the target, and its answer back. */
function forward(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  { afterwards, authorization }: Treatment,
  upstream: Upstream,
): void {
  // The path is sent on as it came: parsing it as a URL might change it.
  const sent = authorization === undefined ? headers : { ...headers, authorization };
  const options = { ...upstream, method, path: url, headers: endToEnd(sent) };
  const forwarded = send(options, (answer) => {
    const { statusCode: status = 502, statusMessage } = answer;
    const answered = endToEnd(answer.headers);
    if (afterwards)
      return void buffer(answer).then(
        (whole) => outgoing.destroyed || afterwards(outgoing, { status, headers: answered, body: whole }),
        () => outgoing.destroy(),
      );
    outgoing.writeHead(status, statusMessage, { ...outgoing.getHeaders(), ...answered });
    pipeline(answer, outgoing, ignoreError);
  });
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) forwarded.destroy();
  });
  forwarded.end(body);
}

/** A running proxy. */
interface Proxy {
  readonly origin: string;
  close(): Promise<void>;
}

/** Decides what happens to each request. */
export type Treat = (asked: Asked) => Treatment | undefined;

async function startProxy(target: string, treat: Treat, seed: number): Promise<Proxy> {
  const { key, cert } = await certificate();
  const { hostname: host, port } = new URL(target);
  const upstream = { host, port, agent: new Agent({ keepAlive: true, ca: cert }) };
  const fates = new Fates(seed);
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = incoming;
    const body = await buffer(incoming);
    const treatment = treat(fates.next(method, url, body.toString(), incoming.headers)) ?? {};
    const { delayMs = 0, closes = false, awayMs, instead } = treatment;
    if (delayMs > 0) await sleep(delayMs);
    if (awayMs !== undefined) return goAway(awayMs);
    if (outgoing.destroyed) return;
    // Without this header Node adds `Keep-Alive: timeout=1`, and no client would use a connection twice. Few gateways say
    // how long they keep a connection.
    outgoing.setHeader('connection', closes ? 'close' : 'keep-alive');
    if (instead) instead(outgoing);
    else forward(incoming, body, outgoing, treatment, upstream);
  };
  const server = createServer({ key, cert, keepAliveTimeout: IDLE_MS }, (incoming, outgoing) => {
    // A client that drops its connection ends the request.
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const ownPort = await listen(server);
  let back: NodeJS.Timeout | undefined;
  const goAway = (ms: number): void => {
    server.close();
    server.closeAllConnections();
    if (ms < Number.POSITIVE_INFINITY) back = setTimeout(() => server.listen(ownPort, '127.0.0.1'), ms);
  };
  return {
    origin: `https://127.0.0.1:${ownPort}`,
    close: async () => {
      clearTimeout(back);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      upstream.agent.destroy();
    },
  };
}

/**
 * Starts the embedded target in this process, and a proxy before it. Only its plain-HTTP address and its adapter are reached
 * directly.
 *
 * @param treat - decides what happens to each request
 * @param seed - of the chances of requests
 */
export async function startBehindProxy(
  options: ReferenceOptions,
  treat: Treat,
  seed: number,
): Promise<Reference> {
  const reference = await startReference(options);
  try {
    const { origin } = new URL(reference.settings.TARGET_BASE_URL as string);
    const proxy = await startProxy(origin, treat, seed);
    const throughProxy = ([name, value]: [string, string]): [string, string] => [
      name,
      PROXIED.includes(name) ? value.replace(origin, proxy.origin) : value,
    ];
    return {
      settings: Object.fromEntries(Object.entries(reference.settings).map(throughProxy)),
      close: async () => {
        await proxy.close();
        await reference.close();
      },
    };
  } catch (error) {
    await reference.close();
    throw error;
  }
}
