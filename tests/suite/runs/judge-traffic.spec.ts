import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { type Browser, expect, test } from '@playwright/test';
import { Agent, request } from 'undici';
import { hasBrowser, launchBrowser, NO_BROWSER } from '../support/browser.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { environment, runNode } from '../support/run-suite.ts';
import { listen, withReference } from '../support/servers.ts';

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
  readonly authorization?: string;
  readonly body?: object;
}

/** What a page of a product would ask for: listings, pages of one, a session, and two things that a target refuses. */
function calls(settings: Record<string, string>): Asked[] {
  const { TARGET_DEPLOYMENT_ID: deployment, TARGET_ACCESS_TOKEN: token, TARGET_API_KEY: key } = settings;
  const workspace = `/v1/deployments/${deployment}/workspace`;
  const session = { deploymentId: Number(deployment), externalId: 'conformanceuser1' };
  const seat = { name: 'seat_count', value: 1 };
  return [
    ...['', '?first=3', '?types=REPORT&orderByField=name&orderByDirection=ASC', '?search=a'].map((query) => ({
      path: `${workspace}${query}`,
      authorization: `Bearer ${token}`,
    })),
    { path: workspace },
    { path: '/v1/embed/generate-session', authorization: `Api-Key ${key}`, body: session },
    {
      path: '/v1/embed/generate-session',
      authorization: `Api-Key ${key}`,
      body: { ...session, userAttributes: [seat, seat] },
    },
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
      for (const { path, authorization, body } of asked)
        await fetch(`${base}${path}`, {
          headers: {
            ...(authorization ? { authorization } : {}),
            ...(body ? { 'content-type': 'application/json' } : {}),
          },
          ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        }).then((answer) => answer.text());
    },
    { base: settings.TARGET_BASE_URL, asked: calls(settings) },
  );
  await context.close();
}

/** Records the calls in a proxy, which writes names of headers with capitals, and bodies in Base64. */
async function byProxy(settings: Record<string, string>, file: string): Promise<void> {
  const { TARGET_BASE_URL: base = '', NODE_EXTRA_CA_CERTS: certificate = '' } = settings;
  const dispatcher = new Agent({ connect: { ca: await readFile(certificate) } });
  const entries: object[] = [];
  const pairs = (headers: object): object[] =>
    Object.entries(headers).map(([name, value]) => ({ name: name.replace(/^./, upper), value }));
  const proxy = createServer(async (asked, response) => {
    const { method = '', url = '', headers } = asked;
    const { authorization } = headers;
    const text = await readAll(asked);
    const answer = await request(`${base}${url}`, {
      dispatcher,
      method: method as 'GET',
      headers: { ...(authorization ? { authorization } : {}), 'content-type': 'application/json' },
      ...(text ? { body: text } : {}),
    });
    const body = Buffer.from(await answer.body.arrayBuffer());
    entries.push({
      startedDateTime: new Date().toISOString(),
      request: {
        method,
        url: `${base}${url}`,
        headers: pairs(headers),
        ...(text ? { postData: { mimeType: 'application/json', text } } : {}),
      },
      response: {
        status: answer.statusCode,
        headers: pairs(answer.headers),
        content: { text: body.toString('base64'), encoding: 'base64' },
      },
    });
    response.writeHead(answer.statusCode).end(body);
  });
  const origin = `http://127.0.0.1:${await listen(proxy)}`;
  for (const { path, authorization, body } of calls(settings))
    await fetch(`${origin}${path}`, {
      ...(authorization ? { headers: { authorization } } : {}),
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
  proxy.close();
  proxy.closeAllConnections();
  await dispatcher.close();
  await writeFile(file, JSON.stringify({ log: { version: '1.2', entries } }));
}

const upper = (letter: string): string => letter.toUpperCase();

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

test.describe('what a browser recorded', () => {
  test.skip(!hasBrowser, NO_BROWSER);
  let browser: Browser;
  test.beforeAll(async () => {
    browser = await launchBrowser();
  });
  test.afterAll(() => browser?.close());

  test('of an honest target, and of one with three faults', async () => {
    const record = (settings: Record<string, string>, file: string) => byBrowser(browser, settings, file);
    const honest = await judged([], record);
    expect(honest.code, honest.output).toBe(0);
    const broken = await judged(Object.keys(FAULTS), record);
    expect(broken.code, broken.output).toBe(1);
    expect(brokenIn(broken.output).sort()).toEqual(Object.values(FAULTS).sort());
  });
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
