import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startReference } from '../../../fixtures/reference/start.ts';
import { SECRET_SETTINGS } from '../../../fixtures/target/settings.ts';
import { unzippedText } from '../support/unzip.ts';

test.describe.configure({ timeout: 120_000 });

/** One test for each way to fail, and some that pass. */
const TESTS = [
  'auth-data-token-accepted',
  'auth-ai-key-accepted',
  'embed-creator-mode-needs-flag',
  'embed-attributes-overwrite',
  'embed-session-id',
  'embed-groups-replaces',
  'workspace-folders-first',
  'scim-users-list',
  'auth-workspace-objects-refuses-strangers',
];
const REPORTERS = 'list,json,junit,html,blob,./reporters/conformance.ts';

/** Every form in which a secret may turn up, long enough to be told from other text. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(`Api-Key ${secret}`).toString('base64').slice(16, -4),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
];

/** Runs some tests with every reporter, and returns all that was written and printed, archives unpacked. */
async function everythingOf(settings: Record<string, string>): Promise<{ text: string; files: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
  const env = {
    PATH: process.env.PATH,
    ...settings,
    CONFORMANCE_REPORT_DIR: join(folder, 'report'),
    DOTENV_CONFIG_PATH: '/dev/null',
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'report.json'),
    PLAYWRIGHT_JUNIT_OUTPUT_NAME: join(folder, 'junit.xml'),
    PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'html'),
    PLAYWRIGHT_HTML_OPEN: 'never',
    PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blob'),
  };
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    `--output=${join(folder, 'results')}`,
    `--reporter=${REPORTERS}`,
    '--grep',
    `@(${TESTS.join('|')})(?![\\w-])`,
  ];
  try {
    const printed = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const texts = await Promise.all(
      files.map(async (file) => textOf(await readFile(join(file.parentPath, file.name)))),
    );
    return { text: [printed, ...texts].join('\n'), files: files.length };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file as text; an archive, or one inside a page as the HTML report has it, unpacked as well. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  const inside = /data:application\/zip;base64,([A-Za-z0-9+/=]+)/.exec(text)?.[1];
  return [text, unzippedText(bytes), inside ? unzippedText(Buffer.from(inside, 'base64')) : ''].join('\n');
}

/** As a boolean, for the texts are too long to be printed by an assertion. */
const says = (text: string, what: RegExp): boolean => what.test(text);

/** A server that answers everything with all that it was sent, in several forms. */
const echo = createServer((request, response) => {
  const { authorization = '' } = request.headers;
  const credential = authorization.replace(/^(Bearer|Api-Key) /, '');
  response.setHeader('content-type', 'application/json');
  response.setHeader('x-echo', authorization);
  response.end(
    JSON.stringify({
      headers: request.headers,
      error: `no ${authorization}, nor ${Buffer.from(credential).toString('base64')}`,
      url: `https://example.com/?key=${encodeURIComponent(credential)}`,
      items: [{ id: credential, name: authorization }],
    }),
  );
});
/** A server that takes connections and never answers. */
const silent = createSocketServer(() => {});

const listen = (server: { listen: typeof echo.listen; address: typeof echo.address }): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

test('no credential is in anything that a run writes or prints, however its requests fail', async () => {
  const target = await startReference();
  const folder = await mkdtemp(join(tmpdir(), 'secrets-adapter-'));
  const adapter = join(folder, 'adapter.mts');
  await writeFile(
    adapter,
    `export const attributeValuesOf = async () => {
       throw new Error('no access for ' + process.env.TARGET_API_KEY);
     };`,
  );
  const ports = { echo: await listen(echo), silent: await listen(silent as unknown as typeof echo) };
  const base: Record<string, string> = {
    ...target.settings,
    TARGET_ADAPTER: adapter,
    // Refused, and never answered.
    TARGET_DATA_API_URL: 'https://127.0.0.1:9',
    TARGET_AI_API_URL: `http://127.0.0.1:${ports.silent}/agent`,
    // No TLS where TLS is spoken.
    TARGET_PLAIN_BASE_URL: `https://127.0.0.1:${ports.echo}/api`,
  };
  const echoed = {
    ...base,
    TARGET_BASE_URL: `http://127.0.0.1:${ports.echo}/api`,
    TARGET_GROUPS: 'one,two',
  };
  try {
    const { NODE_EXTRA_CA_CERTS: _, ...untrusting } = base;
    const runs = await Promise.all([everythingOf(base), everythingOf(echoed)]);
    runs.push(await everythingOf(untrusting));
    for (const { text, files } of runs) {
      expect(files).toBeGreaterThan(3);
      // What was written is about these requests at all, and names the settings in place of their values.
      expect(says(text, /\$TARGET_(API_KEY|ACCESS_TOKEN)/)).toBe(true);
      for (const name of SECRET_SETTINGS) {
        const secret = base[name];
        if (secret === undefined) throw new Error(`The reference sets no ${name}.`);
        for (const form of formsOf(secret)) {
          const at = text.indexOf(form);
          expect(at < 0 ? 'nowhere' : text.slice(Math.max(0, at - 300), at), `${name}`).toBe('nowhere');
        }
      }
    }
    const [crashed = '', , refused = ''] = runs.map(({ text }) => text);
    for (const how of [/ECONNREFUSED/, /ERR_SSL|EPROTO/, /TIMEOUT/, /no access for/])
      expect(says(crashed, how), `a failure by ${how}`).toBe(true);
    expect(says(refused, /CERT|SIGNATURE/), 'a failure by an unknown authority').toBe(true);
  } finally {
    await Promise.all([target.close(), rm(folder, { recursive: true })]);
    echo.close();
    echo.closeAllConnections();
    silent.close();
  }
});
