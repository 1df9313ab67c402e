import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Answer, Treatment } from '../../support/proxy/treatment.ts';
import { asItIs, withBody, withText } from './answers.ts';
import type { Mode } from './mode.ts';

/** The longest body that is sent byte by byte: more of them would take the time of the run. */
const MAX_BYTEWISE = 400;
/** Enough to show that parts are put together, of a run's thousands of answers. */
const SHARE_BYTEWISE = 0.1;

/** Answers as HTTP/1.0 does: no length, the body ends with the connection. */
function asHttp10({ socket }: ServerResponse, { status, headers, body }: Answer): void {
  const { 'content-length': _, ...others } = headers;
  const lines = Object.entries(others).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}\r\n`),
  );
  socket?.write(`HTTP/1.0 ${status} x\r\n${lines.join('')}\r\n`);
  socket?.end(body);
}

/** Sends every byte of a body alone. */
function bytewise(response: ServerResponse, answer: Answer): void {
  const { status, headers, body } = answer;
  if (body.length > MAX_BYTEWISE) {
    asItIs(response, answer);
    return;
  }
  response.writeHead(status, headers);
  const next = (from: number): void => {
    if (from >= body.length) response.end();
    else response.write(body.subarray(from, from + 1), () => setImmediate(next, from + 1));
  };
  next(0);
}

const always = (treatment: Treatment) => () => () => treatment;

/** Large enough that most servers and clients refuse it. */
const LARGE_HEADER = 'h'.repeat(64 * 1024);

/** Right answers in a form that is rarer than others. */
export const FORMS: readonly Mode[] = [
  {
    name: 'gzip',
    does: 'Every answer is compressed with gzip.',
    expected: 'conformant',
    treat: always({ afterwards: withBody(gzipSync, { 'content-encoding': 'gzip' }) }),
  },
  {
    name: 'br',
    does: 'Every answer is compressed with Brotli.',
    expected: 'conformant',
    treat: always({ afterwards: withBody((body) => brotliCompressSync(body), { 'content-encoding': 'br' }) }),
  },
  {
    name: 'early-hints',
    does: '103 Early Hints come before every answer.',
    expected: 'conformant',
    treat: always({
      afterwards: (response, answer) => {
        response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
        asItIs(response, answer);
      },
    }),
  },
  {
    name: 'continue',
    does: '100 Continue comes before every answer, though nobody waits for it.',
    expected: 'conformant',
    treat: always({
      afterwards: (response, answer) => {
        response.writeContinue();
        asItIs(response, answer);
      },
    }),
  },
  {
    name: 'byte-order-mark',
    does: 'Every JSON begins with a byte order mark.',
    expected: 'conformant',
    treat: always({ afterwards: withText((json) => `\uFEFF${json}`) }),
  },
  {
    name: 'http-1.0',
    does: 'Every answer is HTTP/1.0: its body ends with the connection.',
    expected: 'conformant',
    treat: always({ afterwards: asHttp10 }),
  },
  {
    name: 'connection-closed',
    does: 'The connection is closed after every answer.',
    expected: 'conformant',
    treat: always({ closes: true }),
  },
  {
    name: 'byte-by-byte',
    does: 'Answers come byte by byte.',
    expected: 'conformant',
    treat:
      () =>
      ({ chance }) =>
        chance < SHARE_BYTEWISE ? { afterwards: bytewise } : undefined,
  },
  {
    name: 'large-headers',
    does: 'Every answer has a header of 64 KiB.',
    expected: 'not accused',
    treat: always({
      afterwards: (response, answer) => {
        response.setHeader('x-large', LARGE_HEADER);
        asItIs(response, answer);
      },
    }),
    hidesAll: true,
  },
];
