import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect, test } from '@playwright/test';
import { Agent, request } from 'undici';
import { judgeTraffic } from '../../../reporters/certification/traffic.ts';
import { Contract } from '../../../schemas/contract.ts';
import { hasBrowser, launchBrowser, NO_BROWSER } from '../support/browser.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { type Ended, environment, runNode } from '../support/run-suite.ts';
import { withReference } from '../support/servers.ts';

/** `npm run judge`: what a browser and a proxy recorded of the embedded target is judged without it. */

test.describe.configure({ mode: 'default', timeout: 60_000 });

/** Faults, each with the requirement that the traffic below shows to be broken. */
const FAULTS = {
  'workspace-folders-last': 'workspace-folders-first',
  'embed-duplicate-attributes-accepted': 'embed-attributes-duplicate-400',
  'auth-workspace-objects-open': 'auth-workspace-objects-refuses-strangers',
} as const;

interface Asked {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a page of a product would ask for: listings, pages of one, a session, and two things that a target refuses. */
function calls(settings: Record<string, string>): Asked[] {
  const { TARGET_DEPLOYMENT_ID: deployment, TARGET_ACCESS_TOKEN: token, TARGET_API_KEY: key } = settings;
  const listing = (query: string, authorization?: string): Asked => ({
    path: `/v1/deployments/${deployment}/workspace${query}`,
    method: 'GET',
    headers: authorization === undefined ? {} : { authorization },
  });
  const session = (more: object): Asked => ({
    path: '/v1/embed/generate-session',
    method: 'POST',
    headers: { authorization: `Api-Key ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ deploymentId: Number(deployment), externalId: 'conformanceuser1', ...more }),
  });
  const seat = { name: 'seat_count', value: 1 };
  return [
    ...['', '?first=3', '?types=REPORT&orderByField=name&orderByDirection=ASC', '?search=a'].map((query) =>
      listing(query, `Bearer ${token}`),
    ),
    listing(''),
    session({}),
    session({ userAttributes: [seat, seat] }),
  ];
}

async function byBrowser(browser: Browser, settings: Record<string, string>, file: string): Promise<void> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    recordHar: { path: file, content: 'embed' },
  });
  const page = await context.newPage();
  // Any page of the target: it may ask its own origin.
  await page.goto(`${settings.TARGET_BASE_URL}/v1/deployments`);
  await page.evaluate(
    async ({ base, asked }) => {
      for (const { path, ...init } of asked)
        await fetch(`${base}${path}`, init).then((answer) => answer.text());
    },
    { base: settings.TARGET_BASE_URL, asked: calls(settings) },
  );
  await context.close();
}

/** Records the calls as a proxy does that writes names of headers with capitals, and bodies in Base64. */
async function byProxy(settings: Record<string, string>, file: string): Promise<void> {
  const { TARGET_BASE_URL: base = '', NODE_EXTRA_CA_CERTS: certificate = '' } = settings;
  const dispatcher = new Agent({ connect: { ca: await readFile(certificate) } });
  const entries: object[] = [];
  const pairs = (headers: object): object[] =>
    Object.entries(headers).map(([name, value]) => ({
      name: name.replace(/^./, (letter) => letter.toUpperCase()),
      value,
    }));
  for (const { path, ...asked } of calls(settings)) {
    const url = `${base}${path}`;
    const { method, headers, body: text } = asked;
    const answer = await request(url, { dispatcher, ...asked });
    const content = Buffer.from(await answer.body.arrayBuffer()).toString('base64');
    entries.push({
      startedDateTime: new Date().toISOString(),
      request: {
        method,
        url,
        headers: pairs(headers),
        ...(text ? { postData: { mimeType: 'application/json', text } } : {}),
      },
      response: {
        status: answer.statusCode,
        headers: pairs(answer.headers),
        content: { text: content, encoding: 'base64' },
      },
    });
  }
  await dispatcher.close();
  await writeFile(file, JSON.stringify({ log: { version: '1.2', entries } }));
}

/** Records a target, and lets a test use the archive. */
const recorded = <Result>(
  faults: readonly string[],
  record: (settings: Record<string, string>, file: string) => Promise<void>,
  use: (file: string, settings: Record<string, string>) => Promise<Result>,
): Promise<Result> =>
  withReference({ faults }, ({ settings }) =>
    withTemporaryFolder(async (folder) => {
      const file = join(folder, 'traffic.har');
      await record(settings, file);
      return use(file, settings);
    }),
  );

async function judge(file: string): Promise<{ holds: string[]; broken: string[] }> {
  const { judged, findings } = judgeTraffic(await readFile(file, 'utf8'), await Contract.load());
  const broken = new Set(findings.map(({ requirement }) => requirement));
  return { holds: [...judged.keys()].filter((id) => !broken.has(id)), broken: [...broken].sort() };
}

const byCommand = (file: string): Promise<Ended> =>
  runNode(['--import', 'tsx', 'reporters/certification/commands.ts', 'judge', file], environment());

const BROKEN = Object.values(FAULTS).sort();

test('a proxy recorded an honest target: nothing is broken, and what was not seen is not tested', async () => {
  const { holds, broken } = await recorded([], byProxy, judge);
  expect(broken).toEqual([]);
  expect(holds).toEqual(
    expect.arrayContaining([...BROKEN, 'workspace-item-id', 'workspace-order-name', 'embed-session-id']),
  );
});

test('a proxy recorded a target with three faults: the command names what they break, and nothing else', () =>
  recorded(Object.keys(FAULTS), byProxy, async (file, settings) => {
    const { code, output } = await byCommand(file);
    expect(code, output).toBe(1);
    expect([...output.matchAll(/^ {2}BROKEN {3}(\S+)/gm)].map(([, id]) => id).sort()).toEqual(BROKEN);
    expect(output).toMatch(/^ {2}passes {3}workspace-item-id, judged /m);
    for (const secret of [settings.TARGET_ACCESS_TOKEN, settings.TARGET_API_KEY])
      expect(output).not.toContain(secret);
  }));

test('a browser recorded an honest target, and one with three faults', async () => {
  test.skip(!hasBrowser, NO_BROWSER);
  const browser = await launchBrowser();
  const record = (settings: Record<string, string>, file: string) => byBrowser(browser, settings, file);
  try {
    expect((await recorded([], record, judge)).broken).toEqual([]);
    expect((await recorded(Object.keys(FAULTS), record, judge)).broken).toEqual(BROKEN);
  } finally {
    await browser.close();
  }
});

test('what is no archive, and one without answers of the interface, are not judged', () =>
  withTemporaryFolder(async (folder) => {
    const contract = await Contract.load();
    expect(() => judgeTraffic('{"log"', contract)).toThrow('it is not JSON');
    expect(() => judgeTraffic('{"log":{}}', contract)).toThrow('it is no HTTP Archive 1.2: /log/entries');
    const file = join(folder, 'traffic.har');
    await writeFile(file, '{"log":{"entries":[]}}');
    const { code, output } = await byCommand(file);
    expect(code, output).toBe(2);
    expect(output).toContain('NOTHING JUDGED');
  }));
