import { spawn, spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { listFaults, listVariants } from '../../../fixtures/reference/faults/index.ts';
import { readOptions } from '../../../fixtures/reference/options.ts';
import { listSwitches } from '../../../fixtures/reference/switch-list.ts';
import { readWithDotenvAndShell } from '../support/env-files.ts';

/** Runs the command of `npm run target`, with options that make it end at once. */
function runTarget(...args: string[]) {
  const command = ['--import', 'tsx', 'fixtures/reference/main.ts', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status, stdout, stderr };
}

test('a misspelt fault: one sentence with the nearest one, exit 1', () => {
  const { status, stdout, stderr } = runTarget('--fault=workspace-folders-lst');
  expect(stderr.trim()).toBe(
    'There is no fault "workspace-folders-lst": did you mean "workspace-folders-last"?',
  );
  expect(stdout).toBe('');
  expect(status).toBe(1);
});

for (const [args, message] of [
  [['--faults=x'], '--faults is not an option: did you mean --fault?'],
  [['--lst'], '--lst is not an option: did you mean --list?'],
  [['--items=1000', '--shape=weid'], 'There is no shape "weid": did you mean "wide"?'],
  [['--shape=wide'], '--shape=wide needs a size: did you mean --shape=wide --items=100000?'],
  [['--fault'], '--fault needs a value: did you mean --fault=SOMETHING?'],
  [['--list=scim'], '--list takes no value: did you mean --list scim?'],
  [['scim'], '"scim" is not an option: did you mean --fault=scim, or --list scim?'],
  [['--announce=xml'], '--announce=xml is unknown: did you mean --announce=json?'],
  [['--port=http'], '--port=http is not a port.'],
] as const)
  test(`${args.join(' ')} is rejected with advice`, () => expect(() => readOptions(args)).toThrow(message));

test('--list shows all faults and variants', () => {
  const all = listSwitches();
  for (const { name } of [...listFaults(), ...listVariants()]) expect(all).toContain(`\n${name}\n`);
});

test('words after --list select by name, requirement and description', () => {
  const [fault] = listFaults();
  const { name = '', breaks = '', does = '' } = fault ?? {};
  for (const word of [name, breaks, does])
    expect(listSwitches([word])).toContain(`\n${name}\n    ${breaks}: `);
  expect(listSwitches([name.toUpperCase(), breaks])).toContain(`\n${name}\n`);
  expect(listSwitches([name, 'nothing says this'])).toMatch(
    /^0 faults about [\s\S]*\n0 variants about .*\n$/,
  );
  const { status, stdout } = runTarget('--list', 'scim', 'system');
  expect(status).toBe(0);
  expect(stdout).toContain('\nscim-system-group\n');
  const chosen = stdout.split('\n').filter((line) => /^[a-z][\w-]*$/.test(line));
  expect(chosen.length).toBeLessThan(20);
});

test('an option may be repeated, or list several names with commas', () => {
  expect(readOptions(['--fault=a,b', '--fault', 'c', '--port=8443', '--announce=json'])).toEqual({
    server: { faults: ['a', 'b', 'c'], variants: [], port: 8443 },
    asJson: true,
  });
});

test('the .env that is printed means the same to dotenv and to a shell', async () => {
  const server = spawn(process.execPath, ['--import', 'tsx', 'fixtures/reference/main.ts']);
  try {
    let printed = '';
    for await (const part of server.stdout) {
      printed += part;
      if (/^NODE_EXTRA_CA_CERTS=.*\n/m.test(printed)) break;
    }
    const { dotenv, shell } = await readWithDotenvAndShell(printed);
    expect(dotenv.TARGET_BASE_URL).toMatch(/^https:/);
    expect(Object.values(dotenv).join(), 'a value that needs quotes').toContain(' ');
    expect(shell).toEqual(dotenv);
  } finally {
    server.kill();
  }
});
