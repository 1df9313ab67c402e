import { parseArgs } from 'node:util';
import { brokenTargets } from './broken-targets.ts';
import { client } from './client.ts';
import { emptyTests } from './empty-tests.ts';
import { latency } from './latency.ts';
import { thisMachine } from './machine.ts';
import type { Measurement } from './measurement.ts';
import { writePage } from './pages.ts';
import { rateLimit } from './rate-limit.ts';
import { readRecords, writeRecords } from './records.ts';
import { schemathesis } from './schemathesis.ts';
import { shards } from './shards.ts';
import { startUp } from './start-up.ts';
import { printed, table } from './table.ts';
import { validation } from './validation.ts';
import { workers } from './workers.ts';
import { workspaceSize } from './workspace-size.ts';

/** Every measurement, in the order of the table. */
const MEASUREMENTS: readonly Measurement[] = [
  emptyTests,
  startUp,
  client,
  validation,
  workspaceSize,
  latency,
  workers,
  shards,
  rateLimit,
  brokenTargets,
  schemathesis,
];

const DEFAULT_REPEAT = 3;

/**
 * `npm run bench`: measures the suite, all of it or what `--only=NAME` names, each side `--repeat=N` times (3 unless given, long ones half
 * as often). It keeps the numbers in docs/bench.json, with those that were measured before, and writes the table into the pages that show
 * it. What is not within its limit is told, and fails nothing.
 */
const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, repeat: { type: 'string' } },
});

/** @throws Error when a name is that of no measurement */
function chosen(names: readonly string[]): readonly Measurement[] {
  const unknown = names.find((name) => !MEASUREMENTS.some((one) => one.name === name));
  if (unknown !== undefined)
    throw new Error(`--only=${unknown}: there are ${MEASUREMENTS.map(({ name }) => name).join(', ')}.`);
  return names.length === 0 ? MEASUREMENTS : MEASUREMENTS.filter(({ name }) => names.includes(name));
}

/** @throws Error when it is no number of repetitions */
function repetitions(text: string): number {
  const repeat = Number(text);
  if (!Number.isInteger(repeat) || repeat < 1)
    throw new Error(`--repeat=${text}: it has to be a whole number from 1 up.`);
  return repeat;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Measures, and writes what came of it, so that nothing is lost when a later measurement cannot be made. */
async function measure({ name, title, isLong, run }: Measurement, repeat: number): Promise<void> {
  console.log(`${name}: ${title}`);
  const results = await run(isLong ? Math.ceil(repeat / 2) : repeat);
  for (const result of results) console.log(printed(result));
  if (results.length === 0) return;
  const date = new Date().toISOString().slice(0, 10);
  const records = { ...readRecords(), [name]: { date, machine: thisMachine(), results } };
  writeRecords(records);
  writePage(table(MEASUREMENTS, records));
}

async function main(): Promise<void> {
  const repeat = repetitions(values.repeat ?? String(DEFAULT_REPEAT));
  for (const measurement of chosen(values.only ?? []))
    await measure(measurement, repeat).catch((error: unknown) => {
      console.error(`${measurement.name} could not be measured: ${messageOf(error)}`);
      process.exitCode = 1;
    });
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
