import type { OverlayDescription } from './overlay.ts';
import type { Profile } from './requirements.ts';

/**
 * What one test hands to the reporters, as a JSON attachment of its result. Everything that a verdict needs
 * is in here or in the test's annotations, so that merging the blobs of shards loses nothing.
 */

export const EVIDENCE_ATTACHMENT = 'conformance-evidence';

/**
 * Annotation types. `requirement` is on every conformance test, `beside` on some; the others explain a skipped one. `failed` is on tests that
 * failed after many others had, which the runner shows as skipped: for each that it shows as failed it starts a new worker.
 */
export const ANNOTATION = {
  /** The test adds to what other tests of its requirement judge: what it cannot judge is left to them. */
  also: 'beside',
  requirement: 'requirement',
  notTested: 'not-tested',
  inconclusive: 'inconclusive',
  notApplicable: 'not-applicable',
  failed: 'failed',
  cause: 'cause',
} as const;

/** Why a requirement was not judged. What follows from it follows from this, never from the words of a reason. */
export interface Cause {
  /**
   * - `missing`: data of the target that shows the rule, or something else that it does not have
   * - `unset`: a setting, or what a setting would name
   * - `control-refused`: the target refused a request that the contract allows
   * - `broken`: the target breaks the requirements that are blamed
   * - `left-out`: filters or the end of the run left it out, or it is in another shard
   */
  readonly code: 'missing' | 'unset' | 'control-refused' | 'broken' | 'left-out';
  readonly blames: readonly string[];
}

/** Name in `globalThis` of the reporter that gives the verdict: the set-up checks that it is there. */
export const VERDICT_REPORTER = Symbol.for('analytics-api-conformance.reporter');

/** What the set-up of a run, and the clean-up after it, tell the report. */
export interface RunNotes {
  readonly observations: string[];
  /** The beginnings of leftovers that tests reported and that were removed after the last one. */
  readonly removed: string[];
  readonly leftovers: string[];
}

export interface Shard {
  current: number;
  total: number;
}

const SHARD_KEY = /^conformance shard (\d+) of (\d+)$/;

/**
 * What a run leaves in the metadata of the runner's configuration, which merging joins: so a shard that is missing is missed.
 *
 * @param tests - what tells the tests of this version of the suite from those of another, which are divided otherwise
 */
export const shardMetadata = (
  shard: Shard | null,
  begun: Date,
  build = '',
  tests = '',
): Record<string, string> => ({
  [`conformance shard ${shard?.current ?? 1} of ${shard?.total ?? 1}`]: `${begun.toISOString()} ${tests} ${build}`,
});

const NOTES_KEY = 'conformance notes of shard ';

/** What a run leaves there of its set-up and its clean-up. They add to `notes` until they have ended. */
export const notesMetadata = (shard: Shard | null, notes: RunNotes): Record<string, RunNotes> => ({
  [`${NOTES_KEY}${shard?.current ?? 1}`]: notes,
});

/** The notes of all shards that left some in the metadata. */
export const notesIn = (metadata: object): RunNotes[] =>
  Object.entries(metadata).flatMap(([key, notes]) => (key.startsWith(NOTES_KEY) ? [notes] : []));

/** The build of a CI system that this process belongs to (GitHub, GitLab, Jenkins, Azure); empty where that is not known. */
export const buildOf = (environment: NodeJS.ProcessEnv): string =>
  ['GITHUB_RUN_ID', 'CI_PIPELINE_ID', 'BUILD_TAG', 'BUILD_BUILDID']
    .map((name) => environment[name])
    .find(Boolean) ?? '';

/** The shards that left something in the metadata: when each began, of which tests, and in which build of a CI system (empty where that is not known). */
export const shardsIn = (metadata: object): (Shard & { begun: Date; tests: string; build: string })[] =>
  Object.entries(metadata).flatMap(([key, value]) => {
    const [, current, total] = SHARD_KEY.exec(key) ?? [];
    const [begun = '', tests = '', ...build] = String(value).split(' ');
    const known = { begun: new Date(begun), tests, build: build.join(' ') };
    return total === undefined ? [] : [{ current: Number(current), total: Number(total), ...known }];
  });

