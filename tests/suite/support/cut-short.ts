import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../../reporters/report.ts';
import { environment, FEW_WORKERS, PLAYWRIGHT } from './run-suite.ts';
import type { RunningReference } from './with-reference.ts';

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
export interface Cut {
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
export async function cutShort(
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
export async function recordsHeld({ settings }: RunningReference): Promise<Record<string, number>> {
  const observed = new URL(settings.TARGET_ADAPTER as string).searchParams.get('observe');
  return (await (await fetch(`${observed}/embed-tenants`)).json()) as Record<string, number>;
}

/** Waits until embed tenants of the reference hold a record beside the sign of a run. */
export async function untilDefined(reference: RunningReference): Promise<void> {
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
