import type {
  Cause,
  Combinations,
  ConditionsMet,
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
  gate: { required: string[]; conditions?: string; objections: string[] };
  /** The verdict of each profile, in the order of the catalogue. */
  profiles: JudgedProfile[];
  requirements: ReportedRequirement[];
  /** What each caller was shown of the workspace, by the setting of its token: `share` is what was read of the listings. */
  workspace: (WorkspaceView & { caller: string; share: number })[];
  /** Of what a listing can be asked for with, how many pairs of values met: 1 when all did; null where no test combined any. */
  combinations: (Combinations & { share: number }) | null;
  /** How often each field was met in answers, by the requirement that owns it. */
  shapes: (Sighting & { id: string })[];
  observations: string[];
  leftovers: string[];
}

export interface RunFacts {
  /** Drawn for each run. */
  id: string;
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
  unstable: { what: string; times: number }[];
  versions: { node: string; playwright: string };
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
  /** How much the verdict rests on; nothing where the target does not owe the requirement. */
  conditions?: ConditionsMet;
  /**
   * `known`: a failure that the baseline lists; `beyond`: listed, but it fails in another way than the entry's `only` says;
   * `expired`: listed until a day that is over; `stale`: listed, but it passes now; null: not listed.
   */
  baseline: 'known' | 'beyond' | 'expired' | 'stale' | null;
  /** Why the baseline lists it, and until when; empty where it does not. */
  baselineReason: string;
  /** The entry's ticket; empty where it names none. */
  baselineTicket: string;
  /** Why the run does not pass because of the entry, with its file and line; empty where nothing is wrong with it. */
  baselineObjection: string;
  tests: ReportedTest[];
}

export interface ReportedTest {
  title: string;
  file: string;
  line: number;
  status: TestOutcome['status'];
  durationMs: number;
  /** Sent, retries included. */
  requests: number;
  /** The longest chain of requests each of which began after the one before it had ended. */
  roundTrips: number;
  controls: number;
  /** Stated refusals that held. */
  refusals: number;
  examples: number;
  failures: Failure[];
}
