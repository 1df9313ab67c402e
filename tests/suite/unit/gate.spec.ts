import { writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Report } from '../../../reporters/report.ts';
import { environment, type Run, runNode } from '../support/run-suite.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { MUST, report } from './sample-report.ts';

/** Applies the gate to a report. */
const gate = (judged: Report, ...args: string[]): Promise<Pick<Run, 'code' | 'output'>> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'report.json');
    await writeFile(file, JSON.stringify(judged));
    const env = { ...environment(), DOTENV_CONFIG_PATH: devNull };
    return runNode(['--import', 'tsx', 'reporters/gate.ts', ...args, file], env);
  });

test('the gate opens for a report without failures', async () => {
  expect(await gate(report({}))).toMatchObject({ code: 0 });
});

test('the gate refuses a report on the embedded target, unless it is told to take one', async () => {
  const whole = report({});
  const embedded = { ...whole, target: { ...whole.target, baseUrl: 'https://127.0.0.1', embedded: true } };
  const { code, output } = await gate(embedded);
  expect(code, output).toBe(1);
  expect(output).toContain('it is about the embedded target: no setting named another one');
  expect(await gate(embedded, '--embedded')).toMatchObject({ code: 0 });
});

test('the gate refuses a report from which a requirement is missing', async () => {
  const whole = report({});
  const requirements = whole.requirements.filter(({ id }) => id !== MUST);
  const { code, output } = await gate({ ...whole, requirements });
  expect(code, output).toBe(1);
  expect(output).toContain(`${MUST} is missing`);
});
