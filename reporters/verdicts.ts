import type { Cause, ContractViolation, Shard } from '../schemas/evidence.ts';
import {
  catalogue,
  isExcluded,
  type Level,
  PROFILES,
  type Profile,
  type Requirement,
} from '../schemas/requirements.ts';
import { groupBy } from './lists.ts';
import type { TestOutcome } from './outcome.ts';

export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'not-tested' | 'not-applicable' | 'excluded';

export interface JudgedRequirement {
  row: Requirement;
  verdict: Verdict;
  /** Why it is neither pass nor fail; empty otherwise. */
  reason: string;
  cause?: Cause;
  /** Of all its tests, also of those that decide nothing. */
  outcomes: TestOutcome[];
  /** Answers, of any test, that break the part of the contract that this requirement owns. */
  violations: ContractViolation[];
  suiteError: boolean;
}

/**
 * The verdict for every row of the catalogue, given how every planned test ended, of one shard alone where there is one. Pure:
 * the same outcomes give the same verdicts, in whichever order shards delivered them.
 */
export function judge(outcomes: readonly TestOutcome[], shard: Shard | null = null): JudgedRequirement[] {
  const judged = judgeEach(outcomes, shard);
  // What explains why a test ended early may be in another shard.
  return shard ? judged : judgeEach(doubtUnexplained(outcomes, judged), shard);
}

function judgeEach(outcomes: readonly TestOutcome[], shard: Shard | null): JudgedRequirement[] {
  const left =
    outcomes.length === 0
      ? 'the run ended before any test'
      : shard
        ? `not in shard ${shard.current} of ${shard.total}`
        : 'left out of this run by its filters';
  const byRequirement = groupBy(outcomes.flatMap(attributed), ({ requirement }) => requirement);
  const violations = groupBy(
    outcomes.flatMap(({ evidence }) => evidence?.violations ?? []),
    ({ requirement }) => requirement,
  );
  return catalogue.map((row) =>
    judgeRow(row, byRequirement.get(row.id) ?? [], violations.get(row.id) ?? [], left),
  );
}

/** A test that ended at another requirement than its own fails that one, and has not tested its own to the end. */
function attributed(outcome: TestOutcome): TestOutcome[] {
  const blames = outcome.status === 'failed' ? outcome.evidence?.blames : undefined;
  if (blames === undefined) return [outcome];
  const { failure: _, ...own } = outcome;
  return [
    { ...outcome, requirement: blames },
    {
      ...own,
      status: 'not-tested',
      reason: `its tests ended early because ${blames} is broken`,
      cause: { code: 'broken', blames: [blames] },
    },
  ];
}

/** The outcomes that decide on a requirement: where a test that judges it besides others did not, they do. */
function decisiveOf(outcomes: readonly TestOutcome[]): readonly TestOutcome[] {
  if (outcomes.every(({ also }) => also)) return outcomes;
  return outcomes.filter(({ also, status }) => !(also && status === 'not-tested'));
}

function judgeRow(
  row: Requirement,
  outcomes: TestOutcome[],
  violations: ContractViolation[],
  left: string,
): JudgedRequirement {
  const judged = (verdict: Verdict, reason = '', cause?: Cause): JudgedRequirement => ({
    row,
    verdict,
    reason,
    ...(cause ? { cause } : {}),
    outcomes,
    violations,
    suiteError: outcomes.some(({ status }) => status === 'error'),
  });
  const decisive = decisiveOf(outcomes);
  const first = (...statuses: TestOutcome['status'][]): TestOutcome | undefined =>
    decisive.find(({ status }) => statuses.includes(status));

  if (isExcluded(row)) return judged('excluded', row.excluded);
  if (violations.length > 0 || first('failed')) return judged('fail');
  const unsettled = first('error', 'flaky', 'inconclusive');
  if (unsettled) return judged('inconclusive', unsettled.reason);
  if (outcomes.length === 0) return judged('not-tested', left, { code: 'left-out', blames: [] });
  const untested = first('not-run', 'not-tested');
  if (untested) return judged('not-tested', untested.reason, untested.cause);
  const declined = first('not-applicable');
  return declined ? judged('not-applicable', declined.reason) : judged('pass');
}

const isMust = ({ row }: JudgedRequirement): boolean => !isExcluded(row) && row.level === 'MUST';

/** How many requirements have which verdict, excluded rows left out. */
export type Counts = Record<Exclude<Verdict, 'excluded'>, number>;

export function count(judged: readonly JudgedRequirement[]): Record<Level, Counts> {
  const none: Counts = { pass: 0, fail: 0, inconclusive: 0, 'not-tested': 0, 'not-applicable': 0 };
  const counts = { MUST: { ...none }, SHOULD: { ...none } };
  for (const { row, verdict } of judged)
    if (verdict !== 'excluded' && !isExcluded(row)) counts[row.level][verdict] += 1;
  return counts;
}

interface RunState {
  complete: boolean;
  filtered: boolean;
  steady: boolean;
  offers?: readonly Profile[] | undefined;
  /** The only shard that ran: it never claims a verdict. */
  shard: Shard | null;
}

export type OverallVerdict = 'conformant' | 'not conformant' | 'undetermined';

