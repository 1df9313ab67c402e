import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { certificate } from '../../../../fixtures/reference/certificate.ts';
import { listen } from '../../support/servers.ts';

const SCIM = '/api/scim/v2';

/** What stands behind a front. */
interface Behind {
  readonly port: number;
  /** Where it has its SCIM API: an end of {@link SCIM}, before which the front stands. */
  readonly scim?: string | undefined;
}

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
 * @param use - given the origin of the front
 * @returns what the use returns
 */
export async function behindFront<Result>(
  { port, scim }: Behind,
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
