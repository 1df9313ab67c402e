import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { SECRET_SETTINGS } from '../../../fixtures/target/settings.ts';
import { RECORDING_FOLDER } from '../../../schemas/recording.ts';
import { listen } from '../support/listen.ts';
import { only, PLAYWRIGHT, runNode } from '../support/run-suite.ts';
import { formsOf } from '../support/secret-forms.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { unzippedText } from '../support/unzip.ts';
import { withReference } from '../support/with-reference.ts';

test.describe.configure({ timeout: 240_000 });

/** A requirement for each way in which a test can fail, and some that pass. */
const REQUIREMENTS = [
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

/** Runs some tests with every reporter, and returns everything that was printed and written, with archives unpacked. */
const everythingOf = (settings: Record<string, string>): Promise<{ text: string; files: number }> =>
  withTemporaryFolder(async (folder) => {
    const env = {
      PATH: process.env.PATH,
      ...settings,
      CONFORMANCE_REPORT_DIR: join(folder, 'report'),
      [RECORDING_FOLDER]: await mkdtemp(join(folder, 'recording-')),
      DOTENV_CONFIG_PATH: devNull,
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'report.json'),
      PLAYWRIGHT_JUNIT_OUTPUT_NAME: join(folder, 'junit.xml'),
      PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'html'),
      PLAYWRIGHT_HTML_OPEN: 'never',
      PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blob'),
    };
    const outputs = [`--output=${join(folder, 'results')}`, `--reporter=${REPORTERS}`, '--trace=on'];
    const { output } = await runNode([PLAYWRIGHT, 'test', ...outputs, ...only(...REQUIREMENTS)], env);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const texts = await Promise.all(
      files.map(async (file) => textOf(await readFile(join(file.parentPath, file.name)))),
    );
    return { text: [output, ...texts].join('\n'), files: files.length };
  });

/** A file as text, with the archive unpacked that it is, or that it holds, as the page of the HTML report does. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  const inside = /data:application\/zip;base64,([A-Za-z0-9+/=]+)/.exec(text)?.[1];
  return [text, unzippedText(bytes), inside ? unzippedText(Buffer.from(inside, 'base64')) : ''].join('\n');
}

/** A boolean, since the texts are too long for an assertion to print. */
const contains = (text: string, what: RegExp): boolean => what.test(text);

/** A server that answers every request with what it was sent, in several forms. */
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
/** A server that accepts connections and never answers. */
const silent = createSocketServer(() => {});

/** Secrets that are easily missed: signs of patterns, addresses, JSON and shells, and a very long one. */
const AWKWARD = {
  TARGET_ACCESS_TOKEN: `q"u'o%te$\`\\(a+)*[x]{2}|^~%41&amp;`,
  TARGET_API_KEY: 'k3y-'.padEnd(4_000, 'abcdefghij0123456789'),
};

/** An adapter that fails with a credential in its message. */
const FAILING_ADAPTER = `export const attributeValuesOf = async () => {
  throw new Error('no access for ' + process.env.TARGET_API_KEY);
};`;

/** Everything that three runs wrote and printed: with failing connections, with a base URL that echoes, and without trust in the certificate. */
async function outputsOfRuns(
  settings: Record<string, string>,
  adapter: string,
  ports: { echo: number; silent: number },
): Promise<{ text: string; files: number }[]> {
  const failing: Record<string, string> = {
    ...settings,
    TARGET_ADAPTER: adapter,
    // The first refuses connections, the second never answers.
    TARGET_DATA_API_URL: 'https://127.0.0.1:9',
    TARGET_AI_API_URL: `http://127.0.0.1:${ports.silent}/agent`,
    // A server that does not speak TLS.
    TARGET_PLAIN_BASE_URL: `https://127.0.0.1:${ports.echo}/api`,
  };
  const echoed = {
    ...failing,
    TARGET_BASE_URL: `http://127.0.0.1:${ports.echo}/api`,
    TARGET_GROUPS: 'one,two',
    ...AWKWARD,
  };
  const { NODE_EXTRA_CA_CERTS: _, ...untrusting } = failing;
  const runs = await Promise.all([everythingOf(failing), everythingOf(echoed)]);
  return [...runs, await everythingOf(untrusting)];
}

/** Fails when some form of a secret occurs, and shows what precedes it. */
function expectNoSecretIn(text: string, settings: Record<string, string>): void {
  for (const name of SECRET_SETTINGS) {
    const secret = settings[name];
    if (secret === undefined) throw new Error(`The reference sets no ${name}.`);
    for (const form of formsOf(secret)) {
      const at = text.indexOf(form);
      expect(at < 0 ? 'nowhere' : text.slice(Math.max(0, at - 300), at), `${name}`).toBe('nowhere');
    }
  }
}

test('a run never writes or prints a credential, however its requests fail', async () => {
  const ports = { echo: await listen(echo), silent: await listen(silent) };
  try {
    await withTemporaryFolder((folder) =>
      withReference({}, async ({ settings }) => {
        const adapter = join(folder, 'adapter.mts');
        await writeFile(adapter, FAILING_ADAPTER);
        const runs = await outputsOfRuns(settings, adapter, ports);
        for (const { text, files } of runs) {
          expect(files).toBeGreaterThan(3);
          // The text is about these requests, and names the settings in place of their values.
          expect(contains(text, /\$TARGET_(API_KEY|ACCESS_TOKEN)/)).toBe(true);
          expectNoSecretIn(text, settings);
          expectNoSecretIn(text, { ...settings, ...AWKWARD });
        }
        const [failed = '', , untrusting = ''] = runs.map(({ text }) => text);
        for (const how of [/ECONNREFUSED/, /ERR_SSL|EPROTO/, /TIMEOUT/, /no access for/])
          expect(contains(failed, how), `a failure by ${how}`).toBe(true);
        expect(contains(untrusting, /CERT|SIGNATURE/), 'a failure by an unknown authority').toBe(true);
      }),
    );
  } finally {
    echo.close();
    echo.closeAllConnections();
    silent.close();
  }
});
