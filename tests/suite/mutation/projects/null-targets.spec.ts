import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Harness } from '../../../../fixtures/expect/running-test.ts';
import { certificate } from '../../../../fixtures/reference/certificate.ts';
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

/** Starts a server of that kind over HTTPS and over plain HTTP, on loopback ports. */
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
  const folder = await mkdtemp(join(tmpdir(), 'null-target-'));
  const caPath = join(folder, 'ca.pem');
  await writeFile(caPath, cert);
  return {
    settings: settingsOf(`https://127.0.0.1:${secure}`, `http://127.0.0.1:${plain}`, caPath),
    close: async () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await rm(folder, { recursive: true });
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

/** Every setting that a target can have, so that as much as possible is judged. */
function settingsOf(secure: string, plain: string, caPath: string): Record<string, string> {
  return {
    TARGET_BASE_URL: `${secure}/api`,
    TARGET_ACCESS_TOKEN: 'null-access-token',
    TARGET_OTHER_ACCESS_TOKEN: 'null-other-access-token',
    TARGET_PRIVATE_ITEM_ID: '7',
    TARGET_API_KEY: 'null-api-key',
    TARGET_SCOPED_API_KEY: 'null-scoped-api-key',
    TARGET_MEMBER_API_KEY: 'null-member-api-key',
    TARGET_DEPLOYMENT_ID: '1',
    TARGET_OUT_OF_SCOPE_DEPLOYMENT_ID: '2',
    TARGET_INTERNAL_ID: 'ada',
    TARGET_GROUPS: 'analysts,editors',
    TARGET_USER_ATTRIBUTES: 'region:string,level:number,regions:string_array,levels:number_array',
    TARGET_CREATOR_MODE: 'on',
    TARGET_PLAIN_BASE_URL: `${secure}/plain/api`,
    TARGET_PLAIN_API_KEY: 'null-plain-api-key',
    TARGET_PLAIN_ACCESS_TOKEN: 'null-plain-access-token',
    TARGET_PLAIN_DEPLOYMENT_ID: '3',
    TARGET_EXTERNAL_USER_LIMIT: '40',
    TARGET_MEMBERSHIPS: 'scim',
    TARGET_DATA_API_URL: `${secure}/data`,
    TARGET_DATA_API_TOKEN: 'null-data-token',
    TARGET_DATA_QUERY: '{"measures":["orders.count"]}',
    TARGET_DATA_SQL: 'SELECT 1',
    TARGET_AI_API_URL: `${secure}/ai`,
    TARGET_AI_API_KEY: 'null-ai-key',
    TARGET_AI_PROMPT: 'Hello',
    TARGET_HTTP_URL: `${plain}/api`,
    TARGET_DATA_HTTP_URL: `${plain}/data`,
    TARGET_AI_HTTP_URL: `${plain}/ai`,
    TARGET_OPENAPI: `${secure}/openapi.json`,
    ...REQUIRED,
    // Nothing ever changes here, so there is nothing to wait for.
    TARGET_LAG_MS: '0',
    NODE_EXTRA_CA_CERTS: caPath,
  };
}

/** `npm test` judges these: what answers something else takes minutes, as each answer is asked for again before it counts. */
const QUICK: readonly string[] = ['empty page', '401', '404'];

const tests = await collectConformanceTests((kind) => startNullTarget(kind as NullServer));

await declareAgainst(new Map(NULL_SERVERS.map((kind) => [kind, tests])), {
  isSlow: (kind) => !QUICK.includes(kind),
});
