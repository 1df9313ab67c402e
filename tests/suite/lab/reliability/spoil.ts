import type { ServerResponse } from 'node:http';
import { type Answer, reset, type Treatment } from '../../support/proxy.ts';

/** Ways in which an answer of the target is spoilt, or sent in another form, after the target acted. */

type Afterwards = NonNullable<Treatment['afterwards']>;

const isJson = ({ headers }: Answer): boolean => /json/.test(headers['content-type'] ?? '');

/** Passes an answer on as it is. */
export const asItIs: Afterwards = (response, { status, headers, body }) => {
  response.writeHead(status, { ...response.getHeaders(), ...headers }).end(body);
};

/** Spoils successes only. */
const ofSuccess =
  (spoil: Afterwards): Afterwards =>
  (response, answer) =>
    (answer.status >= 200 && answer.status < 300 && answer.body.length > 1 ? spoil : asItIs)(
      response,
      answer,
    );

/** The headers of an answer, without its length. */
function headersOf(response: ServerResponse, { headers }: Answer): Record<string, string | string[]> {
  const { 'content-length': _, ...others } = { ...response.getHeaders(), ...headers };
  return others as Record<string, string | string[]>;
}

const half = ({ body }: Answer): Buffer => body.subarray(0, Math.floor(body.length / 2));

/** Drops the connection after the target acted. */
export const dropped: Afterwards = (response) => reset(response);

/** Announces the whole length, sends half of it and drops the connection. */
export const cutByConnection = ofSuccess((response, answer) => {
  const length = { 'content-length': String(answer.body.length) };
  response.writeHead(answer.status, { ...headersOf(response, answer), ...length });
  response.write(half(answer), () => reset(response));
});

/** Sends half of it in chunks, and drops the connection before the last chunk. */
export const cutBeforeLastChunk = ofSuccess((response, answer) => {
  response.writeHead(answer.status, headersOf(response, answer));
  response.write(half(answer), () => reset(response));
});

/** Sends half of it as if it were the whole. */
export const cutAsWhole = ofSuccess((response, answer) => {
  response.writeHead(answer.status, headersOf(response, answer)).end(half(answer));
});

/** Sends another body. */
export const withBody =
  (change: (body: Buffer) => Buffer, more: Record<string, string> = {}): Afterwards =>
  (response, answer) => {
    const body = change(answer.body);
    const ofBody = body.length > 0 ? { 'content-length': String(body.length), ...more } : {};
    response.writeHead(answer.status, { ...headersOf(response, answer), ...ofBody }).end(body);
  };

/** Changes the JSON of successes, as text: numbers with many digits lose none. */
export const withText = (change: (text: string) => string): Afterwards =>
  ofSuccess((response, answer) =>
    (isJson(answer) ? withBody((body) => Buffer.from(change(body.toString()))) : asItIs)(response, answer),
  );

/** Answers as HTTP/1.0 does: no length, the body ends with the connection. */
export const asHttp10: Afterwards = ({ socket }, { status, headers, body }) => {
  const { 'content-length': _, ...others } = headers;
  const lines = Object.entries(others).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}\r\n`),
  );
  socket?.write(`HTTP/1.0 ${status} x\r\n${lines.join('')}\r\n`);
  socket?.end(body);
};
