import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A request, as far as a proxy decides by it. */
export interface Asked {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  /** The Authorization header, if there is one. */
  readonly authorization?: string | undefined;
  /** The Content-Length header, if there is one. */
  readonly contentLength?: string | undefined;
  /** How often the same was asked before: the same method, path and body. */
  readonly again: number;
  /** How many requests came before it. */
  readonly before: number;
  /** When it came, in milliseconds since the first request. */
  readonly atMs: number;
  /** From 0 up to but not including 1: the same for the same seed, method, path, body and `again`. */
  readonly chance: number;
}

/** Describes successive requests. What it says of chance depends on no clock, and on no order of different requests. */
export class Fates {
  readonly #times = new Map<string, number>();
  #before = 0;
  #begun: number | undefined;

  /** @param seed - the same seed gives the same chances */
  constructor(private readonly seed: number) {}

  /** Describes the next request. */
  next(method: string, path: string, body: string, headers: IncomingHttpHeaders = {}): Asked {
    const digest = createHash('sha256')
      .update(JSON.stringify([method, path, body]))
      .digest('hex');
    const again = this.#times.get(digest) ?? 0;
    this.#times.set(digest, again + 1);
    this.#begun ??= Date.now();
    const bits = createHash('sha256').update(`${this.seed} ${digest} ${again}`).digest().readUInt32BE();
    return {
      method,
      path,
      authorization: headers.authorization,
      contentLength: headers['content-length'],
      again,
      before: this.#before++,
      atMs: Date.now() - this.#begun,
      chance: bits / 2 ** 32,
    };
  }
}
