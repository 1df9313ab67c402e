import type {
  Cause,
  Combinations,
  Failure,
  Shard,
  Sighting,
  TargetDescription,
  WorkspaceView,
} from '../schemas/evidence.ts';
import type { OverlayDescription } from '../schemas/overlay.ts';
import type { Level, Profile } from '../schemas/requirements.ts';
import type { TestOutcome } from './outcome.ts';
import type { Counts, JudgedProfile, OverallVerdict, Verdict } from './verdicts.ts';

/** `report.json`, described by `schemas/report.schema.json`. Field names are public: add, never rename. */
export interface Report {
  schemaVersion: 1;
  suite: { name: string; version: string; contractVersion: string; catalogueDigest: string };
  target: TargetDescription;
  run: RunFacts;
  summary: Record<Level, Counts>;
  verdict: OverallVerdict;
  /** What changed the contract that the verdict speaks of; null where nothing did. */
  overlay: OverlayDescription | null;
  /** Why the run does not pass, and what it was held to. */
  gate: Gate;
  /** The verdict of each profile, in the order of the catalogue. */
  profiles: JudgedProfile[];
  requirements: ReportedRequirement[];
  /** What each caller was shown of the workspace; empty when no test looked. */
  workspace: SeenWorkspace[];
  /** Of what a listing can be asked for with, how many pairs of values met; null where no test combined any. */
  combinations: SeenCombinations | null;
  /** How often each field that the interface names was met in answers. */
  shapes: SeenShape[];
  observations: string[];
  leftovers: string[];
}

/** A report that was written before, perhaps by a release that wrote less. */
export type StoredReport = Omit<Report, Addition> & Partial<Pick<Report, Addition>>;
type Addition = 'overlay' | 'gate' | 'profiles' | 'shapes' | 'combinations';

export interface Gate {
  required: string[];
  objections: string[];
}

/** `present` and `filled` are sums over all answers of the run. */
export interface SeenShape extends Sighting {
  id: string;
}

export interface SeenWorkspace extends WorkspaceView {
  caller: string;
  /** `read` as a part of `listings`: 1 when everything was seen. */
  share: number;
}

/** Pairs of values of caller, place, types, search, order, page size and how far a listing is read. */
export interface SeenCombinations extends Combinations {
  /** `judged` as a part of `possible`: 1 when every pair met. */
  share: number;
}

export interface RunFacts {
  startedAt: string;
  durationMs: number;
  seed: number | null;
  requests: number;
  shards: number;
  /** The shard that these results come from, where they come from one alone: it gives no verdict. */
  shard: Shard | null;
  filtered: boolean;
  ended: boolean;
  /** It ended, and no part of it is missing. */
  complete: boolean;
  /** What kept it from beginning or from ending, or what is missing of it. */
  errors: string[];
  /** Answers that did not come back when the same was asked again, the most frequent first. */
  unstable?: { what: string; times: number }[];
  versions?: { node: string; playwright: string };
}

export interface ReportedRequirement {
  id: string;
  level: Level;
  profile: Profile | 'none';
  statement: string;
  source: string;
  verdict: Verdict;
  reason: string;
  cause?: Cause;
  /**
   * `known`: a failure that the baseline lists; `beyond`: listed, but it fails in another way than the entry's `only` says;
   * `expired`: listed until a day that is over; `stale`: listed, but it passes now; null: not listed.
   */
  baseline: 'known' | 'beyond' | 'expired' | 'stale' | null;
  /** Why the baseline lists it, and until when; empty where it does not. */
  baselineReason: string;
  /** The entry's ticket; empty where it names none. Reports written by earlier builds lack it. */
  baselineTicket?: string;
  /** Why the run does not pass because of the entry, with its file and line; empty where nothing is wrong with it. */
  baselineObjection?: string;
  tests: ReportedTest[];
}

export interface ReportedTest {
  title: string;
  file: string;
  line: number;
  status: TestOutcome['status'];
  durationMs: number;
  /** Sent, retries included. Reports written by earlier builds lack this and the next. */
  requests?: number;
  /** The longest chain of requests each of which began after the one before it had ended. */
  roundTrips?: number;
  controls: number;
  /** Stated refusals that held. Reports written by earlier builds lack this. */
  refusals?: number;
  examples: number;
  failures: Failure[];
}
