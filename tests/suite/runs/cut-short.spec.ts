import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type { Report } from '../../../reporters/report.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { environment, FEW_WORKERS, only, PLAYWRIGHT, runNode, runSuite } from '../support/run-suite.ts';
import { type RunningReference, withReference } from '../support/servers.ts';

// Runs that are told to end, and runs that are killed: what they leave on the target, and who removes it.

const DEFINING = ['--project=embed', '--grep', 'definitions|embed-tenants'];
/** A run that is told to end is over by then. */
const SOON_MS = 5_000;

/** A run that is cut short. */
interface CutShort {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  /** From the signal to the end of the process. */
  readonly tookMs: number;
  /** Undefined when it wrote none. */
  readonly report: Report | undefined;
}

/** How a run is cut short. */
interface Cut {
  readonly signal: NodeJS.Signals;
  /** Whether the workers get it too, as from a terminal or from whoever kills a container. */
  readonly group: boolean;
  /** Waits for the moment. */
  when(): Promise<void>;
}

/**
 * Starts a run of the suite in a process group of its own, and sends it a signal.
 *
 * @param folder - for its report
 * @param args - for the runner
 */
async function cutShort(
  settings: Record<string, string>,
  folder: string,
  args: readonly string[],
  cut: Cut,
): Promise<CutShort> {
  const env = {
    ...environment(),
    ...FEW_WORKERS.environment,
    DOTENV_CONFIG_PATH: devNull,
    ...settings,
    CONFORMANCE_REPORT_DIR: folder,
  };
  const command = [PLAYWRIGHT, 'test', `--output=${join(folder, 'results')}`, ...FEW_WORKERS.args, ...args];
  const run = spawn(process.execPath, command, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(run, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const output = collected(run);
  await Promise.race([cut.when(), ended]);
  const sentAt = Date.now();
  if (run.exitCode === null && run.pid) process.kill(cut.group ? -run.pid : run.pid, cut.signal);
  const [code, signal] = await ended;
  return { code, signal, output: output(), tookMs: Date.now() - sentAt, report: reportIn(folder) };
}

/** What the reference holds in embed tenants, by name: how many records. */
async function recordsHeld({ settings }: RunningReference): Promise<Record<string, number>> {
  const observed = new URL(settings.TARGET_ADAPTER as string).searchParams.get('observe');
  return (await (await fetch(`${observed}/embed-tenants`)).json()) as Record<string, number>;
}

/** Waits until embed tenants of the reference hold a record beside the sign of a run. */
async function untilDefined(reference: RunningReference): Promise<void> {
  const held = async (): Promise<number> =>
    Object.values(await recordsHeld(reference)).reduce((sum, records) => sum + records, 0);
  while ((await held()) < 2) await sleep(3);
}

function collected({ stdout, stderr }: ChildProcess): () => string {
  const chunks: string[] = [];
  for (const stream of [stdout, stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(String(chunk)));
  return () => chunks.join('');
}

function reportIn(folder: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

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

test('after SIGKILL at any moment, the next run is conformant and leaves no record', { tag: '@slow' }, () => {
  const afterMs = [500, 2_500];
  test.setTimeout(afterMs.length * 60_000);
  return withTarget(async (reference, settings, folder) => {
    for (const ms of afterMs) {
      const when = async (): Promise<void> => {
        await untilDefined(reference);
        await sleep(ms);
      };
      await cutShort(settings, folder, DEFINING, { signal: 'SIGKILL', group: true, when });
      const left = await recordsHeld(reference);
      // Its tests leave embed tenants alone: what is removed then was removed before them.
      const next = await runSuite(settings, only('embed-deployment-required'));
      const told = `${ms} ms: after ${JSON.stringify(left)}\n${next.output}`;
      expect(next.code, told).toBe(0);
      const isLeft = Object.values(left).some(Boolean);
      expect(next.output.includes('An earlier run was cut short'), told).toBe(isLeft);
      expect(next.report?.leftovers, told).toEqual([]);
      expect(Object.values(await recordsHeld(reference)).filter(Boolean), told).toEqual([]);
    }
  });
});
