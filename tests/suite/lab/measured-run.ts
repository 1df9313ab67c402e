import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTemporaryFolder } from '../support/files.ts';
import { type Ended, type Run, runSuite } from '../support/run-suite.ts';

const NOTE_USAGE = `--import=${new URL('note-usage.mjs', import.meta.url)}`;

/** What a run took. */
export interface Usage {
  readonly seconds: number;
  /** Of a processor, by all of its processes together. */
  readonly cpuSeconds: number;
  /** The most memory that any of its processes had, in MiB. */
  readonly peakMb: number;
}

/**
 * Measures a run and all processes that it starts.
 *
 * @param run - starts it, with these variables added to its environment
 */
export const measured = <Run extends Ended>(
  run: (environment: Record<string, string>) => Promise<Run>,
): Promise<Run & Usage> =>
  withTemporaryFolder(async (folder) => {
    const begun = performance.now();
    const ended = await run({ NODE_OPTIONS: NOTE_USAGE, USAGE_FOLDER: folder });
    const seconds = (performance.now() - begun) / 1_000;
    const notes = readdirSync(folder).map(
      (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Omit<Usage, 'seconds'>,
    );
    return {
      ...ended,
      seconds,
      cpuSeconds: notes.reduce((sum, one) => sum + one.cpuSeconds, 0),
      peakMb: Math.max(0, ...notes.map((one) => one.peakMb)),
    };
  });

export type MeasuredRun = Run & Usage;

/** Measures a run of the suite, as a user starts it. */
export const measureSuite = (
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<MeasuredRun> => measured((environment) => runSuite({ ...settings, ...environment }, args, []));
