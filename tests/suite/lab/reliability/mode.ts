import type { Settings } from '../../../../fixtures/target/settings.ts';
import { type OwnAnswer, own, page, type Treat, type Treatment, text } from '../../support/proxy.ts';

/** What a run must come to against an honest target. */
export type Expected =
  /** All is verified, and the run exits 0. */
  | 'conformant'
  /** Nothing fails, and the run exits 0 only if all was verified. */
  | 'not accused'
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
  /** Settings of the run, given those of the target. */
  readonly settings?: (target: Settings) => Readonly<Record<string, string>>;
  /** The part of the tests that is run, where a whole run would take too long; all of them unless given. */
  readonly part?: readonly string[];
  /** The longest that a run may take, in seconds; LIMIT_SECONDS unless given. */
  readonly limitSeconds?: number;
  /** Requirements whose faults cannot show through it. */
  readonly hides?: readonly string[];
  /** Whether nothing can be judged through it: no fault is looked for. */
  readonly hidesAll?: boolean;
  /** Whether it spoils single answers: a client alone gets the target's answers through it. */
  readonly isOfAnswers?: boolean;
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

/** Answers everything, or a share of it, in one way for some time from some request on. */
export const during =
  (request: number, ms: number, answer: OwnAnswer, share = 1) =>
  (): Treat => {
    let begun: number | undefined;
    return ({ before, atMs, chance }) => {
      if (before >= request) begun ??= atMs;
      const isNow = begun !== undefined && atMs - begun < ms && chance < share;
      return isNow ? { instead: own(answer) } : undefined;
    };
  };

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

/** Answers eight requests at a time, each in 30 ms, and 503 to those that come beside them. */
export const fewAtATime = (): Treat => {
  const [count, delayMs] = [8, 30];
  let endings: number[] = [];
  return ({ atMs }) => {
    endings = endings.filter((ending) => ending > atMs);
    if (endings.length >= count) return { instead: own(text(503, 'no server is available')) };
    endings.push(atMs + delayMs);
    return { delayMs };
  };
};
