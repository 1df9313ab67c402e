import { type RecordedTestRun, readRecording } from '../../../reporters/certification/read-bundle.ts';
import { RECORDING_FOLDER } from '../../../schemas/recording.ts';
import { type Run, runSuite } from './run-suite.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

/**
 * Runs the suite as {@link runSuite} does, and records its exchanges.
 *
 * @param settings - as for runSuite
 * @param args - as for runSuite
 */
export const recordSuite = (
  settings: Record<string, string>,
  args: readonly string[],
): Promise<Run & { recording: RecordedTestRun[] }> =>
  withTemporaryFolder(async (folder) => {
    const run = await runSuite({ ...settings, [RECORDING_FOLDER]: folder }, args);
    return { ...run, recording: readRecording(folder) };
  });
