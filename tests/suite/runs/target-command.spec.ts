import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'dotenv';
import { readOptions } from '../../../fixtures/reference/options.ts';
import { startReference } from '../../../fixtures/reference/start.ts';
import { withTemporaryFolder } from '../support/files.ts';

const COMMAND = ['--import', 'tsx', 'fixtures/reference/main.ts'];

test('a misspelt fault: one sentence with the nearest one', () =>
  expect(startReference({ faults: ['workspace-folders-lst'] })).rejects.toThrow(
    /^There is no fault "workspace-folders-lst": did you mean "workspace-folders-last"\?$/,
  ));

for (const [args, message] of [
  [['--faults=x'], "Unknown option '--faults'"],
  [['--help'], 'npm run target -- [--fault=NAME]'],
  [['--fault'], "'--fault <value>' argument missing"],
  [['--announce=xml'], '--announce=xml is unknown: did you mean --announce=json?'],
  [['--port=http'], '--port=http is not a port.'],
] as const)
  test(`${args.join(' ')} is rejected with advice`, () => expect(() => readOptions(args)).toThrow(message));

test('the .env that is printed means the same to dotenv and to a shell', async () => {
  const server = spawn(process.execPath, COMMAND);
  try {
    let printed = '';
    for await (const part of server.stdout) {
      printed += part;
      if (/^NODE_EXTRA_CA_CERTS=.*\n/m.test(printed)) break;
    }
    const dotenv = parse(printed);
    expect(dotenv.TARGET_BASE_URL).toMatch(/^https:/);
    expect(Object.values(dotenv).join(), 'a value that needs quotes').toContain(' ');
    await withTemporaryFolder(async (folder) => {
      const file = join(folder, 'settings.env');
      writeFileSync(file, printed);
      const print = `set -a; . ${file}; exec '${process.execPath}' -p 'JSON.stringify(process.env)'`;
      expect(JSON.parse(execFileSync('sh', ['-c', print], { env: {}, encoding: 'utf8' }))).toMatchObject(
        dotenv,
      );
    });
  } finally {
    server.kill();
  }
});