/**
 * The verdict of a run. "Conformant" is said only of a whole run in which no MUST failed or stayed inconclusive, the suite did not
 * fail itself, and every MUST of the core profile that applies was verified, as was at least one MUST of each profile in TARGET_OFFERS.
 */
export function overall(
  judged: readonly JudgedRequirement[],
  { complete, filtered, steady, offers = [], shard }: RunState,
): OverallVerdict {
  if (shard) return 'undetermined';
  const must = judged.filter(isMust);
  if (must.some(({ verdict }) => verdict === 'fail')) return 'not conformant';
  const of = (profile: Profile): JudgedRequirement[] =>
    must.filter(({ row }) => !isExcluded(row) && row.profile === profile);
  const isUnseen = (own: readonly JudgedRequirement[]): boolean =>
    own.some(({ verdict }) => verdict === 'not-tested') && !own.some(({ verdict }) => verdict === 'pass');
  const whole = complete && !filtered && steady && !judged.some(({ suiteError }) => suiteError);
  const settled = !must.some(({ verdict }) => verdict === 'inconclusive');
  const isVerified =
    of('core').every(({ verdict }) => verdict === 'pass' || verdict === 'not-applicable') &&
    !offers.some((profile) => isUnseen(of(profile)));
  return whole && settled && isVerified ? 'conformant' : 'undetermined';
}

/**
 * Makes tests inconclusive that ended early without an explanation. Such a test blames something else that is broken. Where nothing else
 * has failed, the target did what no rule allows, and no requirement says so: a gate must not open on that. Pure.
 */
function doubtUnexplained(
  outcomes: readonly TestOutcome[],
  judged: readonly JudgedRequirement[],
): TestOutcome[] {
  const byId = new Map(judged.map((one) => [one.row.id, one]));
  const broken = judged.filter((one) => isMust(one) && ['fail', 'inconclusive'].includes(one.verdict));
  const doubtAbout = ({ code, blames }: Cause, row: Requirement): string | undefined => {
    if (code === 'control-refused' && !broken.some((one) => mayExplainRefusal(one.row, row)))
      return 'no requirement that fails says why';
    if (code === 'broken' && blames.every((id) => explainsNothing(byId.get(id))))
      return `${blames.join(', ')} did not fail`;
    return undefined;
  };
  return outcomes.map((outcome): TestOutcome => {
    const own = byId.get(outcome.requirement);
    if (!own || !isMust(own) || outcome.status !== 'not-tested' || !outcome.cause) return outcome;
    const doubt = doubtAbout(outcome.cause, own.row);
    return doubt ? { ...outcome, status: 'inconclusive', reason: `${outcome.reason}; ${doubt}` } : outcome;
  });
}

/** Every profile rests on these: whatever is broken in one of them may show in any other. */
const BASIC: readonly Profile[] = ['core', 'authentication'];
/** Their controls are sessions: whatever is broken in one of them may show in the others. */
const OF_SESSIONS: readonly Profile[] = ['embed', 'creator-mode', 'admin', 'effects', 'payloads'];

/** Whether a broken requirement may be why a control of another one was refused. */
function mayExplainRefusal(broken: Requirement, refused: Requirement): boolean {
  if (isExcluded(broken) || isExcluded(refused)) return false;
  const profiles = [broken.profile, refused.profile];
  return (
    broken.profile === refused.profile ||
    profiles.some((one) => BASIC.includes(one)) ||
    profiles.every((one) => OF_SESSIONS.includes(one))
  );
}

/** Whether a requirement that a test blames has not failed. Two that only blame each other explain nothing. */
function explainsNothing({ verdict, cause }: Partial<JudgedRequirement> = {}): boolean {
  return verdict === 'pass' || (verdict === 'not-tested' && cause?.code === 'broken');
}

export interface JudgedProfile {
  name: Profile;
  verdict: OverallVerdict | 'not tested' | 'not applicable';
  summary: Record<Level, Counts>;
}

/** The verdict of each profile: what the run says of it alone, whatever became of the others. A shard alone gives none. */
export function judgeProfiles(judged: readonly JudgedRequirement[], shard: Shard | null): JudgedProfile[] {
  return PROFILES.map((name) => {
    const own = judged.filter(({ row }) => !isExcluded(row) && row.profile === name);
    const summary = count(own);
    const owed = own.some(isMust) ? summary.MUST : asVerified(summary.SHOULD);
    return { name, verdict: verdictOf(owed, shard !== null), summary };
  });
}

/** A profile of good practice alone: what is not followed was verified, and fails nothing. */
const asVerified = (counts: Counts): Counts => ({ ...counts, pass: counts.pass + counts.fail, fail: 0 });

/** Nothing untested reads as conformant: a profile is, when every MUST that the target owes was verified. */
function verdictOf(counts: Counts, isShard: boolean): JudgedProfile['verdict'] {
  const { pass, fail, inconclusive, 'not-tested': notTested } = counts;
  if (pass + fail + inconclusive === 0) return notTested === 0 ? 'not applicable' : 'not tested';
  if (isShard) return 'undetermined';
  if (fail > 0) return 'not conformant';
  return inconclusive + notTested === 0 ? 'conformant' : 'undetermined';
}
