import { readFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../../reporters/report.ts';
import { type MeasuredRun, measureSuite } from '../support/measured-run.ts';
import { environment, PLAYWRIGHT, runNode } from '../support/run-suite.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';

/**
 * Runs all shards of a run at the same time, and merges them.
 *
 * @param shards - how many; 1 is a run that is merged like the others
 * @returns the merged run; its seconds are those from the start of the shards to the end of the merge, its memory that of the
 *   largest process of a shard
 */
export const runShards = (settings: Readonly<Record<string, string>>, shards: number): Promise<MeasuredRun> =>
  withTemporaryFolder(async (folder) => {
    const begun = performance.now();
    const numbers = Array.from({ length: shards }, (_, index) => index + 1);
    const runs = await Promise.all(
      numbers.map((number) =>
        measureSuite({ ...settings, PLAYWRIGHT_BLOB_OUTPUT_DIR: folder }, [
          '--reporter=blob',
          ...(shards === 1 ? [] : [`--shard=${number}/${shards}`]),
        ]),
      ),
    );
    const merged = await runNode(
      [PLAYWRIGHT, 'merge-reports', '--reporter=./reporters/conformance.ts', folder],
      { ...environment(), DOTENV_CONFIG_PATH: devNull, CONFORMANCE_REPORT_DIR: folder },
    );
    const seconds = (performance.now() - begun) / 1_000;
    const text = await readFile(join(folder, 'report.json'), 'utf8').catch(() => undefined);
    return {
      ...merged,
      report: text === undefined ? undefined : (JSON.parse(text) as Report),
      seconds,
      peakMb: Math.max(...runs.map(({ peakMb }) => peakMb)),
    };
  });
