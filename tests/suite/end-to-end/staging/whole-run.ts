import type { ReferenceOptions } from '../../../../fixtures/reference/start.ts';
import type { ReportedRequirement } from '../../../../reporters/report.ts';
import { type Run, runSuite } from '../../support/run-suite.ts';
import type { Start } from './targets.ts';

/** Longer than a run behind the gateway takes beside another one, and short enough to wait for. */
const LIMIT_MS = 600_000;

/** What a whole run made of a target. */
export interface WholeRun extends Run {
  readonly seconds: number;
  /** False when it was cut short, at the time limit for one. */
  readonly ended: boolean;
}

/** Runs the whole suite, as a user does, against a target that is started for it. */
export async function wholeRun(start: Start, options: ReferenceOptions): Promise<WholeRun> {
  const target = await start(options);
  const begun = performance.now();
  try {
    const run = await runSuite(target.settings, [`--global-timeout=${LIMIT_MS}`]);
    const seconds = Math.round((performance.now() - begun) / 1000);
    return { ...run, seconds, ended: run.report?.run.complete ?? false };
  } finally {
    await target.close();
  }
}

/** What of a requirement is told. */
export interface Told {
  readonly id: string;
  readonly verdict: string;
  readonly reason: string;
}

const told = ({ id, verdict, reason, tests }: ReportedRequirement): Told => {
  const failure = tests.flatMap(({ failures }) => failures)[0];
  return {
    id,
    verdict,
    reason: reason || (failure ? `expected ${failure.expected}, received ${failure.received}` : ''),
  };
};

/** The MUST requirements of that verdict. */
export const mustsOf = ({ report }: Run, verdict: 'fail' | 'inconclusive'): readonly Told[] =>
  (report?.requirements ?? []).filter((row) => row.level === 'MUST' && row.verdict === verdict).map(told);

/** What a run made of one requirement. */
export function judged({ report, output, ended }: WholeRun, id: string): Told {
  const row = report?.requirements.find((one) => one.id === id);
  // The runner's last words tell why there is no report, or only the beginning of one.
  if (!row) return { id, verdict: 'none', reason: output.trim().split('\n').slice(-5).join(' | ') };
  const { reason, ...rest } = told(row);
  return { ...rest, reason: ended ? reason : `the run was cut short. ${reason}`.trim() };
}

/** A requirement on one line. */
export const line = ({ id, verdict, reason }: Told): string =>
  `${id}: ${verdict}${reason ? `, ${reason.replace(/\s+/g, ' ').slice(0, 300)}` : ''}`;

/**
 * Does pieces of work, some at a time.
 *
 * @param jobs - how many at a time
 */
export async function inParallel<Piece, Result>(
  pieces: readonly Piece[],
  jobs: number,
  work: (piece: Piece, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = pieces.entries();
  const worker = async (): Promise<void> => {
    for (const [index, piece] of left) results[index] = await work(piece, index);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return results;
}
