import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTemporaryFolder } from '../../support/temporary-folder.ts';
import { withReference } from '../../support/with-reference.ts';
import { configuration, REPORT } from './configuration.ts';
import { contractCopy } from './contract-copy.ts';
import type { KnownData } from './known-data.ts';
import type { ToolRun } from './result.ts';

/** A run that takes longer than that is ended: far more than one takes, on a busy machine too. */
const TIME_LIMIT_MS = 180_000;

/** As much of the JSON report as is read. */
interface StoredReport {
  readonly test_cases: { readonly generated: number };
  readonly failures: readonly { readonly type: string; readonly operations: readonly string[] }[];
}

/** This process's environment without what would lead requests to another machine or trust another certificate. */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)$|_proxy$|^SCHEMATHESIS_|^PYTHON/i.test(name),
    ),
  ),
  NO_PROXY: '*',
});

/** Runs the command in a folder to its end, or to the time limit; its exit code only says whether it reports failures. */
const execute = (command: string, folder: string): Promise<{ output: string; isCutShort: boolean }> =>
  new Promise((resolve) => {
    const options = { cwd: folder, env: environment(), timeout: TIME_LIMIT_MS, maxBuffer: 64 * 1024 * 1024 };
    execFile(command, ['run', 'openapi.json'], options, (error, stdout, stderr) =>
      resolve({ output: stdout + stderr, isCutShort: error?.killed === true }),
    );
  });

/**
 * Runs Schemathesis against a reference of its own.
 *
 * @param command - its path
 * @param faults - of the reference; none of an honest one
 * @returns what it took, and its failures in the form `check: operation`
 * @throws Error when it ended without a report
 */
export const runSchemathesis = (
  command: string,
  known: KnownData,
  faults: readonly string[],
): Promise<ToolRun> =>
  withReference({ faults }, ({ settings }) =>
    withTemporaryFolder(async (folder) => {
      await writeFile(join(folder, 'openapi.json'), await contractCopy(settings, known));
      await writeFile(join(folder, 'schemathesis.toml'), configuration(settings, known));
      const begun = performance.now();
      const { output, isCutShort } = await execute(command, folder);
      const seconds = (performance.now() - begun) / 1_000;
      const written = await readFile(join(folder, REPORT), 'utf8').catch(() => undefined);
      if (isCutShort) return { seconds, requests: 0, failures: [], cutShort: true };
      if (written === undefined)
        throw new Error(
          `Schemathesis ended without a report with the faults [${faults.join(', ')}]; expected ${REPORT}. It printed:\n${output.slice(-2_000)}`,
        );
      const report = JSON.parse(written) as StoredReport;
      return {
        seconds,
        requests: report.test_cases.generated,
        failures: report.failures.flatMap(({ type, operations }) =>
          operations.map((operation) => `${type}: ${operation}`),
        ),
      };
    }),
  );
