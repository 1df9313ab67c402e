import { buildReport } from '../../../../reporters/build-report.ts';
import type { TestOutcome } from '../../../../reporters/outcome.ts';
import type { Report } from '../../../../reporters/report.ts';
import { oneShard } from '../../../../reporters/shards.ts';
import type { NullServer } from '../../../../schemas/requirements/row.ts';
import { testable } from '../../../../schemas/requirements.ts';
import type { Judge, Judged, TargetRun } from '../judge.ts';
import { MANGLINGS } from './manglings.ts';

/** Judges servers that do nothing: they must not conform, and pass nothing but the requirements that `vacuousOn` marks. */
export const nullTargetsJudge: Judge = {
  judge: ({ target, outcomes }) => judged(target, nullProblems(target as NullServer, reportOf(outcomes))),
};

/** Judges servers that answer as they should but for one kind of field: they fail only the rules that own the field. */
export const mangledTargetsJudge: Judge = {
  judge: ({ target, outcomes }) => judged(target, mangledProblems(target, reportOf(outcomes))),
};

const judged = (id: TargetRun['target'], problems: readonly string[]): Judged[] => [
  { id, group: 'servers', problems, details: {} },
];

function nullProblems(server: NullServer, { run, requirements, verdict }: Report): string[] {
  const passed = requirements.filter((row) => row.verdict === 'pass').map(({ id }) => id);
  const marked = testable.filter(({ vacuousOn }) => vacuousOn?.includes(server)).map(({ id }) => id);
  const silent = requirements.filter((row) => row.verdict === 'not-tested' && row.reason === '');
  return [
    ...(run.complete && !run.filtered ? [] : ['not every test was run']),
    ...(verdict === 'not conformant' ? [] : [`the verdict is "${verdict}"`]),
    ...passed.filter((id) => !marked.includes(id)).map((id) => `${id} passes, and vacuousOn does not say so`),
    ...marked.filter((id) => !passed.includes(id)).map((id) => `${id} does not pass, and vacuousOn says so`),
    ...errorsIn(requirements),
    ...silent.map(({ id }) => `${id} does not say why it is not tested`),
  ];
}

function mangledProblems(server: string, { run, requirements }: Report): string[] {
  const failed = requirements.filter((row) => row.level === 'MUST' && row.verdict === 'fail');
  const accused = failed.filter(({ id }) => !MANGLINGS[server]?.breaks.test(id));
  return [
    ...(run.complete ? [] : ['not every test was run']),
    ...errorsIn(requirements),
    ...accused.map(({ id }) => `${id} fails, which the server keeps`),
  ];
}

/** The requirements whose tests ended as errors of the suite, and why. */
const errorsIn = (requirements: Report['requirements']): string[] =>
  requirements
    .filter(({ tests }) => tests.some(({ status }) => status === 'error'))
    .map(({ id, reason }) => `${id} ended as an error of the suite: ${reason}`);

const reportOf = (outcomes: readonly TestOutcome[]): Report =>
  buildReport({
    outcomes: [...outcomes],
    startedAt: new Date(),
    durationMs: 0,
    ended: true,
    errors: [],
    shards: oneShard(null),
    suite: { name: 'null targets', version: '0' },
    contractVersion: '',
    baseline: new Map(),
    required: [],
    versions: { node: '', playwright: '' },
  });
