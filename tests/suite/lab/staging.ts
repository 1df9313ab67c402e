import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { listFaults, listVariants, type NamedFault } from '../../../fixtures/reference/faults/index.ts';
import type { ReferenceOptions } from '../../../fixtures/reference/start.ts';
import { groupBy } from '../../../reporters/lists.ts';
import type { ReportedRequirement } from '../../../reporters/report.ts';
import { findRequirement } from '../../../schemas/requirements.ts';
import { startBehindProxy } from '../support/proxy.ts';
import { requirementIn, withVerdict } from '../support/report-queries.ts';
import { type Run, runSuite } from '../support/run-suite.ts';
import { modeNamed } from './reliability/modes.ts';

/**
 * `npm run staging`: whole runs against the embedded target behind a gateway on a bad day. A fault of every MUST must fail its own
 * requirement, and no honest variant may be accused. `--faults=N` judges so many of the faults.
 */
const { values } = parseArgs({ options: { faults: { type: 'string' } } });

/** How many runs are made at a time. */
const JOBS = 2;
/** How many faults share a server at first: one that another one hides has a server to itself then. */
const FAULTS_OF_A_SERVER = 20;
/** Longer than two runs behind a gateway take at the same time, and short enough to wait for. */
const TIME_LIMIT_MS = 600_000;
/** Variants whose workspace changes by itself: what cannot be compared then may be inconclusive. */
const CHANGING = /workspace-(changes|grows)/;

/** A whole run, as a user makes it, against a target that is started for it. */
async function wholeRun(options: ReferenceOptions): Promise<Run> {
  const target = await startBehindProxy(options, modeNamed('bad-day').treat(), 0);
  try {
    const settings = { ...target.settings, CONFORMANCE_REQUIRE: 'description' };
    return await runSuite(settings, [`--global-timeout=${TIME_LIMIT_MS}`]);
  } finally {
    await target.close();
  }
}

const lastLines = ({ output }: Run): string => output.trim().split('\n').slice(-5).join(' | ');

const line = ({ id, verdict, reason, tests }: ReportedRequirement): string => {
  const [failure] = tests.flatMap(({ failures }) => failures);
  const why = reason || (failure ? `expected ${failure.expected}, received ${failure.received}` : '');
  return `${id}: ${verdict}, ${why.replace(/\s+/g, ' ').slice(0, 300)}`;
};

const mustsWith = ({ report }: Run, verdict: string): ReportedRequirement[] =>
  withVerdict(report, verdict).filter(({ level }) => level === 'MUST');

/** The first fault of every MUST that has faults. */
function faultsToJudge(): readonly NamedFault[] {
  const groups = [...groupBy(listFaults(), ({ breaks }) => breaks)];
  const chosen = groups.flatMap(([id, [first]]) =>
    first && findRequirement(id).level === 'MUST' ? first : [],
  );
  const every = Math.max(1, Math.floor(chosen.length / Number(values.faults ?? chosen.length)));
  return chosen.filter((_, at) => at % every === 0);
}

/** Divides faults among servers: two of one choice never share one, and neighbours in the list, which hide one another most, rarely do. */
function serversOf(faults: readonly NamedFault[]): NamedFault[][] {
  const count = Math.ceil(faults.length / FAULTS_OF_A_SERVER);
  const servers = Array.from({ length: count }, (): NamedFault[] => []);
  for (const fault of faults) {
    const [emptiest] = servers
      .filter((server) => server.every(({ choice }) => choice !== fault.choice))
      .sort((one, other) => one.length - other.length);
    if (emptiest) emptiest.push(fault);
    else servers.push([fault]);
  }
  return servers;
}

/** @returns the faults that their own requirement did not fail for, with what it came to */
const missedOf = (servers: readonly NamedFault[][]): Promise<[NamedFault, string][]> =>
  pLimit(JOBS)
    .map(servers, async (faults) => {
      const run = await wholeRun({ faults: faults.map(({ name }) => name) });
      const missed = faults.flatMap((fault): [NamedFault, string][] => {
        const row = requirementIn(run.report, fault.breaks);
        return row?.verdict === 'fail' ? [] : [[fault, row ? line(row) : lastLines(run)]];
      });
      console.log(`  ${faults.length} faults, ${faults.length - missed.length} failed by the right id`);
      for (const row of mustsWith(run, 'inconclusive')) console.log(`  ${line(row)}`);
      return missed;
    })
    .then((all) => all.flat());

async function judgeFaults(): Promise<string[]> {
  const faults = faultsToJudge();
  const hidden = await missedOf(serversOf(faults));
  const missed = await missedOf(hidden.map(([fault]) => [fault]));
  console.log(`faults: ${faults.length} judged, ${missed.length} missed`);
  return missed.map(([{ name }, what]) => `MISSED ${name} -> ${what}`);
}

/** Sets of variants in which each occurs once at least: as many as the choice has options that has the most. */
function variantMixes(): string[][] {
  const choices = [...groupBy(listVariants(), ({ choice }) => choice).values()];
  const count = Math.max(...choices.map(({ length }) => length + 1));
  return Array.from({ length: count }, (_, mix) =>
    // Where it takes none of a choice, the reference does as usual.
    choices.flatMap((options, at) => options[(mix + at) % (options.length + 1)]?.name ?? []),
  );
}

async function judgeVariants(): Promise<string[]> {
  const accused = await pLimit(JOBS).map(variantMixes(), async (variants, index) => {
    const run = await wholeRun({ variants });
    const isChanging = variants.some((name) => CHANGING.test(name));
    const wrong = [
      ...(run.report?.run.complete ? [] : [`cut short: ${lastLines(run)}`]),
      ...[...mustsWith(run, 'fail'), ...(isChanging ? [] : mustsWith(run, 'inconclusive'))].map(line),
    ];
    console.log(
      `mix ${index + 1}: ${variants.length} variants, ${wrong.length === 0 ? 'not accused' : 'ACCUSED'}`,
    );
    return wrong.map((one) => `ACCUSED of ${variants.join(', ')} -> ${one}`);
  });
  return accused.flat();
}

async function main(): Promise<void> {
  const wrong = [...(await judgeFaults()), ...(await judgeVariants())];
  for (const one of wrong) console.log(one);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
