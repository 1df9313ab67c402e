import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { request } from '@playwright/test';
import { Agent } from 'undici';
import { HttpClient } from '../../../fixtures/http/client.ts';
import { type ReferenceOptions, startReference } from '../../../fixtures/reference/start.ts';
import { readTarget } from '../../../fixtures/target/target.ts';
import { runCommand } from '../../../schemas/command-line.ts';
import { Contract } from '../../../schemas/contract.ts';
import suiteTests from '../../../schemas/tests.json' with { type: 'json' };
import { startBehindProxy, type Treat } from '../support/proxy.ts';
import { environment, only as grep, PLAYWRIGHT, runNode } from '../support/run-suite.ts';
import { withReferenceProcess } from '../support/servers.ts';
import { type MeasuredRun, measured, measureSuite, type Usage } from './measured-run.ts';
import { limited } from './reliability/treatments.ts';

/**
 * `npm run bench`: whole runs as a user makes them, each three times (`--repeat=N`), all of them in turn, so that what else the machine does falls
 * on all. It prints the table and writes it into the page that shows it. `--only=NAME` measures a part, and prints only.
 */
const { only, repeat } = parseArgs({
  options: { only: { type: 'string' }, repeat: { type: 'string', default: '3' } },
}).values;
const TIMES = Number(repeat);
const RUNS = TIMES > 1 ? `The median of ${TIMES}.` : 'One run of each, one after the other.';

const PAGE = 'docs/performance.md';
const TABLE = /(?<=<!-- bench:begin -->\n)[\s\S]*(?=<!-- bench:end -->)/;

interface Measured extends Partial<Usage> {
  readonly requests?: number;
  readonly perSecond?: number;
}

/** What is measured, and the most or the least that it may come to. */
interface Side {
  readonly what: string;
  readonly measure: () => Promise<Measured>;
  readonly most?: { readonly seconds?: number; readonly cpuSeconds?: number };
  /** How many times what another side takes it may take at most, of one figure, or must reach at least. */
  readonly ratio?: {
    readonly to: string;
    readonly of: keyof Measured;
    readonly most?: number;
    readonly least?: number;
  };
}

/** What a run of the suite came to. One that ended in another way would be quick for a reason that does not count. */
function checked(what: string, ended: MeasuredRun, code = 0): Measured {
  const { report, output } = ended;
  if (ended.code !== code || !report)
    throw new Error(`${what}: exit ${ended.code}, expected ${code} and a report. It printed:\n${output}`);
  return { ...ended, requests: report.run.requests };
}

/** A run of the suite: of the embedded target where nothing is said of another one, or of one that a proxy stands before. */
const run = (
  what: string,
  {
    options,
    treat,
    args = [],
    code,
  }: { options?: ReferenceOptions; treat?: Treat; args?: string[]; code?: number } = {},
): Side => ({
  what,
  measure: async () => {
    if (!options && !treat) return checked(what, await measureSuite({}, args), code);
    const target = await (treat ? startBehindProxy(options ?? {}, treat) : startReference(options));
    return measureSuite(target.settings, args)
      .then((ended) => checked(what, ended, code))
      .finally(() => target.close());
  },
});

/** @param tests - how many in each project */
const empty = (what: string, projects: number, tests: number): Side => ({
  what,
  measure: () =>
    measured((added) =>
      runNode([PLAYWRIGHT, 'test', '-c', 'tests/suite/lab/empty'], {
        ...environment(),
        ...added,
        EMPTY_PROJECTS: String(projects),
        EMPTY_TESTS: String(tests),
      }),
    ),
});

const [REQUESTS, TOGETHER] = [2_000, 8];

/** How often a second a client gets a small answer, of eight requests at a time, after as many that do not count. */
async function rateOf(send: () => Promise<unknown>): Promise<Measured> {
  const many = (): Promise<unknown> =>
    Promise.all(
      Array.from({ length: TOGETHER }, async () => {
        for (let sent = 0; sent < REQUESTS / TOGETHER; sent += 1) await send();
      }),
    );
  await many();
  const begun = performance.now();
  await many();
  return { perSecond: REQUESTS / ((performance.now() - begun) / 1_000) };
}

