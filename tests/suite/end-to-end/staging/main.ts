import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type FaultResult, judgeFaults, pickFaults } from './judge-faults.ts';
import { judgeVariants, type VariantResult } from './judge-variants.ts';
import { startBusy, starter } from './targets.ts';
import { line } from './whole-run.ts';

/**
 * `npm run staging`: whole runs against the embedded target behind a gateway. Each fault must fail its own requirement,
 * and no honest variant may be accused.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    faults: { type: 'string' },
    seed: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    busy: { type: 'string', default: '0' },
    direct: { type: 'boolean', default: false },
    bisect: { type: 'boolean', default: false },
  },
});

const RESULTS = 'test-results/staging.json';

/**
 * A whole number from the command line.
 *
 * @throws Error when it is less than `min`, or no whole number
 */
function numberOption(name: 'faults' | 'seed' | 'jobs' | 'busy', min: number): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min)
    throw new Error(`--${name}=${text}: it must be a whole number, ${min} or more.`);
  return value;
}

function printFaults({ judged, right, missed, rounds }: FaultResult): void {
  const inconclusive = new Set(rounds.flat().flatMap((run) => run.inconclusive.map(({ id }) => id)));
  console.log(`faults: ${judged} judged, ${right} failed by the right id, ${missed.length} missed`);
  console.log(`inconclusive in some run: ${[...inconclusive].sort().join(', ') || 'none'}`);
  for (const { fault, verdict } of missed) console.log(`MISSED ${fault} -> ${line(verdict)}`);
}

function printVariants({ runs }: VariantResult): void {
  const accused = runs.filter((run) => run.accused.length > 0);
  console.log(`variants: ${runs.length} honest servers judged, ${accused.length} accused`);
}

async function main(): Promise<void> {
  const { only, direct, bisect } = values;
  if (only !== undefined && only !== 'faults' && only !== 'variants')
    throw new Error(`--only=${only}: it can be faults or variants.`);
  const [seed, jobs = 2, busy = 0] = [
    numberOption('seed', 0),
    numberOption('jobs', 1),
    numberOption('busy', 0),
  ];
  const begun = performance.now();
  const start = starter(direct, seed ?? 1);
  const endBusy = startBusy(busy);
  try {
    const faults =
      only === 'variants'
        ? undefined
        : await judgeFaults(pickFaults(numberOption('faults', 1), seed), start, jobs);
    const variants = only === 'faults' ? undefined : await judgeVariants(start, jobs, bisect);
    const seconds = Math.round((performance.now() - begun) / 1000);
    if (faults) printFaults(faults);
    if (variants) printVariants(variants);
    console.log(`${seconds} s; written to ${RESULTS}`);
    mkdirSync('test-results', { recursive: true });
    writeFileSync(RESULTS, `${JSON.stringify({ options: values, seconds, faults, variants }, null, 2)}\n`);
    const accused = variants?.runs.some((run) => run.accused.length > 0);
    process.exitCode = accused || (faults?.missed.length ?? 0) > 0 ? 1 : 0;
  } finally {
    endBusy();
  }
}

// A signal would end this process without its exit handlers, which end the processes that it started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
