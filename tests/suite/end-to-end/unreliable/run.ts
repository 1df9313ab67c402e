import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFaults } from '../../../../fixtures/reference/faults/index.ts';
import { EMBED_PARTS, projectsOf } from '../../../../fixtures/session/projects.ts';
import { startBehindProxy } from '../../support/proxy/proxy.ts';
import { only, type Run, runSuite } from '../../support/run-suite.ts';
import { withTemporaryFolder } from '../../support/temporary-folder.ts';
import { type Mode, SEED } from './mode.ts';

const NOTE_MEMORY = `--import=${new URL('note-memory.mjs', import.meta.url)}`;
/** What is asked about a network takes no more generated examples than these, and each mode takes two runs. */
const FEW_EXAMPLES = { CONFORMANCE_RUNS: '3' };
/** A run that takes longer than that is ended by the runner itself. */
const TIME_LIMIT_MS = 900_000;

/** What a run takes that has the machine to itself. */
const AS_USUAL = { workers: projectsOf({}, []).length, settings: { [EMBED_PARTS]: '' } };

/** A run behind an unreliable network, and what it took. */
export interface MeasuredRun extends Run {
  readonly seconds: number;
  /** The most memory that any of its processes had, in MiB. */
  readonly peakMb: number;
}

/**
 * Runs the suite through a mode, in processes of its own.
 *
 * @param faults - of the target; none of an honest one
 * @param args - the part of the tests that is run
 */
async function measure(mode: Mode, faults: readonly string[], args: readonly string[]): Promise<MeasuredRun> {
  const target = await startBehindProxy({ faults }, mode.treat(), SEED);
  try {
    return await withTemporaryFolder(async (folder) => {
      const settings = {
        ...target.settings,
        ...FEW_EXAMPLES,
        ...AS_USUAL.settings,
        ...(typeof mode.settings === 'function' ? mode.settings(target.settings) : mode.settings),
        NODE_OPTIONS: NOTE_MEMORY,
        PEAK_MEMORY_FOLDER: folder,
      };
      const begun = performance.now();
      const run = await runSuite(settings, [
        `--global-timeout=${TIME_LIMIT_MS}`,
        `--workers=${AS_USUAL.workers}`,
        ...args,
      ]);
      const seconds = Math.round((performance.now() - begun) / 1_000);
      const notes = await Promise.all(
        (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
      );
      return { ...run, seconds, peakMb: Math.round(Math.max(0, ...notes.map(Number))) };
    });
  } finally {
    await target.close();
  }
}

/** Judges the honest target through a mode. */
export const judgeHonest = (mode: Mode, part = mode.part ?? []): Promise<MeasuredRun> =>
  measure(mode, [], part);

/** Judges a target with faults through a mode: only what the faults break. */
export function judgeBroken(mode: Mode, names: readonly string[]): Promise<MeasuredRun> {
  const ids = listFaults().flatMap(({ name, breaks }) => (names.includes(name) ? breaks : []));
  return measure(mode, names, only(...ids));
}
