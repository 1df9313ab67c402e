import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { DATA_CONDITIONS } from '../../../schemas/conditions.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { diagnose, environment, runNode } from '../support/run-suite.ts';
import { listen, NEEDED, pick, withReference } from '../support/servers.ts';

/** `npm run doctor`: the command in a process of its own, and what it finds on several targets in this one. */

test.describe.configure({ timeout: 120_000 });

const WRONG = 'never-issued-by-anybody';

const MINIMAL = [...NEEDED, 'TARGET_API_KEY'];

test('a refused credential: the whole table, what to do, no secret, exit 1', () =>
  withReference({}, ({ settings }) =>
    withTemporaryFolder(async (folder) => {
      const file = join(folder, 'acme.env');
      const minimal = pick(settings, MINIMAL);
      const lines = Object.entries(minimal).map((entry) => entry.join('='));
      await writeFile(file, lines.join('\n'));
      const { code, output } = await runNode(['--import', 'tsx', 'fixtures/run/command.ts', 'doctor'], {
        ...environment(),
        DOTENV_CONFIG_PATH: file,
        TARGET_API_KEY: WRONG,
      });
      expect(code, output).toBe(1);
      expect(output).toContain(`TARGET_API_KEY              the environment is used; ${file.slice(0, 20)}`);
      expect(output).toContain('TARGET_ACCESS_TOKEN         accepted');
      expect(output).toContain('! TARGET_API_KEY              refused: ');
      expect(output).toMatch(/admin +0 of \d+ MUST, 0 of \d+ SHOULD; \d+: TARGET_API_KEY was refused/);
      expect(output).toMatch(/! TARGET_API_KEY is refused: .* answered 401.* Set TARGET_API_KEY to a key/);
      for (const secret of [WRONG, minimal.TARGET_ACCESS_TOKEN, minimal.TARGET_API_KEY])
        expect(output).not.toContain(secret);
    }),
  ));

test('every setting works: exit 0', () =>
  withReference({}, async ({ settings }) => {
    const { code, output } = await diagnose(settings);
    expect(output).toContain('All settings work.');
    expect(output).toContain('The data of the workspace meets every condition');
    expect(output).toMatch(/workspace +(\d+) of \1 MUST/);
    expect(code, output).toBe(0);
  }));

test('a target that does not answer: what is wrong with its address, and nothing of its data', async () => {
  const settings = { TARGET_BASE_URL: 'https://127.0.0.1:1/api', TARGET_ACCESS_TOKEN: WRONG };
  const { code, output } = await diagnose({ ...settings, TARGET_DEPLOYMENT_ID: '101' });
  expect(output).toContain('! TARGET_BASE_URL=https://127.0.0.1:1/api could not be observed');
  expect(output).not.toContain('The data of the workspace');
  expect(code, output).toBe(1);
});

for (const [status, said] of [
  [429, 'limits requests: it refused every one'],
  [500, 'answers 500 to all that was tried, whatever the credential'],
] as const)
  test(`a target that answers ${status} to everything: what it says, and exit 1`, async () => {
    const server = createServer((_, response) => response.writeHead(status).end());
    const TARGET_BASE_URL = `http://127.0.0.1:${await listen(server)}/api`;
    const own = { TARGET_BASE_URL, TARGET_ACCESS_TOKEN: WRONG, CONFORMANCE_PATIENCE: '1' };
    const { code, output } = await diagnose(own).finally(() => server.close());
    expect(output).toContain(said);
    expect(code, output).toBe(1);
  });

test('what is missing is information, until a profile is required that needs it', () =>
  withReference({}, async ({ settings, ask }) => {
    const minimal = pick(settings, MINIMAL);
    const users = async (): Promise<number> => (await ask('/scim/v2/Users')).totalResults;
    const before = await users();
    const free = await diagnose(minimal);
    expect(free.code, free.output).toBe(0);
    expect(free.output).toMatch(/TARGET_OTHER_ACCESS_TOKEN +not set: \d+ requirements need it/);
    const required = await diagnose({ ...minimal, CONFORMANCE_REQUIRE: 'workspace,scim' });
    expect(required.code, required.output).toBe(1);
    expect(required.output).toContain(
      'CONFORMANCE_REQUIRE names workspace, which cannot be verified in full',
    );
    expect(required.output).toContain('set TARGET_OTHER_ACCESS_TOKEN');
    expect(required.output).not.toContain('CONFORMANCE_REQUIRE names scim');
    expect(await users(), 'users: it creates none').toBe(before);
  }));

test('data that the workspace lacks: what to add, for each kind, and nothing where few items meet every condition', async () => {
  await withReference({ seed: 'minimal' }, async ({ settings }) =>
    expect((await diagnose(settings)).output).toContain('The data of the workspace meets every condition'),
  );
  for (const { name, add, requirements } of DATA_CONDITIONS)
    await withReference({ without: [name] }, async ({ settings }) => {
      // What two callers see of the workspace is enough.
      const { output } = await diagnose(pick(settings, [...NEEDED, 'TARGET_OTHER_ACCESS_TOKEN']));
      expect(output, name).toContain(`- ${add}: ${requirements.length}\n`);
    });
});
