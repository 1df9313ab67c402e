import { listFaults } from '../../../../fixtures/reference/faults/index.ts';
import type { Report } from '../../../../reporters/report.ts';
import { startBehindProxy } from '../../support/proxy.ts';
import { idsOf, selectedWithVerdict, testsInError, verdictOf } from '../../support/report-queries.ts';
import { only } from '../../support/run-suite.ts';
import { type MeasuredRun, measureSuite } from '../measured-run.ts';
import { LIMIT_SECONDS, type Mode } from './modes.ts';

/** What is asked about a network takes no more generated examples than these, and each mode takes two runs. */
const FEW_EXAMPLES = { CONFORMANCE_RUNS: '3' };
/** A run that takes longer than that is ended by the runner itself. */
const TIME_LIMIT_MS = 900_000;
/** No process of a run needs as much, whatever is sent to it. */
const LIMIT_MB = 1_024;

/** Faults of different areas, none of which hides another. */
const NAMES: readonly string[] = [
  'auth-get-regions-open',
  'auth-scope-ignored',
  'plain-http-served',
  'workspace-search-percent-wildcard',
  'embed-duplicate-attributes-accepted',
  'embed-tenants-groups-paging-ignores-after',
  'scim-user-schema-of-other-kind',
  'platform-deployments-first-refused',
  'auth-data-load-open',
  'auth-ai-stream-chat-state-open',
  'embed-groups-empty-keeps',
  'embed-profile-first-wins',
  'embed-session-id-same-for-all',
  'embed-type-conflict-ignored',
  'embed-tenant-name-four-accepted',
  'scim-filter-by-prefix',
  'scim-count-ignored',
  'workspace-direction-ignored',
  'auth-delete-embed-tenant-group-open',
  'embed-identity-both-accepted',
];

/** The faults that are looked for through a mode: each is to be failed by its id through every mode that lets it. */
export const FAULTS = listFaults().filter(({ name }) => NAMES.includes(name));

/** Runs the suite through a mode, in processes of its own, and measures it in whole seconds and MiB. */
async function measure(mode: Mode, faults: readonly string[], args: readonly string[]): Promise<MeasuredRun> {
  const target = await startBehindProxy({ faults }, mode.treat());
  try {
    const settings = { ...target.settings, ...FEW_EXAMPLES, ...mode.settings };
    const run = await measureSuite(settings, [`--global-timeout=${TIME_LIMIT_MS}`, ...args]);
    return { ...run, seconds: Math.round(run.seconds), peakMb: Math.round(run.peakMb) };
  } finally {
    await target.close();
  }
}

export const judgeHonest = (mode: Mode, part = mode.part ?? []): Promise<MeasuredRun> =>
  measure(mode, [], part);

/** Judges a target with those faults through a mode, by the tests of what they break: the ids that did not fail. */
export async function missedThrough(mode: Mode): Promise<string[]> {
  const ids = FAULTS.map(({ breaks }) => breaks);
  const { report } = await measure(mode, NAMES, only(...ids));
  return ids.filter((id) => verdictOf(report, id) !== 'fail');
}

function unsafe(run: MeasuredRun, report: Report, { limitSeconds = LIMIT_SECONDS }: Mode): string[] {
  const mustsWith = (verdict: string): string[] =>
    idsOf(selectedWithVerdict(report, verdict).filter(({ level }) => level === 'MUST'));
  const failed = idsOf(selectedWithVerdict(report, 'fail'));
  const unjudged = [...mustsWith('inconclusive'), ...mustsWith('not-tested')];
  const errors = testsInError(report).map(({ title }) => title);
  return [
    failed.length > 0 ? `accused: ${failed.join(', ')}` : '',
    errors.length > 0 ? `errors of the suite: ${errors.join(', ')}` : '',
    run.code === 0 && unjudged.length > 0 ? `exit 0 although ${unjudged.join(', ')} was not judged` : '',
    report.verdict === 'conformant' && unjudged.length > 0 ? 'conformant although a part was not judged' : '',
    run.seconds > limitSeconds ? `it took ${run.seconds} s, more than ${limitSeconds} s` : '',
    run.peakMb > LIMIT_MB ? `a process had ${run.peakMb} MiB, more than ${LIMIT_MB} MiB` : '',
  ].filter(Boolean);
}

/** What is wrong with a run against an honest target through a mode; empty when it came to what is expected. */
export function objectionsTo(run: MeasuredRun, mode: Mode): string[] {
  const { code, report, output } = run;
  if (!report) return [`no report: ${output.trim().split('\n').slice(-3).join(' ')}`];
  const { gate, requirements } = report;
  const found = unsafe(run, report, mode);
  if (!mode.ends) {
    if (code !== 0) found.push(`exit ${code}, expected 0: ${gate.objections.join(' ')}`);
    return found;
  }
  const { sentence, says } = mode.ends;
  if (code === 0) found.push('exit 0, expected 1');
  const reasons = [...gate.objections, ...report.run.errors, ...requirements.map(({ reason }) => reason)];
  const times = new Set(reasons.flatMap((reason) => sentence.exec(reason)?.[0] ?? [])).size;
  if (times !== 1) found.push(`told ${times} times, expected once: ${says}`);
  return found;
}
