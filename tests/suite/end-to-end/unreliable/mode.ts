import type { Settings } from '../../../../fixtures/target/settings.ts';
import type { Treat } from '../../support/proxy/proxy.ts';
import { type OwnAnswer, own } from '../../support/proxy/treatment.ts';

/** What a run must come to against an honest target. */
export type Expected =
  /** All is verified, and the run exits 0. */
  | 'conformant'
  /** Nothing fails, and the run exits 0 only if all was verified. */
  | 'not accused'
  /** What is sent breaks rules, and is failed for it: the run exits 1, in time. */
  | 'ends'
  /** Nothing fails, and the run ends early with this sentence, told once. */
  | { readonly endsWith: RegExp; readonly says: string };

/** One way in which a network, a gateway or a target is unreliable. */
export interface Mode {
  readonly name: string;
  /** What happens, as the table says it. */
  readonly does: string;
  readonly expected: Expected;
  /** How a run behind it is treated: called anew for each run. */
  readonly treat: () => Treat;
  /** Settings of the run, or how they follow from those of the target. */
  readonly settings?:
    | Readonly<Record<string, string>>
    | ((target: Settings) => Readonly<Record<string, string>>);
  /** The part of the tests that is run, where a whole run would take too long; all of them unless given. */
  readonly part?: readonly string[];
  /** The longest that a run may take, in seconds; LIMIT_SECONDS unless given. */
  readonly limitSeconds?: number;
  /** Requirements whose faults cannot show through it. */
  readonly hides?: readonly string[];
  /** Whether nothing can be judged through it: no fault is looked for. */
  readonly hidesAll?: boolean;
}

/** The longest that a run may take unless its mode says so: far more than one without disturbance takes, on a busy machine too. */
export const LIMIT_SECONDS = 300;

/** The seed of the modes that ask for chance. */
export const SEED = 1;

/** Treats some requests, chosen by chance, in one of several ways. */
export function sometimes(share: number, ...ways: readonly ReturnType<Treat>[]): Treat {
  return ({ chance }) =>
    chance < share ? ways[Math.floor((chance / share) * ways.length) % ways.length] : undefined;
}

/**
 * Answers everything in one way for some time, from some request on.
 *
 * @param share - of the requests that are answered so
 */
export const during =
  (request: number, ms: number, answer: OwnAnswer, share = 1) =>
  (): Treat => {
    let begun: number | undefined;
    return ({ before, atMs, chance }) => {
      if (before >= request) begun ??= atMs;
      return begun !== undefined && atMs - begun < ms && chance < share
        ? { instead: own(answer) }
        : undefined;
    };
  };
