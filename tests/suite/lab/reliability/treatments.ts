import type { ServerResponse } from 'node:http';
import { type Answer, page, reset, type Treat, type Treatment } from '../../support/proxy.ts';

/** What a proxy does to requests and answers. */

/** Treats some requests, chosen by chance, in one of several ways. */
export const sometimes =
  (share: number, ...ways: readonly Treatment[]) =>
  (): Treat =>
  ({ chance }) =>
    chance < share ? ways[Math.floor((chance / share) * ways.length) % ways.length] : undefined;

/** Nobody takes a connection from some request on, for so long. */
export const awayFrom = (request: number, awayMs: number) => (): Treat => {
  let isOver = false;
  return ({ before }) => {
    if (isOver || before < request) return undefined;
    isOver = true;
    return { awayMs };
  };
};

/** Answers 429 with Retry-After beyond so many requests in each second. */
export const limited = (perSecond: number) => (): Treat => {
  let [second, inSecond] = [0, 0];
  return ({ atMs }) => {
    const now = Math.floor(atMs / 1_000);
    if (now !== second) [second, inSecond] = [now, 0];
    inSecond += 1;
    return inSecond > perSecond ? { instead: page(429, 'Too much', { 'retry-after': '1' }) } : undefined;
  };
};

/** Spoils an answer of the target, or sends it in another form, after the target acted. */
type Afterwards = NonNullable<Treatment['afterwards']>;

const ofSuccess =
  (spoil: Afterwards): Afterwards =>
  (response, answer) => {
    const { status, headers, body } = answer;
    if (status >= 200 && status < 300 && body.length > 1) spoil(response, answer);
    else response.writeHead(status, { ...response.getHeaders(), ...headers }).end(body);
  };

function begin(response: ServerResponse, { status, headers }: Answer, more: object = {}): ServerResponse {
  const { 'content-length': _, ...others } = { ...response.getHeaders(), ...headers };
  return response.writeHead(status, { ...(others as Record<string, string>), ...more });
}

const half = ({ body }: Answer): Buffer => body.subarray(0, Math.floor(body.length / 2));

/** Announces the whole length, sends half of it and drops the connection. */
export const cutByConnection = ofSuccess((response, answer) => {
  const length = { 'content-length': String(answer.body.length) };
  begin(response, answer, length).write(half(answer), () => reset(response));
});

/** Sends half of it in chunks, and drops the connection before the last chunk. */
export const cutBeforeLastChunk = ofSuccess((response, answer) => {
  begin(response, answer).write(half(answer), () => reset(response));
});

/** Sends half of it as if it were the whole. */
export const cutAsWhole = ofSuccess((response, answer) => {
  begin(response, answer).end(half(answer));
});

/** Answers as HTTP/1.0 does: no length, the body ends with the connection. */
export const asHttp10: Afterwards = ({ socket }, { status, headers, body }) => {
  const { 'content-length': _, ...others } = headers;
  const lines = Object.entries(others).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}\r\n`),
  );
  socket?.write(`HTTP/1.0 ${status} x\r\n${lines.join('')}\r\n`);
  socket?.end(body);
};
