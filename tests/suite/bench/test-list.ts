import { readFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { environment, PLAYWRIGHT, runNode } from '../support/run-suite.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';

/** The tests of one file that one project has. */
export interface ListedFile {
  readonly project: string;
  /** Below `tests/`. */
  readonly file: string;
  readonly tests: number;
}

/** What the runner's JSON reporter lists, as far as it is read here. */
interface ListedSuite {
  readonly suites?: readonly ListedSuite[];
  readonly specs?: readonly { readonly file: string; readonly tests: readonly { projectName: string }[] }[];
}

const testsIn = ({ suites = [], specs = [] }: ListedSuite): { project: string; file: string }[] => [
  ...specs.flatMap(({ file, tests }) => tests.map(({ projectName }) => ({ project: projectName, file }))),
  ...suites.flatMap(testsIn),
];

/** No target is there: one that is named keeps the embedded one from being started. */
const NO_TARGET = { TARGET_BASE_URL: 'https://127.0.0.1:1/api', DOTENV_CONFIG_PATH: devNull };

/** The conformance tests that a run has, by project and file, as the runner lists them. */
export const listTests = (): Promise<ListedFile[]> =>
  withTemporaryFolder(async (folder) => {
    const list = join(folder, 'list.json');
    const env = { ...environment(), ...NO_TARGET, PLAYWRIGHT_JSON_OUTPUT_FILE: list };
    const { output } = await runNode([PLAYWRIGHT, 'test', '--list', '--reporter=json'], env);
    const text = await readFile(list, 'utf8').catch(() => {
      throw new Error(
        `The runner was to list the conformance tests, and wrote no list. It printed: ${output}`,
      );
    });
    const counts = new Map<string, ListedFile>();
    for (const { project, file } of testsIn(JSON.parse(text) as ListedSuite)) {
      const key = `${project} ${file}`;
      counts.set(key, { project, file, tests: (counts.get(key)?.tests ?? 0) + 1 });
    }
    return [...counts.values()];
  });
