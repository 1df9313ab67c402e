import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Agent, fetch as send } from 'undici';
import { certificate } from '../../../../fixtures/reference/certificate.ts';
import { environment } from '../../support/run-suite.ts';
import { listen } from '../../support/servers.ts';
import { type RealServer, SECRET } from './servers.ts';

/** Installs a server, starts it, puts the paths of the interface before it, and fills it. */

/** Written when an installation is whole: it names what was installed. */
const WHOLE = '.installed';
/** Longer than a slow mirror takes for some 300 MB. */
const TIME_LIMIT_MS = 300_000;
/** Without a registry that answers, nobody waits for minutes. */
const ANSWER_SECONDS = 15;

/** What a command printed that failed; undefined where it did not. */
const failureOf = (command: string, ...args: readonly string[]): Promise<string | undefined> =>
  promisify(execFile)(command, args, { timeout: TIME_LIMIT_MS }).then(
    () => undefined,
    ({ stderr = '', message }: Error & { stderr?: string }) =>
      (stderr.trim() || message).replaceAll('\n', ' '),
  );

async function fromPyPI(folder: string, names: readonly string[]): Promise<string | undefined> {
  const noEnvironment = await failureOf('python3', '-m', 'venv', folder);
  if (noEnvironment) return `"python3 -m venv" failed (${noEnvironment}). Install Python 3.11 or newer.`;
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--retries=1'];
  const failed = await failureOf(
    join(folder, 'bin', 'python'),
    ...[...pip, `--timeout=${ANSWER_SECONDS}`, ...names],
  );
  return failed && `pip failed (${failed}). It needs Python 3.11 or newer, and PyPI or a mirror of it.`;
}

async function fromNpm(folder: string, names: readonly string[]): Promise<string | undefined> {
  // Scripts of packages may download what no registry has; nothing here needs them.
  const quietly = '--no-save --ignore-scripts --no-audit --no-fund --loglevel=error --logs-max=0'.split(' ');
  const soon = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', `--fetch-timeout=${ANSWER_SECONDS}000`];
  const failed = await failureOf('npm', 'install', '--prefix', folder, ...quietly, ...soon, ...names);
  return failed && `npm failed (${failed}). It needs the npm registry or a mirror of it.`;
}

/**
 * Installs a server into a folder below `node_modules/.cache`, unless it is there already.
 *
 * @returns the folder; or why it cannot be installed on this machine, and what would help
 */
export async function install({
  name,
  packages: { from, names },
}: RealServer): Promise<{ readonly folder: string } | { readonly missing: string }> {
  const folder = join(process.cwd(), 'node_modules', '.cache', 'real-servers', name);
  const note = names.join('\n');
  if ((await readFile(join(folder, WHOLE), 'utf8').catch(() => '')) === note) return { folder };
  // What an installation that was cut short left is no use.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const missing = await (from === 'npm' ? fromNpm : fromPyPI)(folder, names);
  if (missing) return { missing: `${names[0]} cannot be installed: ${missing}` };
  await writeFile(join(folder, WHOLE), note);
  return { folder };
}

/** Longer than an interpreter needs on a busy machine to load some hundred modules. */
const START_MS = 60_000;
/** No run against such a server takes as long. */
const LIFE_MS = 600_000;

/** Ends the command when its standard input ends: with this process, however that ends. */
const UNTIL_END_OF_INPUT = '"$@" & child=$!; read -r _; kill "$child"; wait "$child" 2>/dev/null';

/** A port below those that systems give to whoever asks for any: nobody takes it before the server does. */
async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const server = createTcpServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return isFree ? port : freePort();
}

/** Starts an installed server, lets it be used, and stops it. */
export async function whileRunning<Result>(
  server: RealServer,
  folder: string,
  use: (port: number) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const command = ['-c', UNTIL_END_OF_INPUT, 'sh', ...server.command(port, folder)];
  const child = spawn('sh', command, { cwd: folder, env: environment() });
  const ended = once(child, 'close');
  const lifetime = setTimeout(() => child.stdin.end(), LIFE_MS);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      printed = `${printed}${text}`.slice(-4_000);
    });
  const isUp = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  try {
    const deadline = performance.now() + START_MS;
    while (!(await isUp())) {
      if (performance.now() > deadline)
        throw new Error(`${server.title} does not listen in ${START_MS} ms. It printed:\n${printed}`);
      await sleep(100);
    }
    return await use(port);
  } finally {
    clearTimeout(lifetime);
    child.stdin.end();
    await ended;
  }
}

