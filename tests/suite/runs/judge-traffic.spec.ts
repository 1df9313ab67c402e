import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect, test } from '@playwright/test';
import { Agent, request } from 'undici';
import { hasBrowser, launchBrowser, NO_BROWSER } from '../support/browser.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { environment, runNode } from '../support/run-suite.ts';
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

/** Records the calls of a page in the browser. */
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

const judge = (file: string) =>
  runNode(['--import', 'tsx', 'reporters/certification/commands.ts', 'judge', file], environment());

/** Records a target and judges the archive. */
const judged = (
  faults: readonly string[],
  record: (settings: Record<string, string>, file: string) => Promise<void>,
) =>
  withReference({ faults }, ({ settings }) =>
    withTemporaryFolder(async (folder) => {
      const file = join(folder, 'traffic.har');
      await record(settings, file);
      const ended = await judge(file);
      for (const secret of [settings.TARGET_ACCESS_TOKEN, settings.TARGET_API_KEY])
        expect(ended.output).not.toContain(secret);
      return ended;
    }),
  );

const brokenIn = (output: string): string[] =>
  [...output.matchAll(/^ {2}BROKEN {3}(\S+)/gm)].map(([, id = '']) => id);

test('a proxy recorded an honest target: nothing is broken, and what was not seen is not tested', async () => {
  const { code, output } = await judged([], byProxy);
  expect(code, output).toBe(0);
  expect(brokenIn(output)).toEqual([]);
  for (const id of [
    ...Object.values(FAULTS),
    'workspace-item-id',
    'workspace-order-name',
    'embed-session-id',
  ])
    expect(output).toContain(`  holds    ${id}, judged `);
  expect(output).toMatch(/NOTHING BROKEN in what was seen: \d+ of \d+ requirements could be judged/);
});

test('a proxy recorded a target with three faults: what they break is named, and nothing else', async () => {
  const { code, output } = await judged(Object.keys(FAULTS), byProxy);
  expect(code, output).toBe(1);
  expect(brokenIn(output).sort()).toEqual(Object.values(FAULTS).sort());
});

test('a browser recorded an honest target, and one with three faults', async () => {
  test.skip(!hasBrowser, NO_BROWSER);
  const browser = await launchBrowser();
  const record = (settings: Record<string, string>, file: string) => byBrowser(browser, settings, file);
  try {
    const honest = await judged([], record);
    expect(honest.code, honest.output).toBe(0);
    const broken = await judged(Object.keys(FAULTS), record);
    expect(broken.code, broken.output).toBe(1);
    expect(brokenIn(broken.output).sort()).toEqual(Object.values(FAULTS).sort());
  } finally {
    await browser.close();
  }
});

test('what is no archive, and one without answers of the interface, are not judged', () =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'traffic.har');
    const cases: readonly (readonly [content: string, says: string])[] = [
      ['{"log"', 'it is not JSON'],
      ['{"log":{}}', 'it is no HTTP Archive 1.2: /log/entries'],
      ['{"log":{"entries":[]}}', 'NOTHING JUDGED'],
    ];
    for (const [content, says] of cases) {
      await writeFile(file, content);
      const { code, output } = await judge(file);
      expect(code, output).toBe(2);
      expect(output).toContain(says);
    }
  }));
