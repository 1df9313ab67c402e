import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { listVariants } from '../../../fixtures/reference/faults/index.ts';
import { blocksIn, copyProject, withTemporaryFolder } from '../support/files.ts';
import { type Ended, environment } from '../support/run-suite.ts';
import { NEEDED, pick, withReference } from '../support/servers.ts';

/** Every command of the README and of CONTRIBUTING.md is run as it is written there, in a copy of the project. */

test.describe.configure({ timeout: 900_000 });

interface Trial {
  readonly prints: RegExp;
  /** Set for a command that runs until it is stopped. */
  readonly keepsRunning?: true;
  /** The settings of the target that are set; all of them when left out. */
  readonly settings?: readonly string[];
}

const WHOLE: Trial = { prints: /^CONFORMANT/m };
const FILTERED: Trial = { prints: /^UNDETERMINED {2}https/m };
const SHARD: Trial = { prints: /^SHARD \d of 2, no verdict/m };
const TARGET: Trial = { prints: /^TARGET_BASE_URL=https/m, keepsRunning: true, settings: [] };
const MINIMAL = [...NEEDED, 'TARGET_API_KEY'];

/** How each command is tried, in this order, or why it is not. */
const TRIALS: Readonly<Record<string, Trial | string>> = {
  'npm ci && npx playwright test': { prints: /^Embedded target: CONFORMANT/m, settings: [] },
  'npm ci && npm test': 'it is what runs this test',
  'npm run doctor': { prints: /^All settings work\.$/m },
  'npx playwright test': { prints: /^CONFORMANT, of what was judged: /m, settings: MINIMAL },
  'npx playwright test --grep embed': FILTERED,
  'npx playwright test tests/workspace': FILTERED,
  'npx playwright test --grep @workspace-folders-first': FILTERED,
  'CONFORMANCE_REQUIRE=core,authentication npx playwright test': WHOLE,
  'npx playwright test --shard=1/2 --reporter=blob': SHARD,
  'npx playwright test --shard=2/2 --reporter=blob': SHARD,
  'npx playwright merge-reports --reporter=./reporters/conformance.ts blob-report': {
    ...WHOLE,
    settings: [],
  },
  'npm run gate -- conformance-report/report.json': { ...WHOLE, settings: [] },
  'npm run gate -- --embedded FILE': 'exit-codes.spec.ts tries it',
  'npm run gate -- FILE --run=ID': 'unit/gate.spec.ts tries it',
  'npm run compare -- earlier.json conformance-report/report.json': {
    prints: /^No regression/m,
    settings: [],
  },
  'CONFORMANCE_SEED=random npx playwright test': WHOLE,
  'npx playwright test --list': {
    prints: /^ {2}@workspace-folders-first {2}folders come before other items/m,
  },
  'npx playwright test --ui': 'it needs a browser',
  'npm run --silent target -- --fault=embed-groups-empty-keeps > .env':
    'what it prints goes to a file; it is tried below',
  'npm run certify': 'certification-whole.spec.ts tries it',
  'npm run verify -- FILE': 'certification-whole.spec.ts tries it',
  'npm run judge -- traffic.har': 'judge-traffic.spec.ts tries it',
  'npm run target': TARGET,
  'npm run target -- --variant=NAME': TARGET,
  'npm run target -- --list': { prints: /^\d+ faults/m, settings: [] },
  'npm run target -- --items=100000': TARGET,
};

/** The commands of the README: the lines of its shell blocks, and the commands in its text. */
function commandsOf(text: string): string[] {
  const blocks = blocksIn(text, 'sh').flatMap((block) => block.split('\n'));
  const lines = blocks.map((line) => line.replace(/(^| +)#.*/, '').trim()).filter((line) => line !== '');
  const inText = [...text.matchAll(/`((?:[A-Z_]+=\S+ )?(?:npx|npm) [^`]+)`/g)].map(([, one = '']) => one);
  return [...lines.filter((line) => !line.startsWith('export ')), ...inText].map((one) =>
    one.replaceAll(/\s+/g, ' '),
  );
}

/** Runs a command in a shell until it ends, or, if `until` is given, until it prints that. */
function run(command: string, cwd: string, env: NodeJS.ProcessEnv, until?: RegExp): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn('sh', ['-c', command], { cwd, env, detached: true });
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk;
      if (until?.test(output)) process.kill(-(child.pid as number), 'SIGTERM');
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', read);
    child.once('close', (code) => done({ code: until ? 0 : (code ?? 1), output }));
  });
}

test('every command of the README is known here', () => {
  expect([...new Set(commandsOf(readFileSync('README.md', 'utf8')))].sort()).toEqual(
    Object.keys(TRIALS).sort(),
  );
});

test('every command does what the README says', { tag: '@slow' }, () =>
  withTemporaryFolder(async (folder) => {
    const [copy, fresh] = [join(folder, 'with-packages'), join(folder, 'fresh')];
    copyProject(copy);
    copyProject(fresh, false);
    await withReference({}, async ({ settings }) => {
      for (const [command, trial] of Object.entries(TRIALS)) {
        if (typeof trial === 'string') continue;
        const { prints, keepsRunning, settings: names } = trial;
        const given = names ? pick(settings, names) : settings;
        const env = { ...environment(), ...given, PLAYWRIGHT_HTML_OPEN: 'never' };
        const cwd = command.startsWith('npm ci') ? fresh : copy;
        const filledIn = command
          .replace('--variant=NAME', `--variant=${listVariants()[0]?.name}`)
          .replace('earlier.json', 'conformance-report/report.json');
        const { code, output } = await run(filledIn, cwd, env, keepsRunning && prints);
        expect(output, command).toMatch(prints);
        expect(code, `${command}: ${output}`).toBe(0);
      }
    });
  }),
);

/** The walks of CONTRIBUTING.md: their changes are applied to a copy of the project, and their commands run there. */
const walks = readFileSync('CONTRIBUTING.md', 'utf8')
  .split(/^## /m)
  .filter((part) => part.startsWith('Walk'));

test('CONTRIBUTING.md has three walks', () => {
  expect(walks).toHaveLength(3);
});

for (const walk of walks)
  test(walk.split('\n', 1)[0] ?? '', { tag: '@slow' }, () =>
    withTemporaryFolder(async (folder) => {
      copyProject(folder);
      for (const change of blocksIn(walk, 'diff'))
        execFileSync('git', ['apply', '-'], { cwd: folder, input: change });

      const outputs = blocksIn(walk, 'sh').flatMap((block) =>
        block
          .trim()
          .split('\n')
          .map((command) => {
            const options = { cwd: folder, env: environment(), encoding: 'utf8' } as const;
            const { status, stdout, stderr } = spawnSync('sh', ['-c', command], options);
            expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
            return `${stdout}${stderr}`;
          }),
      );
      const expected = blocksIn(walk, 'text').flatMap((block) => block.trim().split('\n'));
      expect(expected.length).toBeGreaterThan(0);
      for (const line of expected) expect(outputs.join('\n')).toContain(line);
    }),
  );
