import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Harness } from '../../../../fixtures/expect/running-test.ts';
import { certificate } from '../../../../fixtures/reference/certificate.ts';
import { startReference } from '../../../../fixtures/reference/start.ts';
import { NULL_SERVERS, type NullServer } from '../../../../schemas/requirements/row.ts';
import { listen } from '../../support/servers.ts';
import { collectConformanceTests, declareAgainst, REQUIRED } from '../declare.ts';

const PAGE_INFO = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
const SCIM_LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const NOBODY = { totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] };

/** What each server answers to every request: a status and a body. One of them sends back what it got. */
const ANSWERS: Record<Exclude<NullServer, 'echo'>, readonly [status: number, body: unknown]> = {
  'empty object': [200, {}],
  'empty array': [200, []],
  'empty page': [200, { items: [], pageInfo: PAGE_INFO }],
  'empty SCIM list': [200, { schemas: [SCIM_LIST], ...NOBODY }],
  '400': [400, { message: 'Bad Request' }],
  '401': [401, { message: 'Unauthorized' }],
  '403': [403, { message: 'Forbidden' }],
  '404': [404, { message: 'Not Found' }],
  '500': [500, { message: 'Internal Server Error' }],
  'web page': [200, '<!doctype html><title>App</title>'],
};

/** Starts a server of that kind over HTTPS and over plain HTTP, with the settings of a reference in whose place it answers. */
async function startNullTarget(kind: NullServer): ReturnType<Harness['start']> {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = parse(await text(request));
    const { method, url, headers } = request;
    const echo = { ...(typeof sent === 'object' ? sent : {}), method, url, headers };
    const [status, body] = kind === 'echo' ? [200, echo] : ANSWERS[kind];
    const isPage = typeof body === 'string';
    response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json' });
    response.end(isPage ? body : JSON.stringify(body));
  };
  const answer: RequestListener = (request, response) => {
    respond(request, response).catch(() => response.destroy());
  };
  const { key, cert } = await certificate();
  const servers = [createTlsServer({ key, cert }, answer), createPlainServer(answer)];
  const [secure, plain] = await Promise.all(servers.map(listen));
  const reference = await startReference({});
  // The adapter would show the effects of the reference.
  const { TARGET_ADAPTER: _, TARGET_OFFERS: __, ...settings } = reference.settings;
  const portOf = (address = ''): string => new URL(address).port;
  const ports: Record<string, number | undefined> = {
    [portOf(settings.TARGET_BASE_URL)]: secure,
    [portOf(settings.TARGET_HTTP_URL)]: plain,
  };
  const own = Object.entries(settings).map(([name, value]) => [
    name,
    value.replace(/(?<=127\.0\.0\.1:)\d+/, (port) => String(ports[port] ?? port)),
  ]);
  return {
    // Nothing ever changes here, so there is nothing to wait for.
    settings: { ...Object.fromEntries(own), ...REQUIRED, TARGET_LAG_MS: '0' },
    close: async () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await reference.close();
    },
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** `npm test` judges these: what answers something else takes minutes, as each answer is asked for again before it counts. */
const QUICK: readonly string[] = ['empty page', '401', '404'];

const tests = await collectConformanceTests((kind) => startNullTarget(kind as NullServer));

await declareAgainst(new Map(NULL_SERVERS.map((kind) => [kind, tests])), {
  isSlow: (kind) => !QUICK.includes(kind),
});
