import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { type Dispatcher, request } from 'undici';
import { flattenHeaders } from '../../fixtures/http/headers.ts';
import { Contract } from '../../schemas/contract.ts';
import type { Har, HarEntry } from '../../schemas/har.ts';
import { visible } from '../../schemas/visible-text.ts';
import { groupBy } from '../group-by.ts';
import { readBundle } from './read-bundle.ts';
import { checkFailed, judgeAnswers, judgeRefusals } from './verify/judge-exchanges.ts';
import { judgeWalks } from './verify/judge-walks.ts';
import { readParts } from './verify/parts.ts';

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

/** `npm run replay -- BUNDLE [--keep]`: serves the recorded answers of a certificate on loopback, and judges them as they come. */

/** An entry with the answer that came this time. Without an answer or a body in the archive it stays as it is. */
async function replayed(entry: HarEntry, server: RecordedServer): Promise<HarEntry> {
  if (entry.response.status === 0 || entry.response.content.text === undefined) return entry;
  const { url, options } = server.requestOf(entry);
  const { statusCode: status, headers: sent, body } = await request(url, options);
  const headers = Object.entries(flattenHeaders(sent)).map(([name, value]) => ({ name, value }));
  const text = await body.text();
  return {
    ...entry,
    response: {
      ...entry.response,
      status,
      headers,
      content: { ...entry.response.content, text },
    },
  };
}

/** Asks for every exchange again, in the order of the archive. */
async function replay(har: Har, server: RecordedServer): Promise<Har> {
  const entries: HarEntry[] = [];
  for (const entry of har.log.entries) entries.push(await replayed(entry, server));
  return { log: { ...har.log, entries } };
}

async function main(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { keep: { type: 'boolean', default: false } },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0)
    throw new Error("npm run replay -- BUNDLE [--keep]: name a certificate's .zip.");
  const { check, parts } = readParts(await readBundle(file));
  if (!parts) throw new Error(`${file} cannot be replayed: ${check.problems.join('; ')}`);
  const server = await serveRecorded(parts.har);
  let isKept = false;
  try {
    const har = await replay(parts.har, server);
    const checks = [
      checkFailed(har),
      judgeAnswers(har, parts.report, await Contract.load()),
      judgeRefusals(har),
      judgeWalks(har, parts.report),
    ];
    for (const { name, says, problems } of checks)
      console.log([`${name}: ${says}`, ...problems.map((one) => `  ${visible(one, 600)}`)].join('\n'));
    isKept = values.keep;
    if (isKept)
      console.log(
        `The recorded answers are served at ${server.address} until you press Ctrl+C. The header ${EXCHANGE_HEADER}: TEST:NUMBER asks for one of them.`,
      );
    return checks.every(({ problems }) => problems.length === 0);
  } finally {
    if (!isKept) await server.close();
  }
}

main(process.argv.slice(2)).then(
  (holds) => {
    process.exitCode = holds ? 0 : 1;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 2;
  },
);
