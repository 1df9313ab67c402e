import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { SECRET_SETTINGS } from '../../../fixtures/target/settings.ts';
import { RECORDING_FOLDER } from '../../../schemas/recording.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { startBehindProxy, type Treat } from '../support/proxy.ts';
import { requirementIn, selectedWithVerdict, testsInError, withVerdict } from '../support/report-queries.ts';
import { diagnose, only, runSuite } from '../support/run-suite.ts';
import { listen } from '../support/servers.ts';

/** Whatever fails, no file and no line shows a credential; and one that looks like a word of the suite rewrites none of its own. */

test.describe.configure({ timeout: 240_000 });

type Variables = Record<string, string>;

/** Lets a test use a reference that takes other API keys and tokens than its own, and treats requests further. */
async function withCredentials(
  { own, faults = [], treat = () => undefined }: { own: Variables; faults?: string[]; treat?: Treat },
  use: (settings: Variables) => Promise<void>,
): Promise<void> {
  const real = new Map<string, string>();
  const passOn: Treat = ({ authorization = '' }) => {
    const known = real.get(authorization);
    return known === undefined ? undefined : { authorization: known };
  };
  const { settings, close } = await startBehindProxy({ faults }, (asked) => treat(asked) ?? passOn(asked));
  for (const [name, value] of Object.entries(own))
    for (const scheme of ['Bearer', 'Api-Key']) real.set(`${scheme} ${value}`, `${scheme} ${settings[name]}`);
  await use({ ...settings, ...own }).finally(close);
}

/** A requirement for each way in which a test can fail, and some that pass. */
const REQUIREMENTS = [
  ...['auth-data-token-accepted', 'auth-ai-key-accepted', 'embed-creator-mode-needs-flag'],
  ...['embed-attributes-overwrite', 'embed-session-id', 'workspace-folders-first'],
  ...['scim-users-list', 'auth-workspace-objects-refuses-strangers'],
];
const REPORTERS = 'list,json,junit,html,blob,./reporters/conformance.ts';

/** Runs some tests with every reporter, and returns everything that was printed and written, with archives unpacked. */
const everythingOf = (settings: Variables): Promise<string> =>
  withTemporaryFolder(async (folder) => {
    const written: Variables = {
      CONFORMANCE_RUNS: '2',
      CONFORMANCE_LEDGER_DIR: join(folder, 'ledger'),
      CONFORMANCE_REPORT_DIR: join(folder, 'report'),
      CONFORMANCE_DOCUMENTS: 'json,html,junit,markdown',
      [RECORDING_FOLDER]: await mkdtemp(join(folder, 'recording-')),
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'report.json'),
      PLAYWRIGHT_JUNIT_OUTPUT_NAME: join(folder, 'junit.xml'),
      PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'html'),
      PLAYWRIGHT_HTML_OPEN: 'never',
      PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blob'),
    };
    const outputs = [`--output=${join(folder, 'results')}`, `--reporter=${REPORTERS}`, '--trace=on'];
    const { output } = await runSuite({ ...settings, ...written }, [...outputs, ...only(...REQUIREMENTS)]);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    expect(files.length, output).toBeGreaterThan(3);
    const texts = await Promise.all(
      files.map(async (file) => textOf(await readFile(join(file.parentPath, file.name)))),
    );
    return [output, ...texts].join('\n');
  });

/** A file as text, with the archive unpacked that it is, or that it holds, as the page of the HTML report does. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  const inside = /data:application\/zip;base64,([A-Za-z0-9+/=]+)/.exec(text)?.[1];
  const archive = inside ? Buffer.from(inside, 'base64') : bytes;
  const files = archive.subarray(0, 2).toString() === 'PK' ? Object.values(unzipSync(archive)) : [];
  return [text, ...files.map((file) => strFromU8(file))].join('\n');
}

/** Answers with what was sent, in several forms. */
const echo =
  (authorization: string) =>
  (response: ServerResponse): void => {
    const credential = authorization.replace(/^(Bearer|Api-Key) /, '');
    response.setHeader('x-echo', encodeURIComponent(authorization));
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        error: `no ${authorization}, nor ${Buffer.from(credential).toString('base64')}`,
        url: `https://example.com/?key=${encodeURIComponent(credential)}`,
        sessionId: authorization,
        items: [{ id: credential, name: authorization }],
        Resources: [{ id: credential, userName: authorization }],
      }),
    );
  };

/** Secrets that are easily missed: signs of patterns, addresses, JSON and shells, and a very long one. */
const AWKWARD = {
  TARGET_ACCESS_TOKEN: `q"u'o%te$\`\\(a+)*[x]{2}|^~%41&amp;`,
  TARGET_API_KEY: 'k3y-'.padEnd(4_000, 'abcdefghij0123456789'),
};