/** A client that asks the reference for its deployments. */
const client = (what: string, name: 'ours' | 'undici' | 'runner'): Side => ({
  what,
  measure: () =>
    withReferenceProcess(async (settings) => {
      const {
        TARGET_BASE_URL: base = '',
        TARGET_ACCESS_TOKEN: token,
        NODE_EXTRA_CA_CERTS: ca = '',
      } = settings;
      const { origin, pathname } = new URL(`${base}/v1/deployments`);
      const headers = { authorization: `Bearer ${token}` };
      if (name === 'ours') {
        const http = new HttpClient(readTarget(settings), await Contract.load(), 1);
        const asked = { operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' } as const;
        return rateOf(() => http.send(asked)).finally(() => http.close());
      }
      if (name === 'undici') {
        const agent = new Agent({ connections: TOGETHER, connect: { ca: readFileSync(ca) } });
        const asked = { origin, path: pathname, method: 'GET', headers } as const;
        return rateOf(async () => (await agent.request(asked)).body.json()).finally(() => agent.destroy());
      }
      const context = await request.newContext({ ignoreHTTPSErrors: true, extraHTTPHeaders: headers });
      return rateOf(async () => (await context.get(origin + pathname)).json()).finally(() =>
        context.dispose(),
      );
    }),
});

const WHOLE = 'a whole run';
const ONE = 'one requirement';
const ITEMS = 'the tests of the workspace, of 57 items';
const WORKSPACE = ['tests/workspace'];
const HONEST = `${WHOLE} of an honest target`;

/** As many as a run of the embedded target has here. */
const PROJECTS = availableParallelism() > 2 ? 3 : 1;

/** What is measured, by the names that `--only` takes. */
const SIDES: Readonly<Record<string, readonly Side[]>> = {
  processor: [
    empty('as many empty tests', PROJECTS, Math.ceil(suiteTests.count / PROJECTS)),
    {
      ...run(WHOLE),
      most: { cpuSeconds: 40 },
      ratio: { to: 'as many empty tests', of: 'cpuSeconds', most: 1.6 },
    },
    empty('one empty test', 1, 1),
    {
      ...run(ONE, { args: grep('embed-session-id-fresh') }),
      ratio: { to: 'one empty test', of: 'cpuSeconds', most: 2 },
    },
  ],
  client: [
    client('undici alone', 'undici'),
    client("the runner's own client", 'runner'),
    {
      ...client('our client, which judges', 'ours'),
      ratio: { to: 'undici alone', of: 'perSecond', least: 0.7 },
    },
  ],
  latency: [
    {
      ...run(`${WHOLE}, each answer after 40 ms`, { treat: () => ({ delayMs: 40 }) }),
      most: { seconds: 40 },
    },
    {
      ...run(`${WHOLE}, each answer after 100 ms`, { treat: () => ({ delayMs: 100 }) }),
      most: { seconds: 80 },
    },
  ],
  limit: [run(`${WHOLE}, 60 requests a second`, { treat: limited(60)() })],
  broken: [
    run(HONEST, { options: {} }),
    {
      ...run(`${WHOLE} of a target whose item ids are texts`, {
        options: { faults: ['workspace-item-id--text'] },
        code: 1,
      }),
      ratio: { to: HONEST, of: 'seconds', most: 2 },
    },
  ],
  workspace: [
    run(ITEMS, { options: {}, args: WORKSPACE }),
    {
      ...run('the tests of the workspace, of 100,000 items', {
        options: { items: 100_000 },
        args: WORKSPACE,
      }),
      ratio: { to: ITEMS, of: 'requests', most: 1.25 },
    },
  ],
};

/** The median of one figure of some runs; undefined where they do not have it. */
const medianOf = (runs: readonly Measured[], of: keyof Measured): number | undefined =>
  runs.flatMap((one) => one[of] ?? []).toSorted((one, other) => one - other)[runs.length >> 1];

/** The limits of a side, and whether they are kept. */
function limitsOf({ most = {}, ratio }: Side, runs: readonly Measured[], all: Results): string {
  const told = Object.entries(most).map(([of, limit]) => {
    const isKept = (medianOf(runs, of as keyof Measured) ?? 0) <= limit;
    return `at most ${limit} s${of === 'cpuSeconds' ? ' of a processor' : ''}: ${isKept ? 'yes' : '**no**'}`;
  });
  if (ratio) {
    const [, base = []] = [...all].find(([{ what }]) => what === ratio.to) ?? [];
    const times = (medianOf(runs, ratio.of) ?? 0) / (medianOf(base, ratio.of) ?? 0);
    const isKept = times <= (ratio.most ?? times) && times >= (ratio.least ?? times);
    const bound = ratio.most === undefined ? `at least ${ratio.least}` : `at most ${ratio.most}`;
    told.push(`${times.toFixed(2)} times ${ratio.to}, ${bound}: ${isKept ? 'yes' : '**no**'}`);
  }
  return told.join('; ');
}

type Results = ReadonlyMap<Side, Measured[]>;

function rowOf(side: Side, runs: readonly Measured[], all: Results): string {
  const figure = (of: keyof Measured, digits: number, unit = ''): string => {
    const median = medianOf(runs, of);
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return median === undefined ? '' : `${median.toLocaleString('en', options)}${unit}`;
  };
  const figures = [figure('seconds', 1, ' s'), figure('cpuSeconds', 1, ' s'), figure('requests', 0)];
  const others = [figure('peakMb', 0, ' MiB'), figure('perSecond', 0), limitsOf(side, runs, all)];
  return `| ${[side.what, ...figures, ...others].join(' | ')} |`;
}

async function main(): Promise<number> {
  if (only !== undefined && !(only in SIDES))
    throw new Error(`--only=${only}: there are ${Object.keys(SIDES).join(', ')}.`);
  const sides = only === undefined ? Object.values(SIDES).flat() : (SIDES[only] ?? []);
  const results = new Map<Side, Measured[]>(sides.map((side) => [side, []]));
  for (let time = 0; time < TIMES; time += 1)
    for (const side of sides) {
      const figures = await side.measure();
      console.log(
        `${side.what}: ${JSON.stringify(figures, ['seconds', 'cpuSeconds', 'requests', 'perSecond'])}`,
      );
      results.get(side)?.push(figures);
    }
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB of memory`;
  const table = [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}, Node.js ${process.version}. ${RUNS}`,
    '',
    '| what | time | of a processor | requests | most memory of a process | requests a second | limits |',
    '|---|---|---|---|---|---|---|',
    ...[...results].map(([side, runs]) => rowOf(side, runs, results)),
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
