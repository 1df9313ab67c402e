import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request as send } from 'node:https';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { certificate } from '../../../fixtures/reference/certificate.ts';
import { type Reference, type ReferenceOptions, startReference } from '../../../fixtures/reference/start.ts';
import { listen } from './servers.ts';

/** A proxy before the embedded target, which spoils requests and answers as a network or a gateway would. */

/** What a target answered. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a proxy does to one request. Of a request without treatment it passes on the request and the answer. */
export interface Treatment {
  /** How long the request is delayed before the proxy handles it. */
  readonly delayMs?: number;
  /** The Authorization header that the target gets, in place of the one that was sent. */
  readonly authorization?: string;
  /** Nobody takes a connection from now on, for so long; all connections are dropped. */
  readonly awayMs?: number;
  /** Answers in place of the target, which never gets the request. */
  readonly instead?: (response: ServerResponse) => void;
  /** Answers after the target acted, whose own answer is read whole before. */
  readonly afterwards?: (response: ServerResponse, answer: Answer) => void;
}

const own =
  (status: number, headers: Readonly<Record<string, string>>, body: string) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { ...response.getHeaders(), ...headers }).end(body);
  };

export const page = (status: number, title: string, more: Record<string, string> = {}) =>
  own(
    status,
    { 'content-type': 'text/html', ...more },
    `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  );

export const text = (status: number, body: string, type = 'text/plain') =>
  own(status, { 'content-type': type }, body);

/** Drops the connection: the client sees it reset. */
export function reset(response: ServerResponse): void {
  response.socket?.destroy();
}

/** A request, as far as a proxy decides by it. */
interface Asked {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly authorization?: string | undefined;
  readonly contentLength?: string | undefined;
  readonly before: number;
  /** When it came, in milliseconds since the first request. */
  readonly atMs: number;
  /** From 0 up to but not including 1: the same for the same method, path and body, and how often the same was asked before. */
  readonly chance: number;
}

/** Decides what happens to each request. */
export type Treat = (asked: Asked) => Treatment | undefined;

const SEED = 1;

/** Describes successive requests. What it says of chance depends on no clock, and on no order of different requests. */
function describer(): (incoming: IncomingMessage, body: Buffer) => Asked {
  const times = new Map<string, number>();
  let count = 0;
  let begun: number | undefined;
  return ({ method = '', url: path = '', headers }, body) => {
    const digest = createHash('sha256')
      .update(JSON.stringify([method, path, body.toString()]))
      .digest('hex');
    const again = times.get(digest) ?? 0;
    times.set(digest, again + 1);
    begun ??= Date.now();
    return {
      method,
      path,
      authorization: headers.authorization,
      contentLength: headers['content-length'],
      before: count++,
      atMs: Date.now() - begun,
      chance: createHash('sha256').update(`${SEED} ${digest} ${again}`).digest().readUInt32BE() / 2 ** 32,
    };
  };
}

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

type Upstream = Readonly<{ host: string; port: string; agent: Agent }>;

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

/** Starts the embedded target in this process, and a proxy before all but its plain-HTTP address and its adapter. */
export async function startBehindProxy(options: ReferenceOptions, treat: Treat): Promise<Reference> {
  const target = await startReference(options);
  const { origin, hostname: host, port } = new URL(target.settings.TARGET_BASE_URL as string);
  const { key, cert } = await certificate();
  const upstream = { host, port, agent: new Agent({ keepAlive: true, ca: cert }) };
  const describe = describer();
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const treatment = treat(describe(incoming, body)) ?? {};
    const { delayMs = 0, awayMs, instead } = treatment;
    if (delayMs > 0) await sleep(delayMs);
    if (awayMs !== undefined) return goAway(awayMs);
    if (outgoing.destroyed) return;
    // Without this header Node adds `Keep-Alive: timeout=1`, and no client would use a connection twice. Few gateways say
    // how long they keep a connection.
    outgoing.setHeader('connection', 'keep-alive');
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
  const throughProxy = ([name, value]: [string, string]): [string, string] => [
    name,
    PROXIED.includes(name) ? value.replace(origin, `https://127.0.0.1:${ownPort}`) : value,
  ];
  return {
    settings: Object.fromEntries(Object.entries(target.settings).map(throughProxy)),
    close: async () => {
      clearTimeout(back);
      server.close();
      server.closeAllConnections();
      upstream.agent.destroy();
      await target.close();
    },
  };
}
