import type { ServerResponse } from 'node:http';
import {
  type Answer,
  type OwnAnswer,
  own,
  page,
  reset,
  type Treat,
  type Treatment,
} from '../../support/proxy.ts';

/** What a run must come to against an honest target. */
type Expected =
  /** All is verified, and the run exits 0. */
  | 'conformant'
  /** Nothing fails, and the run ends early with this sentence, told once. */
  | { readonly endsWith: RegExp; readonly says: string };

/** One way in which a network, a gateway or a target is unreliable. */
export interface Mode {
  readonly name: string;
  /** What happens, as the table says it. */
  readonly does: string;
  /** 'conformant' unless given. */
  readonly expected?: Expected;
  /** How a run behind it is treated: called anew for each run. */
  readonly treat: () => Treat;
  /** Settings of the run, beside those of the target. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The part of the tests that is run, where a whole run would take too long; all of them unless given. */
  readonly part?: readonly string[];
  /** The longest that a run may take, in seconds; LIMIT_SECONDS unless given. */
  readonly limitSeconds?: number;
  /** Whether nothing can be judged through it: no fault is looked for. */
  readonly hidesAll?: boolean;
}

/** The longest that a run may take unless its mode says so: far more than one without disturbance takes, on a busy machine too. */
export const LIMIT_SECONDS = 300;

export const json = (status: number, body: object): OwnAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export const always = (treatment: Treatment) => () => () => treatment;

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

/** Answers 429, or another status, beyond so many requests in each second. */
export const limited =
  (perSecond: number, status = 429, headers: Record<string, string> = {}) =>
  (): Treat => {
    let [second, inSecond] = [0, 0];
    return ({ atMs }) => {
      const now = Math.floor(atMs / 1_000);
      if (now !== second) [second, inSecond] = [now, 0];
      inSecond += 1;
      return inSecond > perSecond ? { instead: own(page(status, 'Too much', headers)) } : undefined;
    };
  };

/** Spoils an answer of the target, or sends it in another form, after the target acted. */
type Afterwards = NonNullable<Treatment['afterwards']>;

/** Spoils successes only. */
const ofSuccess =
  (spoil: Afterwards): Afterwards =>
  (response, answer) => {
    const { status, headers, body } = answer;
    if (status >= 200 && status < 300 && body.length > 1) spoil(response, answer);
    else response.writeHead(status, { ...response.getHeaders(), ...headers }).end(body);
  };

/** Begins an answer with its headers but for its length, and others. */
function begin(response: ServerResponse, { status, headers }: Answer, more: object = {}): ServerResponse {
  const { 'content-length': _, ...others } = { ...response.getHeaders(), ...headers };
  return response.writeHead(status, { ...(others as Record<string, string>), ...more });
}

const half = ({ body }: Answer): Buffer => body.subarray(0, Math.floor(body.length / 2));

/** Drops the connection after the target acted. */
export const dropped: Afterwards = (response) => reset(response);

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
