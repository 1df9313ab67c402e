import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { type ReferenceOptions, startReference } from '../../../fixtures/reference/start.ts';
import { runCommand } from '../../../schemas/command-line.ts';
import { startBehindProxy, type Treat } from '../support/proxy.ts';
import { only as grep } from '../support/run-suite.ts';
import { measureSuite, type Usage } from './measured-run.ts';
import { limited } from './reliability/treatments.ts';

/**
 * `npm run bench`: whole runs as a user makes them, each three times (`--repeat=N`), all of them in turn, so that what else the machine does falls
 * on all. It prints the table and writes it into the page that shows it. `--only=NAME` measures a part, and prints only.
 */
const { only, repeat } = parseArgs({
  options: { only: { type: 'string' }, repeat: { type: 'string', default: '3' } },
}).values;
const TIMES = Number(repeat);

const PAGE = 'docs/performance.md';
const TABLE = /(?<=<!-- bench:begin -->\n)[\s\S]*(?=<!-- bench:end -->)/;

interface Measured extends Usage {
  readonly requests: number;
}

interface Side {
  readonly what: string;
  /** Of the embedded target where nothing is said of another one; a proxy that treats requests stands before another one. */
  readonly options?: ReferenceOptions;
  readonly treat?: Treat;
  readonly args?: readonly string[];
  /** What the run exits with: 0 unless given. One that ended in another way would be quick for a reason that does not count. */
  readonly code?: number;
  /** The most that it may come to. */
  readonly most?: Partial<Measured>;
}

async function measure({ what, options, treat, args = [], code = 0 }: Side): Promise<Measured> {
  const target = treat
    ? await startBehindProxy(options ?? {}, treat)
    : options && (await startReference(options));
  const ended = await measureSuite(target?.settings ?? {}, args).finally(() => target?.close());
  const { report, output, seconds, cpuSeconds, peakMb } = ended;
  if (ended.code !== code || !report)
    throw new Error(`${what}: exit ${ended.code}, expected ${code} and a report. It printed:\n${output}`);
  return { seconds, cpuSeconds, peakMb, requests: report.run.requests };
}

const WHOLE = 'a whole run';
const WORKSPACE = ['tests/workspace'];

/** What is measured, by the names that `--only` takes. */
const SIDES: Readonly<Record<string, readonly Side[]>> = {
  processor: [
    { what: WHOLE, most: { cpuSeconds: 40 } },
    { what: 'one requirement', args: grep('embed-session-id-fresh'), most: { cpuSeconds: 10 } },
  ],
  latency: [
    { what: `${WHOLE}, each answer after 40 ms`, treat: () => ({ delayMs: 40 }), most: { seconds: 40 } },
    { what: `${WHOLE}, each answer after 100 ms`, treat: () => ({ delayMs: 100 }), most: { seconds: 80 } },
  ],
  limit: [{ what: `${WHOLE}, 60 requests a second`, treat: limited(60)() }],
  broken: [
    {
      what: `${WHOLE} of a target whose item ids are texts`,
      options: { faults: ['workspace-item-id--text'] },
      code: 1,
      most: { cpuSeconds: 40 },
    },
  ],
  workspace: [
    { what: 'the tests of the workspace, of 57 items', options: {}, args: WORKSPACE },
    {
      what: 'the tests of the workspace, of 100,000 items',
      options: { items: 100_000 },
      args: WORKSPACE,
      most: { requests: 1_100 },
    },
  ],
};

/** Each figure by its name, with its heading, digits and unit. */
const FIGURES = {
  seconds: ['time', 1, ' s'],
  cpuSeconds: ['of a processor', 1, ' s'],
  requests: ['requests', 0, ''],
  peakMb: ['most memory of a process', 0, ' MiB'],
} as const satisfies Record<keyof Measured, readonly [heading: string, digits: number, unit: string]>;

function rowOf({ what, most = {} }: Side, runs: readonly Measured[]): string {
  const figures = Object.entries(FIGURES).map(([name, [, digits, unit]]) => {
    const values = runs.map((run) => run[name as keyof Measured]).toSorted((one, other) => one - other);
    const median = values[values.length >> 1] ?? 0;
    const limit = most[name as keyof Measured] ?? Number.POSITIVE_INFINITY;
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const shown = `${median.toLocaleString('en', options)}${unit}`;
    return median > limit ? `**${shown}**, more than ${limit}` : shown;
  });
  return `| ${[what, ...figures].join(' | ')} |`;
}

async function main(): Promise<number> {
  if (only !== undefined && !(only in SIDES))
    throw new Error(`--only=${only}: there are ${Object.keys(SIDES).join(', ')}.`);
  const sides = only === undefined ? Object.values(SIDES).flat() : (SIDES[only] ?? []);
  const results = new Map<Side, Measured[]>(sides.map((side) => [side, []]));
  for (let time = 0; time < TIMES; time += 1)
    for (const side of sides) {
      const figures = await measure(side);
      console.log(`${side.what}: ${JSON.stringify(figures)}`);
      results.get(side)?.push(figures);
    }
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB of memory`;
  const headings = Object.values(FIGURES).map(([heading]) => heading);
  const table = [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}, Node.js ${process.version}. The median of ${TIMES}.`,
    '',
    `| what | ${headings.join(' | ')} |`,
    `|${'---|'.repeat(headings.length + 1)}`,
    ...[...results].map(([side, runs]) => rowOf(side, runs)),
  ].join('\n');
  console.log(`\n${table}`);
  if (only === undefined)
    writeFileSync(
      PAGE,
      readFileSync(PAGE, 'utf8').replace(TABLE, () => `\n${table}\n\n`),
    );
  return 0;
}

await runCommand(main);
