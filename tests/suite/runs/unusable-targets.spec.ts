import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { withTemporaryFolder } from '../support/files.ts';
import { type Run, runSuite } from '../support/run-suite.ts';
import { listen } from '../support/servers.ts';

/** Runs that end before anything is judged, since the settings lead to no target. */

test.describe.configure({ timeout: 120_000 });

const NOWHERE = { TARGET_BASE_URL: 'https://127.0.0.1:1/api', TARGET_ACCESS_TOKEN: 'x' };
/** The text of a file that does not say what it should, in place of a setting's value. */
const FILE = '(a file)';

/** Settings that are wrong, and what the run says of them. */
const WRONG: readonly (readonly [what: string, more: Record<string, string>, says: string])[] = [
  [
    'more runs side by side than the pools have parts for',
    { CONFORMANCE_POOL: '1/4' },
    '4 runs side by side',
  ],
  [
    'a command that prints nothing',
    { TARGET_API_KEY_COMMAND: 'exit 3' },
    'TARGET_API_KEY_COMMAND prints no credential: it ended with 3',
  ],
  [
    'a description that is not there',
    { TARGET_OPENAPI: 'nowhere.yaml' },
    'TARGET_OPENAPI=nowhere.yaml names a file that is not there',
  ],
  [
    'an overlay that fits nothing',
    { CONFORMANCE_OVERLAY: FILE },
    'actions[0] with the target $.components.schemas.Nothing: it matches nothing',
  ],
];

const OVERLAY = `overlay: 1.0.0
info: { title: A mistake, version: 1.0.0 }
actions:
  - target: $.components.schemas.Nothing
    update: { enum: [x] }
`;

for (const [what, more, says] of WRONG)
  test(`${what}: one message, exit 1, nothing judged`, () =>
    withTemporaryFolder(async (folder) => {
      const file = join(folder, 'wrong.yaml');
      await writeFile(file, OVERLAY);
      const settings = Object.entries(more).map(([name, value]) => [name, value === FILE ? file : value]);
      const { code, output, report } = await runSuite({ ...NOWHERE, ...Object.fromEntries(settings) });
      expect(code).toBe(1);
      expect(output).toContain(says);
      expect(report?.summary.MUST.pass ?? 0).toBe(0);
      expect(report?.verdict ?? 'undetermined').toBe('undetermined');
    }));

/** Runs the suite against a server that is no target: it answers each request by its index, from 0. */
async function runAgainst(answer: (index: number, response: ServerResponse) => void): Promise<Run> {
  let requests = 0;
  const server = createServer((_, response) => answer(requests++, response));
  const TARGET_BASE_URL = `http://127.0.0.1:${await listen(server)}`;
  return runSuite({ TARGET_BASE_URL, TARGET_ACCESS_TOKEN: 'x' }).finally(() => server.close());
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json' };

test('a web site instead of the API: one message, exit 1', async () => {
  const { code, output } = await runAgainst((_, response) => response.writeHead(200, HTML).end('<p>App'));
  expect(code).toBe(1);
  expect(output).toContain('answers web pages, not the API');
});

test('an address at which nothing of the interface is: one message, exit 1, nothing failed', async () => {
  const { code, output, report } = await runAgainst((_, response) =>
    response.writeHead(404, JSON_TYPE).end('{"message":"No such tenant"}'),
  );
  expect(code).toBe(1);
  expect(output).toContain('is not where the interface is: no route that was tried is there');
  expect(output).toMatch(/It usually ends in \/api: is it http:\S+\/api\?/);
  expect(report?.summary.MUST.fail).toBe(0);
  expect(report?.verdict).toBe('undetermined');
});

test('web pages with which a gateway limits the rate are not taken for a web site', async () => {
  const { code, output } = await runAgainst((index, response) => {
    if (index < 2) response.writeHead(429, HTML).end('<h1>Too Many Requests</h1>');
    else response.writeHead(401, JSON_TYPE).end('{}');
  });
  expect(code).toBe(1);
  expect(output).not.toContain('answers web pages');
  expect(output).toContain('TARGET_ACCESS_TOKEN is refused');
});