/** Separates, in a reason, what all tests share from the details of one: a shared reason is told once. */
export const DETAILS = '. The request: ';

/** How an answer broke a requirement. Every text is redacted. */
export interface Failure {
  expected: string;
  received: string;
  fix: string;
  /** The smallest input that shows it, as JSON; empty where the test has no generated input. */
  input: string;
  /** A command that shows the answer, with settings in place of secrets; empty if nothing was sent. */
  curl: string;
  /** A command that runs this test again with the same input. */
  replay: string;
  /** The answer that was looked at last, where there was one: failures of one cause have it in common. */
  answer?: FailedAnswer;
}

/** What failures are grouped by. */
export interface FailedAnswer {
  /** Method and path of the contract, such as `GET /v1/deployments`. */
  route: string;
  status: number;
  /** Names of the query parameters that were sent. */
  parameters: string[];
  /** Whether the answer breaks the contract by its shape. */
  isShape?: true;
  /** Where the contract says which part of the body is broken. */
  part?: BrokenPart;
}

/** A broken part of a body among those beside it, a line each. Every text is redacted. */
export interface BrokenPart {
  before: string[];
  broken: string;
  after: string[];
}

/** An answer that breaks the contract, and the requirement that owns the broken part of the schema. */
export interface ContractViolation extends Failure {
  requirement: string;
}

/** How often a part of the contract was met in answers. */
export interface Sighting {
  present: number;
  filled: number;
}

/** How much of a workspace one caller was shown. */
export interface WorkspaceView {
  items: number;
  /** Listings known to exist: the root and every folder met. */
  listings: number;
  /** Of these, the ones read to their end. */
  read: number;
}

/** Of the product of what a listing can be asked for with, the pairs of values that can go together. */
export interface Combinations {
  possible: number;
  /** Of these, the ones that met in a listing that was judged. */
  judged: number;
}

/** A condition that a run did not meet. */
export interface UnmetCondition {
  /** Its name, where it is one of the data. */
  name?: string;
  says: string;
  /** What it would have taken: data of the target, settings of the run, or something else, such as a test that filters left out. */
  lacks: 'data' | 'settings' | 'neither';
  /** What to add to the data, or why the test did not judge. */
  instead: string;
}

/** Under how many conditions a requirement was judged, of those under which some fault of it would show. */
export interface ConditionsMet {
  met: number;
  of: number;
  unmet: UnmetCondition[];
}

/** What the run knows of its target. Contains no secret. */
export interface TargetDescription {
  baseUrl: string;
  embedded: boolean;
  offers?: readonly Profile[];
  /** Need (see the catalogue) to "how it is met", or null where it is not. */
  capabilities: Record<string, string | null>;
  /** The names of the settings that are set, in the order of `.env.example`. */
  settings: string[];
}

export interface TestEvidence {
  requirement: string;
  target: TargetDescription;
  /** What changed the contract that it was judged by, if anything did. */
  overlay?: OverlayDescription;
  seed: number;
  requests: number;
  /** The longest chain of requests each of which began after the one before it had ended. */
  roundTrips: number;
  examples: number;
  controls: number;
  refusals: number;
  failure?: Failure;
  /** The requirement that the failure breaks, where it is not the test's own. */
  blames?: string;
  /** Who or what came between, when the failure says nothing of the target, and what to do. */
  disturbed?: string;
  suiteError?: string;
  violations: ContractViolation[];
  sightings: Record<string, Sighting>;
  /** Answers that did not come back when the same was asked again, and how often each was met. */
  unstable: Record<string, number>;
  observations: string[];
  /** Records that this test created and could not remove. */
  leftovers: string[];
  /** The setting of a caller's token to what that caller was shown, for tests that looked. */
  views: Record<string, WorkspaceView>;
  /** Names of the conditions of `schemas/conditions.ts` that the data of the workspace meets, for tests that looked. */
  conditions?: readonly string[];
  /** How much of the product of the listing's parameters it judged, for tests that did. */
  combinations?: Combinations;
}
