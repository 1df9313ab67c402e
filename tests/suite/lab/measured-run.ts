import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTemporaryFolder } from '../support/files.ts';
import { type Run, runSuite } from '../support/run-suite.ts';

const NOTE_MEMORY = `--import=${new URL('note-memory.mjs', import.meta.url)}`;

/** A run, and what it took. */
export interface MeasuredRun extends Run {
  readonly seconds: number;
  /** The most memory that any of its processes had, in MiB. */
  readonly peakMb: number;
}

/**
 * Runs the suite as a user does, and measures it.
 *
 * @param settings - TARGET_… and CONFORMANCE_… variables; without any the embedded target is judged
 * @param args - for the runner
 */
export const measureSuite = (
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<MeasuredRun> =>
  withTemporaryFolder(async (folder) => {
    const measured = {
      ...settings,
      NODE_OPTIONS: NOTE_MEMORY,
      PEAK_MEMORY_FOLDER: folder,
    };
    const begun = performance.now();
    const run = await runSuite(measured, args, []);
    const seconds = (performance.now() - begun) / 1_000;
    const notes = readdirSync(folder).map((name) => Number(readFileSync(join(folder, name), 'utf8')));
    return { ...run, seconds, peakMb: Math.max(0, ...notes) };
  });