const FAILING_ADAPTER = `export const attributeValuesOf = async () => {
  throw new Error('no access for ' + process.env.TARGET_API_KEY);
};`;

/** Every form in which a secret may appear, long enough not to match other text. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(`Api-Key ${secret}`).toString('base64').slice(16, -4),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
];

/** Fails when some form of a secret occurs, and shows what precedes it: the texts are too long for an assertion to print. */
function expectNoSecretIn(text: string, settings: Variables): void {
  for (const name of SECRET_SETTINGS) {
    const secret = settings[name];
    if (secret === undefined) throw new Error(`The reference sets no ${name}.`);
    for (const form of formsOf(secret)) {
      const at = text.indexOf(form);
      expect(at < 0 ? 'nowhere' : text.slice(Math.max(0, at - 300), at), `${name}`).toBe('nowhere');
    }
  }
}

/** Sessions are echoed from some request on, SCIM always, once the set-up is over. */
const echoing: Treat = ({ path, authorization = '', before }) =>
  before > 30 && /\/scim\/v2\/Users|\/workspace\?/.test(path) ? { instead: echo(authorization) } : undefined;

test('a run never writes or prints a credential, however its requests fail', async () => {
  // The first accepts connections and never speaks, the second does not speak TLS.
  const [silent, plain] = [
    createServer(() => {}),
    createServer((socket) => socket.end('HTTP/1.0 400 x\r\n\r\n')),
  ];
  const [silentPort, plainPort] = [await listen(silent), await listen(plain)];
  try {
    await withTemporaryFolder((folder) =>
      withCredentials({ own: AWKWARD, treat: echoing }, async (settings) => {
        const adapter = join(folder, 'adapter.mts');
        await writeFile(adapter, FAILING_ADAPTER);
        const failing: Variables = {
          ...settings,
          TARGET_ADAPTER: adapter,
          // An answer of the agent that never comes is waited for a minute: a handshake is not.
          TARGET_DATA_API_URL: `https://127.0.0.1:${silentPort}/data`,
          TARGET_AI_API_URL: 'https://127.0.0.1:9/agent',
          TARGET_PLAIN_BASE_URL: `https://127.0.0.1:${plainPort}/api`,
          CONFORMANCE_PATIENCE: '2',
        };
        const { NODE_EXTRA_CA_CERTS: _, ...untrusting } = failing;
        const failed = await everythingOf(failing);
        const { output: untrusted } = await diagnose(untrusting);
        for (const text of [failed, untrusted]) expectNoSecretIn(text, settings);
        const found = (text: string, what: RegExp): boolean => what.test(text);
        for (const name of [/\$TARGET_API_KEY/, /\$TARGET_ACCESS_TOKEN/, /no \$TARGET|Bearer \$TARGET/])
          expect(found(failed, name), `a text about ${name}`).toBe(true);
        for (const how of [/ECONNREFUSED/, /ERR_SSL|EPROTO/, /TIMEOUT/, /no access for/])
          expect(found(failed, how), `a failure by ${how}`).toBe(true);
        expect(found(untrusted, /CERT|SIGNATURE/), 'a failure by an unknown authority').toBe(true);
      }),
    );
  } finally {
    silent.close();
    plain.close();
  }
});

const BROKEN = 'embed-picture-invalid-rejected';

test('a failure is told under its id, and no test is lost, where credentials look like ids of the suite', () => {
  const faults = ['embed-picture-any-scheme-accepted'];
  const own = { TARGET_API_KEY: BROKEN, TARGET_AI_API_KEY: 'ai-key-1' };
  return withCredentials({ own, faults }, async (settings) => {
    const { code, output, report } = await runSuite(
      { ...settings, CONFORMANCE_RUNS: '3' },
      only(BROKEN, 'auth-ai-.*', 'service-ai-.*'),
    );
    expect(code, output).toBe(1);
    expect(
      withVerdict(report, 'fail').map(({ id }) => id),
      output,
    ).toEqual([BROKEN]);
    expect(output).toContain(`${BROKEN}  MUST  Generate embed session, rule 4`);
    expect(output).toMatch(/TARGET_API_KEY is short or made of\s+words/);
    const [failure] = requirementIn(report, BROKEN)?.tests.flatMap(({ failures }) => failures) ?? [];
    expect(failure?.curl).toContain('authorization: Api-Key $TARGET_API_KEY"');
    expect(failure?.replay).toContain(`@${BROKEN}(`);
    expect(testsInError(report)).toEqual([]);
    expect(selectedWithVerdict(report, 'not-run')).toEqual([]);
    for (const id of ['auth-ai-key-accepted', 'auth-ai-stream-chat-state-refuses-strangers'])
      expect(requirementIn(report, id)?.verdict, output).toBe('pass');
  });
});
