import { readdirSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { cutShort, recordsHeld, untilDefined } from '../support/cut-short.ts';
import { environment, only, runNode, runSuite } from '../support/run-suite.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { type RunningReference, withReference } from '../support/with-reference.ts';

// Runs that are told to end, and runs that are killed: what they leave on the target, and who removes it.

const DEFINING = ['--project=embed', '--grep', 'definitions|embed-tenants'];
/** Tests that leave embed tenants alone: what is removed then was removed before them. */
const APART = only('embed-deployment-required');
/** A run that is told to end is over by then. */
const SOON_MS = 5_000;

/** Lets a test use a reference, settings that reach it, and a folder for ledgers and reports. */
const withTarget = <Result>(
  use: (reference: RunningReference, settings: Record<string, string>, folder: string) => Promise<Result>,
): Promise<Result> =>
  withTemporaryFolder((folder) =>
    withReference({}, (reference) =>
      use(reference, { ...reference.settings, CONFORMANCE_LEDGER_DIR: join(folder, 'ledger') }, folder),
    ),
  );

const ledgerIn = (folder: string): string =>
  readdirSync(join(folder, 'ledger'))
    .map((file) => readFileSync(join(folder, 'ledger', file), 'utf8'))
    .join('');

for (const [signal, expected, group] of [
  ['SIGINT', 130, true],
  ['SIGTERM', 143, false],
] as const) {
  test(`${signal} ends a run within five seconds: it exits ${expected}, with a report, and leaves no record`, () => {
    test.setTimeout(90_000);
    return withTarget(async (reference, settings, folder) => {
      const when = () => untilDefined(reference);
      const run = await cutShort(settings, folder, DEFINING, { signal, group, when });
      expect(run.code, run.output).toBe(expected);
      expect(run.tookMs, run.output).toBeLessThan(SOON_MS);
      expect(run.report?.run.ended, run.output).toBe(false);
      expect(run.report?.leftovers).toEqual([]);
      expect(Object.values(await recordsHeld(reference)).filter(Boolean)).toEqual([]);
      expect(ledgerIn(folder)).not.toContain('"kind":"groups"');
    });
  });
}

test('npm run cleanup removes what a killed run has left, and exits 0', () => {
  test.setTimeout(90_000);
  return withTarget(async (reference, settings, folder) => {
    const when = () => untilDefined(reference);
    const run = await cutShort(settings, folder, DEFINING, { signal: 'SIGKILL', group: true, when });
    expect(run.signal).toBe('SIGKILL');
    const records = Object.values(await recordsHeld(reference)).reduce((sum, one) => sum + one, 0);
    expect(records, 'records that the killed run has left').toBeGreaterThan(0);
    const command = ['--import', 'tsx', 'fixtures/run/cleanup-command.ts'];
    const env = { ...environment(), DOTENV_CONFIG_PATH: devNull, ...settings };
    const first = await runNode(command, env);
    expect(first.code, first.output).toBe(0);
    expect(first.output.match(/^removed: /gm)).toHaveLength(records);
    expect(first.output).toContain('Nothing is left.');
    expect(Object.values(await recordsHeld(reference)).filter(Boolean)).toEqual([]);
    expect(ledgerIn(folder)).not.toContain('"kind":"groups"');
  });
});

/** A random number from 0 to 1 for each seed, the same every time. */
const randomOf = (seed: number): number => {
  const sine = Math.sin(seed * 12.9898) * 43_758.5453;
  return sine - Math.floor(sine);
};

/** Kills a run so long after its first definition. */
const KILLED_WITHIN_MS = 4_000;

async function killAndRunAgain(
  reference: RunningReference,
  settings: Record<string, string>,
  folder: string,
  { seed, again }: { seed: number; again: readonly string[] },
): Promise<void> {
  const when = async (): Promise<void> => {
    await untilDefined(reference);
    await sleep(randomOf(seed) * KILLED_WITHIN_MS);
  };
  await cutShort(settings, folder, DEFINING, { signal: 'SIGKILL', group: true, when });
  const left = await recordsHeld(reference);
  const next = await runSuite(settings, again);
  const told = `seed ${seed}: after ${JSON.stringify(left)}\n${next.output}`;
  expect(next.code, told).toBe(0);
  const isLeft = Object.values(left).some(Boolean);
  expect(next.output.includes('An earlier run was cut short'), told).toBe(isLeft);
  expect(next.report?.leftovers, told).toEqual([]);
  expect(Object.values(await recordsHeld(reference)).filter(Boolean), told).toEqual([]);
}

const TWENTY = Array.from({ length: 20 }, (_, index) => index + 3);

for (const { name, seeds, again, tag } of [
  { name: 'two moments', seeds: [1, 2], again: APART, tag: ['@slow'] },
  { name: 'twenty moments', seeds: TWENTY, again: DEFINING, tag: ['@slow'] },
]) {
  test(`after SIGKILL at ${name}, the next run is conformant and leaves no record`, { tag }, () => {
    test.setTimeout(seeds.length * 60_000);
    return withTarget(async (reference, settings, folder) => {
      for (const seed of seeds) await killAndRunAgain(reference, settings, folder, { seed, again });
    });
  });
}
