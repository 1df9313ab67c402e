import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

/** What a target answered. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a proxy does to one request. Of a request without treatment it passes on the request and the answer. */
export interface Treatment {
  /** How long the request is delayed before the proxy handles it. */
  readonly delayMs?: number;
  /** The Authorization header that the target gets, in place of the one that was sent. */
  readonly authorization?: string;
  /** Whether the connection is closed after the answer. */
  readonly closes?: boolean;
  /** Nobody takes a connection from now on, for so long; all connections are dropped. */
  readonly awayMs?: number;
  /** Answers in place of the target, which never gets the request. */
  readonly instead?: (response: ServerResponse) => void;
  /** Answers after the target acted, whose own answer is read whole before. */
  readonly afterwards?: (response: ServerResponse, answer: Answer) => void;
}

/** An answer of a proxy's own. */
export interface OwnAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A web page of a gateway. */
export const page = (status: number, title: string, more: Record<string, string> = {}): OwnAnswer => ({
  status,
  headers: { 'content-type': 'text/html', ...more },
  body: `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>\n`,
});

/** A plain text of a gateway. */
export const text = (status: number, body: string, more: Record<string, string> = {}): OwnAnswer => ({
  status,
  headers: { 'content-type': 'text/plain', ...more },
  body,
});

/** Answers in place of the target. */
export const own =
  ({ status, headers, body }: OwnAnswer) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { ...response.getHeaders(), ...headers }).end(body);
  };

/** Drops the connection: the client sees it reset. */
export function reset(response: ServerResponse): void {
  response.socket?.destroy();
}
