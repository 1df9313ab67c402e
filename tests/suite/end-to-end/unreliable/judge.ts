import type { Report } from '../../../../reporters/report.ts';
import type { MeasuredRun } from '../../support/measured-run.ts';
import { idsOf, selectedWithVerdict, testsInError, verdictOf } from '../../support/report-queries.ts';
import { LIMIT_SECONDS, type Mode } from './mode.ts';

/** No process of a run needs as much, whatever is sent to it. */
const LIMIT_MB = 1_024;

const list = (ids: readonly string[]): string =>
  ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');

/** What is wrong with any run, whatever was expected. */
function unsafe(
  run: MeasuredRun,
  report: Report,
  { expected, limitSeconds = LIMIT_SECONDS }: Mode,
): string[] {
  const failed = expected === 'ends' ? [] : idsOf(selectedWithVerdict(report, 'fail'));
  const inconclusive = selectedWithVerdict(report, 'inconclusive').filter(({ level }) => level === 'MUST');
  const untested = selectedWithVerdict(report, 'not-tested').filter(({ level }) => level === 'MUST');
  const errors = testsInError(report).map(({ title }) => title);
  return [
    failed.length > 0 ? `accused: ${list(failed)}` : '',
    errors.length > 0 ? `errors of the suite: ${list(errors)}` : '',
    run.code === 0 && inconclusive.length > 0
      ? `exit 0 although ${list(idsOf(inconclusive))} stayed inconclusive`
      : '',
    run.code === 0 && untested.length > 0 ? `exit 0 although ${list(idsOf(untested))} was not tested` : '',
    report.verdict === 'conformant' && inconclusive.length + untested.length > 0
      ? 'conformant although a part was not judged'
      : '',
    run.seconds > limitSeconds ? `it took ${run.seconds} s, more than ${limitSeconds} s` : '',
    run.peakMb > LIMIT_MB ? `a process had ${run.peakMb} MiB, more than ${LIMIT_MB} MiB` : '',
  ].filter(Boolean);
}

/** In how many ways a sentence is told among the reasons of a run. */
function timesTold({ gate, run, requirements }: Report, sentence: RegExp): number {
  const reasons = [...gate.objections, ...run.errors, ...requirements.map(({ reason }) => reason)];
  const told = reasons.flatMap((reason) => sentence.exec(reason)?.[0] ?? []);
  return new Set(told).size;
}

/**
 * What is wrong with a run against an honest target through a mode; empty when it came to what is expected.
 *
 * @param run - of the whole suite, or of the mode's part
 */
export function objectionsTo(run: MeasuredRun, mode: Mode): string[] {
  const { code, report, output } = run;
  const { expected } = mode;
  if (!report) return [`no report: ${output.trim().split('\n').slice(-3).join(' ')}`];
  const found = unsafe(run, report, mode);
  if (expected === 'conformant' && code !== 0)
    found.push(`exit ${code}, expected 0: ${report.gate.objections.join(' ')}`);
  if (expected !== 'conformant' && expected !== 'not accused' && code === 0) found.push('exit 0, expected 1');
  if (typeof expected === 'object') {
    const times = timesTold(report, expected.endsWith);
    if (times !== 1) found.push(`told ${times} times, expected once: ${expected.says}`);
  }
  return found;
}

/** The ids that faults break and that a run against them did not fail. */
export const missedBy = ({ report }: MeasuredRun, ids: readonly string[]): string[] =>
  ids.filter((id) => verdictOf(report, id) !== 'fail');
