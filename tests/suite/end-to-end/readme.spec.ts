import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { listFaults, listVariants } from '../../../fixtures/reference/faults/index.ts';
import { withReference } from '../support/with-reference.ts';
import { environment, projectFiles } from '../support/run-suite.ts';

/** Every command of the README, run as it stands there, in a copy of the project. */

test.describe.configure({ timeout: 300_000 });

interface Try {
  /** What it prints when it does what the README says. */
  readonly shows: RegExp;
  /** Goes on until it is stopped. */
  readonly stays?: true;
  /** Nothing is set, or only these settings of the target. */
  readonly given?: readonly string[];
}

const WHOLE: Try = { shows: /^CONFORMANT/m };
const FILTERED: Try = { shows: /^UNDETERMINED {2}https/m };
const SHARD: Try = { shows: /^SHARD \d of 2, no verdict/m };
const TARGET: Try = { shows: /^TARGET_BASE_URL=https/m, stays: true, given: [] };
const MINE = ['TARGET_BASE_URL', 'TARGET_ACCESS_TOKEN', 'TARGET_API_KEY', 'NODE_EXTRA_CA_CERTS'];

/** How each is tried, in this order; or why it is not. */
const TRIES: Readonly<Record<string, Try | string>> = {
  'npm ci && npx playwright test': { shows: /^Embedded target: CONFORMANT/m, given: [] },
  'npm ci && npm test': 'it is what runs this test',
  'npx playwright test': { shows: /^CONFORMANT, of what was tested: /m, given: MINE },
  'npx playwright test --grep embed': FILTERED,
  'npx playwright test tests/workspace': FILTERED,
  'npx playwright test --grep @workspace-folders-first': FILTERED,
  'CONFORMANCE_REQUIRE=core,authentication npx playwright test': WHOLE,
  'npx playwright test --reporter=junit': WHOLE,
  'npx playwright test --shard=1/2 --reporter=blob': SHARD,
  'npx playwright test --shard=2/2 --reporter=blob': SHARD,
  'npx playwright merge-reports --reporter=./reporters/conformance.ts blob-report': { ...WHOLE, given: [] },
  'npm run gate -- conformance-report/report.json': { ...WHOLE, given: [] },
  'CONFORMANCE_SEED=random npx playwright test': WHOLE,
  'npx playwright test --list': { shows: /^@workspace-folders-first {2}folders come first/m },
  'npx playwright test --ui': 'it needs a browser',
  'npx playwright test --ui --ui-port=8080': { shows: /Listening on http:\/\/localhost:8080/, stays: true },
  'npm run target': TARGET,
  'npm run target -- --fault=NAME': TARGET,
  'npm run target -- --variant=NAME': TARGET,
  'npm run target -- --list': { shows: /^\d+ faults/m, given: [] },
  'npm run target -- --list WORD...': { shows: /^workspace-/m, given: [] },
  'npm run target -- --items=100000': TARGET,
};

/** What stands for something of the reader's own. */
const filledIn = (command: string): string =>
  command
    .replace('--fault=NAME', `--fault=${listFaults()[0]?.name}`)
    .replace('--variant=NAME', `--variant=${listVariants()[0]?.name}`)
    .replace('WORD...', 'workspace-folders-first');

/** The commands of the README: lines of its shell blocks, and what begins with a command in its text. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.split('\n'));
  const lines = blocks.map((line) => line.replace(/(^| +)#.*/, '').trim()).filter((line) => line !== '');
  const inText = [...text.matchAll(/`((?:[A-Z_]+=\S+ )?(?:npx|npm) [^`]+)`/g)].map(([, one = '']) => one);
  return [...lines.filter((line) => !line.startsWith('export ')), ...inText]
    .map((one) => one.replaceAll(/\s+/g, ' '))
    .filter((one) => !one.endsWith('FILE…'));
}

/** Runs a command in a shell until it ends, or until it shows what it should. */
function run(
  command: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
  until?: RegExp,
): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn('sh', ['-c', command], { cwd, env, detached: true });
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk;
      if (until?.test(output)) process.kill(-(child.pid as number), 'SIGTERM');
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', (code) => done({ code: until ? 0 : (code ?? 1), output }));
  });
}

test('each has a try', () => {
  expect([...new Set(commandsOf(readFileSync('README.md', 'utf8')))].sort()).toEqual(
    Object.keys(TRIES).sort(),
  );
});

test('each does what the README says', { tag: '@slow' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-readme-'));
  const copy = join(folder, 'with-packages');
  const fresh = join(folder, 'fresh');
  for (const file of projectFiles())
    for (const to of [copy, fresh]) if (existsSync(file)) cpSync(file, join(to, file));
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  await withReference({}, async ({ settings }) => {
    for (const [command, how] of Object.entries(TRIES)) {
      if (typeof how === 'string') continue;
      const { shows, stays, given } = how;
      const own = Object.entries(settings).filter(([name]) => !given || given.includes(name));
      await test.step(command, async () => {
        const { code, output } = await run(
          filledIn(command),
          command.startsWith('npm ci') ? fresh : copy,
          { ...environment(), ...Object.fromEntries(own), PLAYWRIGHT_HTML_OPEN: 'never' },
          stays && shows,
        );
        expect(output, command).toMatch(shows);
        expect(code, `${command}: ${output}`).toBe(0);
      });
    }
  });
  rmSync(folder, { recursive: true });
});
