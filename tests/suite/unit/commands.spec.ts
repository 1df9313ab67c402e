import { writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Report } from '../../../reporters/report.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { environment, runNode } from '../support/run-suite.ts';
import { MUST, report } from '../support/samples.ts';

const WHOLE = report({});
const FAILED = report({ [MUST]: 'failed' });
const EMBEDDED = { ...WHOLE, target: { ...WHOLE.target, baseUrl: 'https://127.0.0.1', embedded: true } };
const INCOMPLETE = { ...WHOLE, requirements: WHOLE.requirements.filter(({ id }) => id !== MUST) };

const CASES: [what: string, command: string[], reports: Report[], code: number, says: string][] = [
  ['the gate opens for a report without failures', ['gate'], [WHOLE], 0, ''],
  ['the gate refuses a report on the embedded target', ['gate'], [EMBEDDED], 1, 'about the embedded target'],
  ['the gate takes one where it is told to', ['gate', '--embedded'], [EMBEDDED], 0, ''],
  ['the gate refuses a report that lacks a requirement', ['gate'], [INCOMPLETE], 1, `${MUST} is missing`],
  ['a comparison without regressions', ['compare'], [FAILED, WHOLE], 0, 'No regression'],
  ['a comparison with a regression', ['compare'], [WHOLE, FAILED], 1, '1 regression'],
  ['a comparison of one report', ['compare'], [WHOLE], 1, 'npm run compare -- '],
  ['a baseline without a reason', ['baseline'], [FAILED], 1, '1 failure is not in the baseline yet'],
  ['a baseline with a reason', ['baseline', '--reason=why'], [FAILED], 0, `added    ${MUST}`],
];

for (const [what, [command, ...options], reports, code, says] of CASES)
  test(`${what} exits ${code}`, () =>
    withTemporaryFolder(async (folder) => {
      const files = reports.map((_, index) => join(folder, `${index}.json`));
      for (const [index, file] of files.entries()) await writeFile(file, JSON.stringify(reports[index]));
      const baseline = command === 'baseline' ? { CONFORMANCE_BASELINE: join(folder, 'known.yaml') } : {};
      const settings = { ...environment(), DOTENV_CONFIG_PATH: devNull, ...baseline };
      const args = ['--import', 'tsx', `reporters/${command}.ts`, ...options, ...files];
      const run = await runNode(args, settings);
      expect(run, run.output).toMatchObject({ code, output: expect.stringContaining(says) });
    }));
