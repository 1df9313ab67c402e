import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** The access token that each server must take; of Cube, the secret that signs its tokens. */
export const SECRET = 'only-known-to-this-run-3f9c';

/** A server that nobody here wrote, and how it is judged. */
export interface RealServer {
  /** Of its folder, and of its entry among what is expected. */
  readonly name: string;
  /** As its makers call it, with its version. */
  readonly title: string;
  /** With their versions: such as `express@4.22.3`, or `hypothesis==6.170.15`. */
  readonly packages: { readonly from: 'npm' | 'PyPI'; readonly names: readonly string[] };
  /** The command that serves it on a port of this machine, with its arguments; it runs in the folder into which the server is installed. */
  readonly command: (port: number, folder: string) => readonly string[];
  /** What of it is ours, for the page. */
  readonly set: string;
  /** Where it has its SCIM API; a server without one has none. */
  readonly scim?: string;
  /** Settings of the run, given the origin of the front. */
  readonly settings: (origin: string) => Readonly<Record<string, string>>;
  /** The MUST that it breaks, each by the sentence that the catalogue quotes: true until a new version. */
  readonly breaks: readonly string[];
  /** The MUST that cannot be judged because of what it breaks. */
  readonly unseen?: readonly string[];
  /** How many MUST pass at least: fewer, and it was not judged. */
  readonly passes: number;
}

const script = (name: string): string => fileURLToPath(new URL(`launch/${name}`, import.meta.url));

const scimAlone: RealServer['settings'] = (origin) => ({
  TARGET_OFFERS: 'scim',
  TARGET_BASE_URL: `${origin}/api`,
  TARGET_ACCESS_TOKEN: SECRET,
  // What is written shows at once.
  TARGET_LAG_MS: '200',
});

/** A JSON Web Token of nobody in particular. */
function jwt(): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'conformance' })}`;
  return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`;
}

const scimmy = (express: string, breaks: readonly string[]): RealServer => ({
  name: `scimmy-express-${express.split('.')[0]}`,
  title: `SCIMMY 1.3.5 with scimmy-routers 1.3.2 on Express ${express}`,
  packages: { from: 'npm', names: ['scimmy@1.3.5', 'scimmy-routers@1.3.2', `express@${express}`] },
  command: (port) => [process.execPath, script('serve-scimmy.mjs'), String(port), SECRET],
  set: 'Its handlers store users and groups in memory, and select with its `Filter.match`; it reads requests, pages and answers.',
  scim: '/api/scim/v2',
  settings: scimAlone,
  breaks,
  passes: 15,
});

/** Servers that the registries have, each with versions that stay the same. */
export const SERVERS: readonly RealServer[] = [
  {
    name: 'scim2-server',
    title: 'scim2-server 0.8.3',
    packages: { from: 'PyPI', names: ['scim2-server==0.8.3', 'scim2-models==0.12.3'] },
    command: (port, folder) => [
      `${folder}/bin/scim2-server`,
      ...[`--port=${port}`, `--bearer-token=${SECRET}`, '--reverse-proxy'],
    ],
    set: 'Its own command serves it.',
    scim: '/v2',
    settings: scimAlone,
    breaks: [],
    passes: 15,
  },
  scimmy('4.22.3', ['scim-filter-value-case']),
  // There it ignores startIndex and count: a query of Express 5 is read anew whenever it is looked at.
  scimmy('5.3.0', ['scim-filter-value-case', 'scim-paging', 'scim-groups-paging', 'scim-count-zero']),
  {
    name: 'canaille',
    title: 'Canaille 0.3.6',
    packages: {
      from: 'PyPI',
      names: [
        'canaille[front,oidc,scim,server]==0.3.6',
        ...['faker==40.54.0', 'scim2-models==0.6.12', 'scim2-client==0.7.5'],
      ],
    },
    command: (port, folder) => [
      ...[`${folder}/bin/python`, script('serve-canaille.py')],
      ...[String(port), SECRET],
    ],
    set: 'Its own application serves it from memory; a client and its token are put there.',
    scim: '/scim/v2',
    settings: scimAlone,
    // It compares count, a text, with a number, and answers 500 to whoever names it.
    breaks: ['scim-users-list', 'scim-groups-list'],
    passes: 11,
  },
  {
    name: 'cube',
    title: 'Cube 0.35.81 (@cubejs-backend/server)',
    packages: {
      from: 'npm',
      names: [
        ...['@cubejs-backend/server@0.35.81', '@cubejs-backend/postgres-driver@0.35.81'],
        '@duckdb/node-api@1.5.6-r.1',
      ],
    },
    command: (port) => [process.execPath, script('serve-cube.mjs'), String(port), SECRET],
    set: 'A driver hands its queries to DuckDB. Its module that reads SQL is not in the registry: what stands in its place reads none, and throws.',
    settings: (origin) => ({
      TARGET_OFFERS: 'data-api,payloads',
      TARGET_DATA_API_URL: `${origin}/cubejs-api`,
      TARGET_DATA_API_TOKEN: jwt(),
      TARGET_DATA_QUERY: '{"measures":["orders.count"],"dimensions":["orders.status"]}',
      // What the interface calls /v1/coresql.
      TARGET_DATA_SQL_PATH: '/v1/cubesql',
    }),
    // Its errors of /v1/cubesql have both Content-Length and Transfer-Encoding (RFC 9112 §6.2: "A sender MUST NOT send a Content-Length
    // header field in any message that contains a Transfer-Encoding header field."): no client reads an answer there.
    breaks: ['service-data-api-served'],
    unseen: ['auth-data-coresql-refuses-strangers'],
    passes: 2,
  },
];
