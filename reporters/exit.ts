import { visible } from '../schemas/visible-text.ts';
import { conditionObjections } from './conditions.ts';
import { counted, firstIds, sentences } from './lists.ts';
import type { Report, RunFacts } from './report.ts';

/**
 * Why a run must not exit 0; empty when it may. A shard is judged by the same rules, as far as it ran: where the whole run would
 * fail, one of its shards does.
 * @param required - the profiles of CONFORMANCE_REQUIRE
 * @param conditions - the value of CONFORMANCE_REQUIRE_CONDITIONS
 */
export function objections(
  report: Report,
  required: readonly string[],
  conditions?: string | undefined,
): string[] {
  const { run } = report;
  const must = report.requirements.filter(({ level, verdict }) => level === 'MUST' && verdict !== 'excluded');
  const failed = must.filter(({ verdict, baseline }) => verdict === 'fail' && baseline !== 'known');
  // What passes in one shard may fail in another, and so may what an entry is about: only failures are told there.
  const entries = (run.shard ? failed : report.requirements).flatMap((row) => row.baselineObjection || []);
  const broken = report.requirements.filter(({ tests }) => tests.some(({ status }) => status === 'error'));
  const unseen = must.filter((row) => row.verdict === 'inconclusive' && !broken.includes(row));
  const hasMust = new Set(must.map(({ profile }) => profile));
  // Of a profile without a MUST, all is asked for that it has.
  const open = report.requirements.filter(
    ({ level, profile, verdict, tests }) =>
      required.includes(profile) &&
      (level === 'MUST' || !hasMust.has(profile)) &&
      (verdict === 'not-tested' || verdict === 'inconclusive') &&
      !(run.shard && tests.length === 0),
  );
  const ofProfile = (profile: string) =>
    report.requirements.filter((row) => row.profile === profile && row.verdict !== 'excluded');
  const declined = required.filter((profile) =>
    ofProfile(profile).every(({ verdict }) => verdict === 'not-applicable'),
  );
  const judged = report.requirements.some(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  return [
    ...run.errors,
    ...sentences(failed.length > 0 && mustFailed(failed.length)),
    ...entries,
    ...sentences(
      unseen.length > 0 &&
        `${unseen.length} MUST inconclusive: they could not be observed, so the gate stays closed. See "Inconclusive" for the reasons, fix them and run again`,
      broken.length > 0 && `the suite itself failed in ${firstIds(broken, 8)}`,
      open.length > 0 &&
        `CONFORMANCE_REQUIRE is not met, since these were not judged completely: ${firstIds(open, 8)}`,
      declined.length > 0 &&
        `CONFORMANCE_REQUIRE is not met, since nothing of ${declined.join(', ')} applied to the target: see what TARGET_OFFERS named in that run`,
      whyUnsteady(run),
      !judged && 'nothing was tested',
      report.target.settings.includes('CONFORMANCE_PATH') &&
        !run.filtered &&
        'CONFORMANCE_PATH was set, which replays the examples of one failure: unset it, or name its requirement with --grep',
      !run.complete && !(run.shard && run.ended) && 'the run is not complete',
    ),
    ...(run.shard ? [] : conditionObjections(report, conditions)),
  ];
}

export const mustFailed = (count: number): string => `${count} MUST failed`;

export const requiredProfiles = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** There is no verdict where more than this share of the requests, and more than so many, got another answer when they were repeated. */
const [MAX_SHARE, MAX_TIMES] = [0.15, 25];

const unstableTimes = ({ unstable }: RunFacts): number => unstable.reduce((sum, { times }) => sum + times, 0);

export function unstableSentence(run: RunFacts): string {
  const times = unstableTimes(run);
  const share = `${((times / run.requests) * 100).toFixed(1)} % of ${run.requests} requests`;
  return times === 0
    ? ''
    : `${counted(times, 'answer')} ${times === 1 ? 'was' : 'were'} not repeated when the same request was sent again (${share})`;
}

export function whyUnsteady(run: RunFacts): string | undefined {
  const times = unstableTimes(run);
  if (times <= Math.max(MAX_TIMES, run.requests * MAX_SHARE)) return undefined;
  return `${unstableSentence(run)}, and more than ${MAX_SHARE * 100} % is too much for a verdict: check the network and the gateways between, and run again. CONFORMANCE_RATE=50 sends at most 50 requests a second, where a gateway limits them with 503 or 403; CONFORMANCE_CONCURRENCY=1 with --workers=1 one at a time`;
}

export const unstableLines = ({ unstable }: RunFacts): string[] =>
  unstable.map(({ what, times }) => `${counted(times, 'time')} ${visible(what)}`);