const SCIM = '/api/scim/v2';

/**
 * Sends a request on, and the bytes of its answer back as they come: what the server sends is judged, not what a client here
 * makes of it. One request for each connection, so that the end of the answer needs no reading.
 */
async function forward(incoming: IncomingMessage, path: string, prefix: string, port: number): Promise<void> {
  const { method, rawHeaders, headers, socket } = incoming;
  const body = await buffer(incoming);
  const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1]]] : []));
  const passedOn = pairs.filter(([name = '']) => !/^(connection|keep-alive|transfer-encoding)$/i.test(name));
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...passedOn.map(([name, value]) => `${name}: ${value}`),
    ...('transfer-encoding' in headers ? [`Content-Length: ${body.length}`] : []),
    ...['X-Forwarded-Proto: https', `X-Forwarded-Host: ${headers.host}`],
    ...(prefix ? [`X-Forwarded-Prefix: ${prefix}`] : []),
    ...['Connection: close', '', ''],
  ];
  const upstream = connect(port, '127.0.0.1');
  upstream.on('error', () => socket.destroy());
  socket.on('close', () => upstream.destroy());
  upstream.write(lines.join('\r\n'));
  upstream.write(body);
  upstream.pipe(socket);
}

/**
 * Puts HTTPS before a server, and the path of the interface before its SCIM API.
 *
 * @param scim - where it has that: an end of {@link SCIM}, before which the front stands
 * @param use - given the origin of the front
 */
export async function behindFront<Result>(
  port: number,
  scim: string | undefined,
  use: (origin: string) => Promise<Result>,
): Promise<Result> {
  const prefix = scim === undefined ? '' : SCIM.slice(0, -scim.length);
  const server = createServer(await certificate(), (incoming, outgoing) => {
    const { url = '' } = incoming;
    // Of a server with a SCIM API nothing else is offered.
    if (scim && !url.startsWith(`${SCIM}/`)) outgoing.writeHead(404).end();
    else forward(incoming, url.slice(prefix.length), prefix, port).catch(() => incoming.socket.destroy());
  });
  const origin = `https://127.0.0.1:${await listen(server)}`;
  try {
    return await use(origin);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const USERS = 'Ada Lovelace,Grace Hopper,Katherine Johnson,Mary Jackson,Edith Clarke,Hedy Lamarr,Joan Clarke';

/** Names of groups, and the users who are members of each. */
const GROUPS: readonly (readonly [string, readonly number[]])[] = [
  ['analysts', [0, 1]],
  ['editors', [1, 2, 3]],
  ['viewers', [4]],
];

/** Creates users and groups, some of them members, through the SCIM API behind a front. */
export async function seed(origin: string): Promise<void> {
  const dispatcher = new Agent({ connect: { ca: (await certificate()).cert } });
  const create = async (kind: 'User' | 'Group', resource: object): Promise<string> => {
    const answer = await send(`${origin}${SCIM}/${kind}s`, {
      dispatcher,
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({ schemas: [`urn:ietf:params:scim:schemas:core:2.0:${kind}`], ...resource }),
    });
    const text = await answer.text();
    if (answer.status !== 201)
      throw new Error(`POST /${kind}s answered ${answer.status}, expected 201: ${text.slice(0, 1_000)}`);
    return (JSON.parse(text) as { id: string }).id;
  };
  const ids: string[] = [];
  for (const formatted of USERS.split(',')) {
    const [givenName, familyName] = formatted.split(' ');
    const userName = `${givenName}.${familyName}@customer.example`.toLowerCase();
    const name = { givenName, familyName, formatted };
    const externalId = `crm-${ids.length + 1}`;
    const emails = [{ value: userName }];
    ids.push(
      await create('User', { userName, externalId, name, displayName: formatted, emails, active: true }),
    );
  }
  for (const [displayName, members] of GROUPS)
    await create('Group', {
      displayName,
      members: members.map((index) => ({ value: ids[index], $ref: `${origin}${SCIM}/Users/${ids[index]}` })),
    });
  await dispatcher.close();
}
