import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import type { ReferenceOptions } from '../../../fixtures/reference/start.ts';
import { startBehindProxy } from '../support/proxy.ts';
import { type MeasuredRun, measureSuite } from './measured-run.ts';

/**
 * `npm run bench`: whole runs as a user makes them, each three times, all of them in turn, so that what else the machine does falls
 * on all. It prints the table and writes it into the page that shows it. `--only=NAME` measures a part, and prints only.
 */
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;

const TIMES = 3;

const PAGE = 'docs/performance.md';
const TABLE = /(?<=<!-- bench:begin -->\n\n)[\s\S]*(?=\n\n<!-- bench:end -->)/;

/** A run that is measured: against which target, how late each of its answers is, which tests. */
interface Side {
  readonly what: string;
  readonly options?: ReferenceOptions;
  readonly delayMs?: number;
  readonly args?: readonly string[];
  /** The longest that it may take, in seconds. */
  readonly limit?: number;
}

const WORKSPACE = ['tests/workspace'];

/** What is measured, by the names that `--only` takes. */
const SIDES: Readonly<Record<string, readonly Side[]>> = {
  latency: [
    { what: 'a whole run, each answer at once', delayMs: 0 },
    { what: 'a whole run, each answer after 40 ms', delayMs: 40, limit: 45 },
    { what: 'a whole run, each answer after 100 ms', delayMs: 100, limit: 90 },
  ],
  workers: [
    { what: 'a whole run with 1 worker, each answer after 10 ms', delayMs: 10, args: ['--workers=1'] },
    { what: 'a whole run with 4 workers, each answer after 10 ms', delayMs: 10, args: ['--workers=4'] },
  ],
  workspace: [
    { what: 'the tests of the workspace, of 59 items', args: WORKSPACE },
    { what: 'the tests of the workspace, of 100,000 items', options: { items: 100_000 }, args: WORKSPACE },
  ],
};

/** Runs a side once. A run that judged less than all would be quick for a reason that does not count. */
async function measure({ what, options = {}, delayMs = 0, args = [] }: Side): Promise<MeasuredRun> {
  const target = await startBehindProxy(options, () => ({ delayMs }), 1);
  try {
    const run = await measureSuite(target.settings, args);
    if (run.code !== 0 || !run.report || run.report.summary.MUST.inconclusive > 0)
      throw new Error(`${what}: exit ${run.code}, expected 0 and a verdict. It printed:\n${run.output}`);
    return run;
  } finally {
    await target.close();
  }
}

/** The median, the least and the most of some values. */
function spread(measured: readonly number[], digits: number): string {
  const sorted = measured.toSorted((one, other) => one - other);
  const [median = 0, least = 0, most = 0] = [sorted[sorted.length >> 1], sorted[0], sorted.at(-1)];
  const numeral = (value: number): string =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return sorted.length > 1 ? `${numeral(median)} [${numeral(least)}–${numeral(most)}]` : numeral(median);
}

function rowOf({ what, limit }: Side, runs: readonly MeasuredRun[]): string {
  const seconds = runs.map((run) => run.seconds);
  const requests = runs.map(({ report }) => report?.run.requests ?? 0);
  const memory = runs.map(({ peakMb }) => peakMb);
  const isLate = limit !== undefined && seconds.every((one) => one > limit);
  const cells = [
    what,
    `${spread(seconds, 1)} s${limit ? ` (at most ${limit} s${isLate ? ': **no**' : ''})` : ''}`,
    spread(requests, 0),
    `${spread(memory, 0)} MiB`,
  ];
  return `| ${cells.join(' | ')} |`;
}

async function main(): Promise<void> {
  if (only !== undefined && !(only in SIDES))
    throw new Error(`--only=${only}: there are ${Object.keys(SIDES).join(', ')}.`);
  const sides = only === undefined ? Object.values(SIDES).flat() : (SIDES[only] ?? []);
  const runs = new Map<Side, MeasuredRun[]>(sides.map((side) => [side, []]));
  for (let time = 0; time < TIMES; time += 1)
    for (const side of sides) {
      const run = await measure(side);
      console.log(`${side.what}: ${run.seconds.toFixed(1)} s`);
      runs.get(side)?.push(run);
    }
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB of memory`;
  const table = [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}, Node.js ${process.version}. Median [least–most].`,
    '',
    '| what | time | requests | most memory of a process |',
    '|---|---|---|---|',
    ...[...runs].map(([side, own]) => rowOf(side, own)),
  ].join('\n');
  console.log(`\n${table}`);
  if (only === undefined)
    writeFileSync(
      PAGE,
      readFileSync(PAGE, 'utf8').replace(TABLE, () => table),
    );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
