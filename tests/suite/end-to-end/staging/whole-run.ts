import type { ReferenceOptions } from '../../../../fixtures/reference/start.ts';
import type { ReportedRequirement } from '../../../../reporters/report.ts';
import { requirementIn } from '../../support/report-queries.ts';
import { type Run, runSuite } from '../../support/run-suite.ts';
import type { Start } from './targets.ts';

/** Longer than two runs behind a gateway take at the same time, and short enough to wait for. */
const TIME_LIMIT_MS = 600_000;

/** A whole run against one target. */
export interface WholeRun extends Run {
  readonly seconds: number;
  /** False when it was cut short, for instance by the time limit. */
  readonly ended: boolean;
}

/** Runs the whole suite, as a user does, against a target that is started for it. */
export async function wholeRun(start: Start, options: ReferenceOptions): Promise<WholeRun> {
  const target = await start(options);
  const begun = performance.now();
  try {
    const settings = { ...target.settings, CONFORMANCE_REQUIRE: 'description' };
    const run = await runSuite(settings, [`--global-timeout=${TIME_LIMIT_MS}`]);
    const seconds = Math.round((performance.now() - begun) / 1000);
    return { ...run, seconds, ended: run.report?.run.complete ?? false };
  } finally {
    await target.close();
  }
}

/** A requirement and its verdict, as they are printed. */
export interface Summary {
  readonly id: string;
  readonly verdict: string;
  readonly reason: string;
}

const summarise = ({ id, verdict, reason, tests }: ReportedRequirement): Summary => {
  const failure = tests.flatMap(({ failures }) => failures)[0];
  return {
    id,
    verdict,
    reason: reason || (failure ? `expected ${failure.expected}, received ${failure.received}` : ''),
  };
};

/** The MUST requirements with that verdict. */
export const mustsOf = ({ report }: Run, verdict: 'fail' | 'inconclusive'): readonly Summary[] =>
  (report?.requirements ?? [])
    .filter((row) => row.level === 'MUST' && row.verdict === verdict)
    .map(summarise);

/** The verdict of a run on one requirement. */
export function summaryOf({ report, output, ended }: WholeRun, id: string): Summary {
  const row = requirementIn(report, id);
  // The runner's last lines say why there is no report, or only the beginning of one.
  if (!row) return { id, verdict: 'none', reason: output.trim().split('\n').slice(-5).join(' | ') };
  const summary = summarise(row);
  const { reason } = summary;
  return { ...summary, reason: ended ? reason : `the run was cut short. ${reason}`.trim() };
}

/** A requirement on one line. */
export const line = ({ id, verdict, reason }: Summary): string =>
  `${id}: ${verdict}${reason ? `, ${reason.replace(/\s+/g, ' ').slice(0, 300)}` : ''}`;
