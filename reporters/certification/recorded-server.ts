import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dispatcher } from 'undici';
import type { Har, HarEntry } from '../../schemas/har.ts';
import { groupBy } from '../group-by.ts';

/** Headers that speak of the connection, or of a coding that the recorded text no longer has. */
const OWN_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding'];

/** Header in which a replayed request says which exchange it is, so that a debugger can stop at one. */
export const EXCHANGE_HEADER = 'x-recorded-exchange';

const idOf = ({ pageref, _number }: HarEntry): string => `${pageref}:${_number}`;

/** A server of recorded answers. */
export interface RecordedServer {
  /** On loopback. */
  readonly address: string;
  /** Requests as they were sent, to this server. */
  requestOf(entry: HarEntry): {
    url: string;
    options: Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'>;
  };
  close(): Promise<void>;
}

/**
 * Serves the answers of an archive on loopback. A request that names no exchange gets the answers to its method, path and query one
 * after the other, and then the last one again; what was never asked gets a 404.
 */
export async function serveRecorded({ log }: Har): Promise<RecordedServer> {
  const answered = log.entries.filter(({ response }) => response.status > 0);
  const byId = new Map(answered.map((entry) => [idOf(entry), entry]));
  const byTarget = groupBy(answered, ({ request }) => targetOf(request.method, new URL(request.url)));
  const server = createServer((request, response) => {
    const id = request.headers[EXCHANGE_HEADER];
    const target = targetOf(request.method ?? '', new URL(request.url ?? '/', 'http://x'));
    const queue = byTarget.get(target) ?? [];
    const entry = typeof id === 'string' ? byId.get(id) : queue.length > 1 ? queue.shift() : queue[0];
    if (!entry) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('never asked in this run\n');
      return;
    }
    for (const { name, value } of entry.response.headers)
      if (!OWN_HEADERS.includes(name.toLowerCase())) response.setHeader(name, value);
    response.writeHead(entry.response.status).end(entry.response.content.text ?? '');
  });
  const port = await listening(server);
  const address = `http://127.0.0.1:${port}`;
  return {
    address,
    requestOf: (entry) => {
      const { pathname, search } = new URL(entry.request.url);
      const { method, postData } = entry.request;
      return {
        url: `${address}${pathname}${search}`,
        options: {
          method: method as Dispatcher.HttpMethod,
          headers: {
            [EXCHANGE_HEADER]: idOf(entry),
            ...(postData ? { 'content-type': postData.mimeType } : {}),
          },
          ...(postData ? { body: postData.text } : {}),
        },
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const targetOf = (method: string, { pathname, search }: URL): string => `${method} ${pathname}${search}`;

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
